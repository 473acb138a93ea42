// Advice from the server for the player in turn.

import { post } from "../api/http.ts";
import type { HintRequest, HintStroke, Seat, Snapshot } from "../api/wire.ts";
import type { Board } from "../board/board.ts";
import { fromBoard } from "../board/geometry.ts";
import type { BoardState } from "../board/state.ts";
import { t } from "../i18n/i18n.ts";
import { TURNS } from "./position.ts";

export interface Advice extends HintStroke {
  seat: Seat;
}

export async function askAdvice(
  position: string,
  seat: Seat,
  colour: HintRequest["colour"],
  rulebook: string,
  queen: HintRequest["queen"] = "board",
): Promise<Advice[]> {
  const found = await post("/api/hint", { position, seat, colour, rulebook, queen });
  return found.strokes.map((stroke) => ({ ...stroke, seat }));
}

export function hintLines(found: readonly Advice[]): BoardState["hints"] {
  return found
    .slice(0, 1)
    .map(({ x, y, seat, direction, speed }) => ({ from: { x, y }, turn: TURNS[seat], direction, speed }));
}

/** Set striker, line and power as advised; the player still shoots. */
export function takeAim(board: Board, { seat, x, y, direction, speed }: Advice): void {
  board.setAim({ along: fromBoard(TURNS[seat], x, y).x, direction, speed });
}

/** In words: how often a club player makes the best of these strokes. */
export function hintWords(found: readonly Advice[]): string {
  return found[0]
    ? `${t("hint-chance", { count: Math.round(found[0].chance * 100) })} ${t("hint-power", { speed: found[0].speed.toFixed(1) })}`
    : "";
}

export async function adviceIn(view: Snapshot): Promise<Advice[]> {
  const seat = view.turn;
  if (!seat) return [];
  const who = view.seats.find((one) => one.seat === seat);
  const queen =
    view.queen === "board" || view.queen === "pending" ? view.queen : view.queen === who?.party ? "player" : "opponent";
  return askAdvice(view.position, seat, who?.colour ?? "white", view.rulebook, queen);
}
