// Written by web/board.py from carrom/render/ink/palette.py. Do not edit: change that and run it again.

// Page, drawings and prints look alike. Each disc: face, shaded face, rim, mark.
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
  pocketRim: "#4a3323",
  net: "#8a7358",
  white: ["#fdf6e3", "#e9d7ae", "#94794a", "#a98d5c"],
  black: ["#4a443f", "#231f1c", "#0b0908", "#b9aea2"],
  queen: ["#e5484f", "#a5161f", "#5c0a10", "#ffe9d6"],
  striker: ["#ffffff", "#dfe7ee", "#5d7486", "#2c6e9b"],
} as const;
