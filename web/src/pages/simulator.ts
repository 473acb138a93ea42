// Trying strokes outside a match: the server lays the position out and works out the stroke.

import { post } from "../app/api.ts";
import type { Disc } from "../board/geometry.ts";
import type { Lane } from "../board/state.ts";
import { discsOf, TURNS } from "../play/fromWire.ts";
import type { SeatName } from "../play/messages.ts";
import type { StrokeBody, StrokeResult } from "../wire.ts";

export function textOf(discs: readonly Disc[]): string {
  return discs.map((disc) => `${disc.kind}:${disc.x},${disc.y}`).join(" ") || "empty";
}

/** The position read by the server: refused with a sentence when pieces overlap or lie where they cannot. */
export async function layOut(
  position: string,
  seat: SeatName,
): Promise<{ discs: Disc[]; text: string; lane: Lane; fastest: number }> {
  const laid = await post("/api/position", { position, seat });
  const lane: Lane = { ...laid.lane, turn: TURNS[seat] };
  return { discs: discsOf(laid.pieces), text: laid.position, lane, fastest: laid.lane.fastest };
}

let last: { readonly asked: string; readonly answer: Promise<StrokeResult> } | null = null;

/** The last stroke is remembered: whoever drags through its moments wants the same one at every step. */
export function tryStroke(position: string, seat: SeatName, stroke: StrokeBody): Promise<StrokeResult> {
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
