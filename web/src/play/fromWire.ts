// Converts the server's rows to discs, and seats to quarter turns.

import type { Disc, Kind, Turn } from "../board/geometry.ts";
import { BASE_MIDDLE, SIDE_PIECES } from "../board/sizes.ts";
import type { BoardState } from "../board/state.ts";
import type { PieceRow, SeatName, Snapshot, StrokeTrace } from "./messages.ts";
import { partyAt } from "./names.ts";

export const TURNS: Readonly<Record<SeatName, Turn>> = { south: 0, east: 1, north: 2, west: 3 };

export function discsOf(rows: readonly PieceRow[]): Disc[] {
  return rows.map(([kind, x, y]) => ({ kind, x, y }));
}

/** Each side's pocketed pieces, shown on the frame. */
export function capturedIn(view: Snapshot, facing: SeatName): BoardState["captured"] {
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
export function startOf(trace: StrokeTrace, before: readonly PieceRow[]): Disc[] {
  return trace.discs.map(([kind], index) => {
    const row = before[index];
    return row ? { kind: row[0], x: row[1], y: row[2] } : { kind, x: 0, y: -BASE_MIDDLE };
  });
}
