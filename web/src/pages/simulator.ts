// Strokes outside a match: the server reads the position and simulates.

import { post } from "../api/http.ts";
import type { Seat, StrokeBody, StrokeResult } from "../api/wire.ts";
import type { Disc } from "../board/geometry.ts";
import type { Lane } from "../board/state.ts";
import { discsOf, TURNS } from "../play/position.ts";

export function textOf(discs: readonly Disc[]): string {
  return discs.map((disc) => `${disc.kind}:${disc.x},${disc.y}`).join(" ") || "empty";
}

/** Read a position; the server refuses overlapping or impossible pieces with a sentence. */
export async function layOut(
  position: string,
  seat: Seat,
): Promise<{ discs: Disc[]; text: string; lane: Lane; fastest: number }> {
  const laid = await post("/api/position", { position, seat });
  const lane: Lane = { ...laid.lane, turn: TURNS[seat] };
  return { discs: discsOf(laid.pieces), text: laid.position, lane, fastest: laid.lane.fastest };
}

let last: { readonly asked: string; readonly answer: Promise<StrokeResult> } | null = null;

/** Caches the last stroke, for dragging through its moments. */
export function tryStroke(position: string, seat: Seat, stroke: StrokeBody): Promise<StrokeResult> {
  const wish = { position, seat, stroke };
  const asked = JSON.stringify(wish);
  if (last?.asked === asked) return last.answer;
  const answer = post("/api/simulate", wish);
  last = { asked, answer };
  answer.catch(() => {
    if (last?.answer === answer) last = null;
  });
  return answer;
}
