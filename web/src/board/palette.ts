// The board's colours: those of carrom/render/ink/palette.py, so that page, drawings and prints look alike.

export const palette = {
  woodLight: "#f6e3bb",
  wood: "#ecd09a",
  woodDeep: "#ddb877",
  grain: "#b98d4e",
  frame: "#5b2a1b",
  frameLight: "#84452d",
  frameDeep: "#38160d",
  ink: "#231a14",
  red: "#b3262b",
  pocket: "#150d09",
  net: "#8a7358",
  // Each disc: face, shaded face, rim, mark.
  white: ["#fdf6e3", "#e9d7ae", "#94794a", "#a98d5c"],
  black: ["#4a443f", "#231f1c", "#0b0908", "#b9aea2"],
  queen: ["#e5484f", "#a5161f", "#5c0a10", "#ffe9d6"],
  striker: ["#ffffff", "#dfe7ee", "#5d7486", "#2c6e9b"],
} as const;

/** Signs of this page only. */
export const signs = {
  lawful: "#1f8a4c",
  unlawful: "#c62828",
  aim: "#ffffff",
  struck: "#ffca28",
  advice: "#0d47a1",
} as const;
