// Whether a stroke was too weak: on line, but the piece stopped short.

import { sight } from "../board/course.ts";
import { type Disc, heading, type Turn } from "../board/geometry.ts";
import type { StrokeBody } from "../wire.ts";

export function cameShort(
  stroke: StrokeBody,
  turn: Turn,
  discs: readonly Disc[],
  { pocketed, touched }: { readonly pocketed: readonly string[]; readonly touched: boolean },
): boolean {
  const along = heading(turn, stroke.direction);
  const { struck, lost } = sight(stroke, along, discs);
  if (!struck) return lost !== null && !pocketed.includes("striker");
  if (!touched) return true;
  const falls = sight(stroke, along, discs, stroke.speed).struck?.way.pocket ?? null;
  return struck.way.pocket !== null && falls === null && !pocketed.includes(struck.disc.kind);
}
