// Written by web/board.py from carrom/render/ink/themes.py. Do not edit: change that and run it again.

// Also used by drawings, films and prints. Each disc: face, shaded face, rim, mark.
export const BOARDS = {
  maple: { woodLight: "#f6e3bb", wood: "#ecd09a", woodDeep: "#ddb877", grain: "#b98d4e", grainLight: "#fff3d4", frame: "#5b2a1b", frameLight: "#84452d", frameDeep: "#38160d", frameEdge: "#ffd6a0", ink: "#231a14", red: "#b3262b", base: "#ecd09a", pocket: "#150d09", pocketRim: "#4a3323", net: "#8a7358", shade: "#5a2d0a", paint: "#e9b949", grained: "1", painted: "0", gloss: "1" },
  rosewood: { woodLight: "#dba27a", wood: "#c17f58", woodDeep: "#a1623f", grain: "#6d3719", grainLight: "#f3c8a4", frame: "#33140f", frameLight: "#552420", frameDeep: "#1b0907", frameEdge: "#e8a07c", ink: "#1d0d08", red: "#8f1220", base: "#dba27a", pocket: "#150d09", pocketRim: "#4a3323", net: "#8a7358", shade: "#2a0c04", paint: "#e9b949", grained: "1", painted: "0", gloss: "1" },
  dark: { woodLight: "#5f828f", wood: "#4d6f7c", woodDeep: "#3e5c68", grain: "#263f49", grainLight: "#8fb0bc", frame: "#15181b", frameLight: "#2d3439", frameDeep: "#08090b", frameEdge: "#9fb8c4", ink: "#f4ecd6", red: "#d0494b", base: "#4d6f7c", pocket: "#04070a", pocketRim: "#4a3323", net: "#7f8f97", shade: "#04090c", paint: "#e9b949", grained: "0.55", painted: "0", gloss: "1" },
  bombay: { woodLight: "#3f9483", wood: "#2d7b6c", woodDeep: "#1f6357", grain: "#124a40", grainLight: "#7fc6b4", frame: "#7a1420", frameLight: "#a52735", frameDeep: "#470a12", frameEdge: "#ffd98a", ink: "#f6e6b4", red: "#c9252c", base: "#f2dfa6", pocket: "#150d09", pocketRim: "#4a3323", net: "#8a7358", shade: "#06251f", paint: "#f0bf4c", grained: "0.5", painted: "1", gloss: "1" },
  contrast: { woodLight: "#777470", wood: "#726f6c", woodDeep: "#6e6b68", grain: "#726f6c", grainLight: "#777470", frame: "#111111", frameLight: "#2b2b2b", frameDeep: "#000000", frameEdge: "#ffffff", ink: "#000000", red: "#7a0000", base: "#ffffff", pocket: "#000000", pocketRim: "#4a3323", net: "#555555", shade: "#000000", paint: "#e9b949", grained: "0", painted: "0", gloss: "0" },
} as const;

export const PIECES = {
  club: { white: ["#fdf6e3", "#e9d7ae", "#94794a", "#a98d5c"], black: ["#4a443f", "#231f1c", "#0b0908", "#b9aea2"], queen: ["#e5484f", "#a5161f", "#5c0a10", "#ffe9d6"] },
  bright: { white: ["#fff3b8", "#f2cf5b", "#8a6410", "#a8791a"], black: ["#3b5b8c", "#1b3258", "#0a1730", "#bcd0ee"], queen: ["#e5484f", "#a5161f", "#5c0a10", "#ffe9d6"] },
  contrast: { white: ["#ffffff", "#ffffff", "#000000", "#000000"], black: ["#1a1a1a", "#000000", "#000000", "#ffffff"], queen: ["#ffe600", "#ffe000", "#000000", "#b00000"] },
} as const;

export const STRIKERS = {
  blue: ["#ffffff", "#dfe7ee", "#5d7486", "#2c6e9b"],
  amber: ["#ffe7ae", "#f0a93a", "#7c4708", "#8a2c12"],
  jade: ["#e6fff2", "#8fd7b2", "#1f6b48", "#0f5a3a"],
  rose: ["#fff0f4", "#f2b3c4", "#8d3552", "#b01e4a"],
} as const;

/** The default look. */
export const palette = { ...BOARDS.maple, ...PIECES.club, striker: STRIKERS.blue } as const;
