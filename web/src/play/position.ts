// Converts the server's rows to discs, and seats to quarter turns.

import type { DueSpots, Seat, Snapshot, StrokeTrace } from "../api/wire.ts";
import type { Disc, Kind, Point, Turn } from "../board/geometry.ts";
import { BASE_MIDDLE, PIECE_RADIUS, SIDE_PIECES } from "../board/sizes.ts";
import type { BoardState } from "../board/state.ts";
import { type PieceRow, partyAt } from "./viewer.ts";

export const TURNS: Readonly<Record<Seat, Turn>> = { south: 0, east: 1, north: 2, west: 3 };

export function discsOf(rows: readonly PieceRow[]): Disc[] {
  return rows.map(([kind, x, y]) => ({ kind, x, y }));
}

/** Each side's pocketed pieces, shown on the frame. */
export function pocketedIn(view: Snapshot, facing: Seat): BoardState["captured"] {
  const near = partyAt(view, facing);
  const of = (party: "a" | "b"): Kind[] => {
    const colour = view.seats.find((one) => one.party === party)?.colour;
    if (!colour) return [];
    const pieces = Array.from({ length: Math.max(0, SIDE_PIECES - view.left[party]) }, () => colour);
    return view.queen === party ? [...pieces, "queen"] : pieces;
  };
  return { near: of(near), far: of(near === "a" ? "b" : "a") };
}

/** All discs at the start of a stroke; the striker comes from its trace. */
export function discsAtStart(trace: StrokeTrace, before: readonly PieceRow[]): Disc[] {
  return trace.discs.map(([kind], index) => {
    const row = before[index];
    return row ? { kind: row[0], x: row[1], y: row[2] } : { kind, x: 0, y: -BASE_MIDDLE };
  });
}

function withoutLaid(spots: DueSpots, laid: readonly Point[]): DueSpots {
  const isTaken = (x: number, y: number): boolean => laid.some((p) => Math.hypot(p.x - x, p.y - y) < 2 * PIECE_RADIUS);
  const rows = spots.rows.map((row, j) =>
    Array.from(row, (mark, i) => (isTaken(spots.x + i * spots.step, spots.y + j * spots.step) ? "#" : mark)).join(""),
  );
  return { ...spots, rows, extra: spots.extra.filter(([x, y]) => !isTaken(x, y)) };
}

/** Where one more due piece can go; null if none is due or none fits. */
export function spotsLeft({ what, spots, count }: Snapshot["todo"], laid: readonly Point[]): DueSpots | null {
  if (what !== "place" || !spots || laid.length >= count) return null;
  const left = withoutLaid(spots, laid);
  const hasRoom = left.extra.length > 0 || left.rows.some((row) => row.includes("."));
  return hasRoom || laid.length === 0 ? left : null;
}

/** The server's default angle. */
export const DEFAULT_ANGLE = 45;

export function turnedRack(rows: readonly PieceRow[], angle: number): Disc[] {
  const turn = ((angle - DEFAULT_ANGLE) * Math.PI) / 180;
  const [cos, sin] = [Math.cos(turn), Math.sin(turn)];
  return discsOf(rows).map(({ kind, x, y }) => ({ kind, x: x * cos - y * sin, y: x * sin + y * cos }));
}
