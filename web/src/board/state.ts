// The board's input (state) and output (intents).

import type { DueSpots, Gap, StrokeBody, WhyNot } from "../api/wire.ts";
import type { Shot } from "./foresight.ts";
import type { Disc, Kind, Point, Turn } from "./geometry.ts";

/** Where the striker may lie, as distances to the right along a seat's base lines. */
export interface Lane {
  readonly turn: Turn;
  /** Distance of the row ahead of the centre, seen from the seat: negative, near the player's frame. */
  readonly ahead: number;
  readonly free: readonly (readonly [from: number, to: number])[];
  readonly gaps: readonly Gap[];
}

export interface Aim {
  /** Distance to the right along the base lines, mm. */
  readonly along: number;
  /** Degrees: 0 ahead, positive to the right. */
  readonly direction: number;
  /** m/s */
  readonly speed: number;
}

/** A player may shoot from this lane, up to this speed in m/s. */
export interface Aiming {
  readonly lane: Lane;
  readonly fastest: number;
}

export interface BoardState {
  readonly view: Turn;
  readonly discs: readonly Disc[];
  /** A striker at rest, when no one is aiming. */
  readonly striker: Point | null;
  readonly aiming: Aiming | null;
  readonly placing: { readonly kind: Kind; readonly spots: DueSpots } | null;
  readonly editing: boolean;
  /** Each side's pocketed pieces, on the viewer's side of the frame and across. */
  readonly captured: { readonly near: readonly Kind[]; readonly far: readonly Kind[] };
  readonly hints: readonly Shot[];
}

/** A swipe instead of a pull; or a pull on the striker where the line is turned first. */
export type Misfire = "swiped" | "pulled-back" | "no-power";

export interface Intents {
  aim(aim: Aim): void;
  strike(stroke: StrokeBody): void;
  refuse(why: WhyNot): void;
  /** It looked like a stroke, but nothing was struck. */
  onMisfire(how: Misfire): void;
  place(point: Point): void;
  move(index: number, point: Point): void;
}

export const EMPTY: BoardState = {
  view: 0,
  discs: [],
  striker: null,
  aiming: null,
  placing: null,
  editing: false,
  captured: { near: [], far: [] },
  hints: [],
};

export function gapAt(lane: Lane, along: number): Gap | null {
  return lane.gaps.find((gap) => along > gap.from && along < gap.to) ?? null;
}

export function nearestFree(lane: Lane, along: number): number {
  let best = 0;
  let distance = Infinity;
  for (const [from, to] of lane.free) {
    const place = Math.min(Math.max(along, from), to);
    if (Math.abs(place - along) < distance) {
      distance = Math.abs(place - along);
      best = place;
    }
  }
  return best;
}

export function isFree(lane: Lane, along: number): boolean {
  return lane.free.some(([from, to]) => along >= from - 1e-9 && along <= to + 1e-9);
}

export function spotFree(spots: DueSpots, p: Point): boolean {
  const row = spots.rows[Math.round((p.y - spots.y) / spots.step)];
  return (
    row?.[Math.round((p.x - spots.x) / spots.step)] === "." ||
    spots.extra.some(([x, y]) => Math.hypot(x - p.x, y - p.y) < 1e-6)
  );
}

/** Why a due piece may not lie there. */
export function whyNot(spots: DueSpots, p: Point): WhyNot | null {
  const row = spots.rows[Math.round((p.y - spots.y) / spots.step)];
  return spots.why[row?.[Math.round((p.x - spots.x) / spots.step)] ?? " "] ?? null;
}

function* freeSpots(spots: DueSpots): Generator<Point> {
  for (const [j, row] of spots.rows.entries())
    for (let i = 0; i < row.length; i++)
      if (row[i] === ".") yield { x: spots.x + i * spots.step, y: spots.y + j * spots.step };
  for (const [x, y] of spots.extra) yield { x, y };
}

/** The free spot nearest to a point; null if none is free. */
export function nearestSpot(spots: DueSpots, p: Point): Point | null {
  let best: Point | null = null;
  let distance = Infinity;
  for (const spot of freeSpots(spots)) {
    const far = Math.hypot(spot.x - p.x, spot.y - p.y);
    if (far < distance) {
      distance = far;
      best = spot;
    }
  }
  return best;
}
