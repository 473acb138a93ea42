// The marked surface in millimetres, and the four ways of looking at it. Nothing here knows a rule of play.

import { FRAME_BREADTH, HALF, PIECE_RADIUS, POCKET_CENTRE, STRIKER_RADIUS } from "./sizes.ts";

/** From the centre to the outer edge of the frame. */
export const OUTER = HALF + FRAME_BREADTH;

export type Kind = "white" | "black" | "queen";
export type DiscKind = Kind | "striker";

/** Quarter turns of a seat, counter-clockwise from south: south 0, east 1, north 2, west 3. */
export type Turn = 0 | 1 | 2 | 3;

export interface Point {
  readonly x: number;
  readonly y: number;
}

export interface Disc extends Point {
  readonly kind: DiscKind;
}

/** From a seat's own view (right, ahead) to board coordinates. */
export function toBoard(turn: Turn, right: number, ahead: number): Point {
  switch (turn) {
    case 0:
      return { x: right, y: ahead };
    case 1:
      return { x: -ahead, y: right };
    case 2:
      return { x: -right, y: -ahead };
    case 3:
      return { x: ahead, y: -right };
  }
}

/** From board coordinates to a seat's own view; the inverse of `toBoard`. */
export function fromBoard(turn: Turn, x: number, y: number): Point {
  return toBoard(((4 - turn) % 4) as Turn, x, y);
}

/** The same in whole millimetres, for words: right of the middle and ahead, as whoever sits there sees it. */
export function seenFrom(turn: Turn, x: number, y: number): Point {
  const seen = fromBoard(turn, x, y);
  return { x: Math.round(seen.x) + 0, y: Math.round(seen.y) + 0 }; // never minus nothing
}

export function radius(kind: DiscKind): number {
  return kind === "striker" ? STRIKER_RADIUS : PIECE_RADIUS;
}

/** The unit vector on the board of a direction in a seat's degrees: 0 ahead, positive to the player's right. */
export function heading(turn: Turn, degrees: number): Point {
  const angle = (degrees * Math.PI) / 180;
  return toBoard(turn, Math.sin(angle), Math.cos(angle));
}

/** The direction in degrees, as the seat's player sees it, of a vector on the board. */
export function degrees(turn: Turn, dx: number, dy: number): number {
  const { x, y } = fromBoard(turn, dx, dy);
  const angle = (Math.atan2(x, y) * 180) / Math.PI;
  return inOneTurn(angle);
}

/** The same direction, above -180 and up to 180 degrees: a hand may turn a line round and round. */
export function inOneTurn(direction: number): number {
  const rest = direction % 360;
  return rest > 180 ? rest - 360 : rest <= -180 ? rest + 360 : rest;
}

export const POCKETS: readonly Point[] = [
  { x: -POCKET_CENTRE, y: -POCKET_CENTRE },
  { x: POCKET_CENTRE, y: -POCKET_CENTRE },
  { x: POCKET_CENTRE, y: POCKET_CENTRE },
  { x: -POCKET_CENTRE, y: POCKET_CENTRE },
];

/** One of `POCKETS`: that of the corner in which a point lies. */
export function nearestPocket(p: Point): Point {
  return POCKETS[p.y < 0 ? (p.x < 0 ? 0 : 1) : p.x < 0 ? 3 : 2] as Point;
}
