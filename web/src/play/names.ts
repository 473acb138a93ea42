// Seat names.

import { t } from "../i18n/i18n.ts";
import type { PlayerName, SeatName, Snapshot } from "./messages.ts";

export function seatWords(seat: SeatName): string {
  return t(`seat-${seat}`);
}

export function nameOf(view: Snapshot, player: PlayerName | undefined): string {
  return view.seats.find((one) => one.player === player)?.name ?? "";
}

export function partyName(view: Snapshot, party: "a" | "b"): string {
  return view.seats
    .filter((one) => one.party === party)
    .map((one) => one.name)
    .join(" & ");
}

/** The side of a seat; the viewer's own side is the near one. */
export function partyAt(view: Snapshot, seat: SeatName): "a" | "b" {
  return view.seats.find((one) => one.seat === seat)?.party ?? "a";
}
