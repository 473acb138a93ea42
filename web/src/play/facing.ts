// From which seat this screen sees the board.

import type { PlayerName, SeatName, Snapshot } from "./messages.ts";

/** The player's own seat, or with several at this screen the one of whose turn it is, where the board is `turning`. */
export function facingSeat(
  view: Snapshot,
  mine: readonly PlayerName[],
  actor: PlayerName | null,
  turning: boolean,
): SeatName {
  const seats = view.seats.filter((one) => mine.includes(one.player));
  if (seats.length > 1 && turning) {
    const active = seats.find((one) => one.player === actor) ?? seats.find((one) => one.seat === view.turn);
    if (active) return active.seat;
  }
  return seats[0]?.seat ?? "south";
}
