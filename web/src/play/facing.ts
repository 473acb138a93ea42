// The seat from which this screen shows the board.

import type { PlayerName, SeatName, Snapshot } from "./messages.ts";

/** The player's seat; with several players here and `turning` on, the seat of the one in turn. */
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
