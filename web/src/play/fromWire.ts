// Rows of the wire as discs of the board, seats as quarter turns of it.

import type { Disc, Turn } from "../board/geometry.ts";
import { BASE_MIDDLE } from "../board/sizes.ts";
import type { PieceRow, SeatName, StrokeTrace } from "./messages.ts";

export const TURNS: Readonly<Record<SeatName, Turn>> = { south: 0, east: 1, north: 2, west: 3 };

export function discsOf(rows: readonly PieceRow[]): Disc[] {
  return rows.map(([kind, x, y]) => ({ kind, x, y }));
}

/** Where every disc of a stroke begins: the pieces as they lay; the striker has a path of its own. */
export function startOf(trace: StrokeTrace, before: readonly PieceRow[]): Disc[] {
  return trace.discs.map(([kind], index) => {
    const row = before[index];
    return row ? { kind: row[0], x: row[1], y: row[2] } : { kind, x: 0, y: -BASE_MIDDLE };
  });
}
