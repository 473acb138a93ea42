// Written by web/board.py from carrom/equipment. Do not edit: change that and run it again.

// Millimetres and grams, from the centre of the board.
export const SURFACE = 740;
export const HALF = 370;
export const FRAME_BREADTH = 70;
export const POCKET_RADIUS = 22.25;
export const POCKET_CENTRE = 347.75;
export const PIECE_RADIUS = 15.9;
export const PIECE_MASS = 5.25;
export const STRIKER_RADIUS = 20.65;
export const STRIKER_MASS = 15;
export const CENTRE_RADIUS = 15.9;
export const OUTER_RADIUS = 85;
export const BASE_LINE_LENGTH = 470;
export const BASE_LINE_FROM_FRAME = 101.5;
export const BASE_LINES_APART = 31.8;
export const LOWER_LINE = 268.5;
export const UPPER_LINE = 236.7;
export const BASE_MIDDLE = 252.6;
export const BASE_CIRCLE_RADIUS = 15.9;
export const BASE_CIRCLE_ACROSS = 220.8;
export const ARROW_THICKNESS = 1.5;
export const ARROW_LENGTH = 267;
export const ARROW_TO_POCKET = 50;
export const ARROW_TIP = 419.5427663;
export const ARROW_TAIL = 152.5427663;
export const TOLERANCE = 0.001;
export const SIDE_PIECES = 9;
export const BASE_RED_RADIUS = 12.7;
export const ARROW_ARCH_RADIUS = 31.75;

/** Deceleration (mm/s²), restitution and friction of the playing surface. */
export const SLOWING = 1176.798;
export const RESTITUTION = 0.85;
export const CONTACT_FRICTION = 0.1;

/** The pieces before the break; one arm of the white Y points to the right of the south player. */
export const RACK = [
  { kind: "queen", x: 0, y: 0 },
  { kind: "white", x: 22.485996, y: 22.485996 },
  { kind: "white", x: 44.971991, y: 44.971991 },
  { kind: "black", x: 14.25555, y: 53.202437 },
  { kind: "black", x: -8.2304456, y: 30.716441 },
  { kind: "white", x: -16.460891, y: 61.432883 },
  { kind: "black", x: -38.946887, y: 38.946887 },
  { kind: "white", x: -30.716441, y: 8.2304456 },
  { kind: "white", x: -61.432883, y: 16.460891 },
  { kind: "black", x: -53.202437, y: -14.25555 },
  { kind: "black", x: -22.485996, y: -22.485996 },
  { kind: "white", x: -44.971991, y: -44.971991 },
  { kind: "black", x: -14.25555, y: -53.202437 },
  { kind: "white", x: 8.2304456, y: -30.716441 },
  { kind: "white", x: 16.460891, y: -61.432883 },
  { kind: "black", x: 38.946887, y: -38.946887 },
  { kind: "black", x: 30.716441, y: -8.2304456 },
  { kind: "white", x: 61.432883, y: -16.460891 },
  { kind: "black", x: 53.202437, y: 14.25555 },
] as const;
