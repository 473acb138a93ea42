// The board surface in millimetres and its four views. No rules of play.

import { FRAME_BREADTH, HALF, PIECE_RADIUS, POCKET_CENTRE, STRIKER_RADIUS } from "./sizes.ts";

export const OUTER = HALF + FRAME_BREADTH;

export type Kind = "white" | "black" | "queen";
export type DiscKind = Kind | "striker";

/** Quarter turns counter-clockwise: south 0, east 1, north 2, west 3. */
export type Turn = 0 | 1 | 2 | 3;

export interface Point {
  readonly x: number;
  readonly y: number;
}

export interface Disc extends Point {
  readonly kind: DiscKind;
}

/** From a seat's view (right, ahead) to board coordinates. */
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

/** The inverse of `toBoard`. */
export function fromBoard(turn: Turn, x: number, y: number): Point {
  return toBoard(((4 - turn) % 4) as Turn, x, y);
}

/** A seat's view in whole millimetres, for text. */
export function seenFrom(turn: Turn, x: number, y: number): Point {
  const seen = fromBoard(turn, x, y);
  return { x: Math.round(seen.x) + 0, y: Math.round(seen.y) + 0 }; // avoids -0
}

export function radius(kind: DiscKind): number {
  return kind === "striker" ? STRIKER_RADIUS : PIECE_RADIUS;
}

/** Unit vector of a seat's direction in degrees: 0 ahead, positive to the right. */
export function heading(turn: Turn, degrees: number): Point {
  const angle = (degrees * Math.PI) / 180;
  return toBoard(turn, Math.sin(angle), Math.cos(angle));
}

/** Direction of a board vector in a seat's degrees. */
export function degrees(turn: Turn, dx: number, dy: number): number {
  const { x, y } = fromBoard(turn, dx, dy);
  const angle = (Math.atan2(x, y) * 180) / Math.PI;
  return inOneTurn(angle);
}

/** Normalise a direction to -180 (exclusive) … 180 degrees. */
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

export function nearestPocket(p: Point): Point {
  return POCKETS[p.y < 0 ? (p.x < 0 ? 0 : 1) : p.x < 0 ? 3 : 2] as Point;
}
