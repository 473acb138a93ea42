// Players who have not arrived, until the first board begins.

import type { PlayerName, Snapshot } from "../play/messages.ts";

export function awaitedSeats(
  view: Snapshot,
  mine: readonly PlayerName[],
  here: readonly PlayerName[],
): Snapshot["seats"] {
  const isFirst = view.game === 1 && view.board === 1 && view.lines.length === 0;
  if (!isFirst || (view.todo.what !== "toss" && view.todo.what !== "next")) return [];
  return view.seats.filter((one) => !one.computer && !mine.includes(one.player) && !here.includes(one.player));
}
