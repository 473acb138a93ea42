// Where due pieces can go, given those laid but not yet sent.

import type { Point } from "../board/geometry.ts";
import { PIECE_RADIUS } from "../board/sizes.ts";
import type { DueSpots, Snapshot } from "./messages.ts";

function less(spots: DueSpots, laid: readonly Point[]): DueSpots {
  const isTaken = (x: number, y: number): boolean => laid.some((p) => Math.hypot(p.x - x, p.y - y) < 2 * PIECE_RADIUS);
  const rows = spots.rows.map((row, j) =>
    Array.from(row, (mark, i) => (isTaken(spots.x + i * spots.step, spots.y + j * spots.step) ? "#" : mark)).join(""),
  );
  return { ...spots, rows, extra: spots.extra.filter(([x, y]) => !isTaken(x, y)) };
}

/** Where one more due piece can go; null if none is due or none fits. */
export function roomFor({ what, spots, count }: Snapshot["todo"], laid: readonly Point[]): DueSpots | null {
  if (what !== "place" || !spots || laid.length >= count) return null;
  const left = less(spots, laid);
  const hasRoom = left.extra.length > 0 || left.rows.some((row) => row.includes("."));
  return hasRoom || laid.length === 0 ? left : null;
}
