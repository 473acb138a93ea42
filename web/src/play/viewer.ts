// The viewer of this screen ("you"), and the names of players and seats.

import type { Do, Seat, Snapshot } from "../api/wire.ts";
import { t } from "../i18n/i18n.ts";

export type Act = Do["act"];
export type PlayerName = Do["player"];
export type PieceRow = Snapshot["pieces"][number];

export interface Viewer {
  /** Whether this player (`a1`) or side (`a`) is the viewer. */
  readonly isYou: (code: string | undefined) => boolean;
}

export const NOBODY: Viewer = { isYou: () => false };

/** Two partners at one screen are "you" only as a side; opponents at one screen are named. */
export function viewerOf(mine: readonly PlayerName[]): Viewer {
  const parties = new Set(mine.map((player) => player[0]));
  const you = new Set<string>([
    ...(mine.length === 1 ? mine : []),
    ...(parties.size === 1 ? [...parties] : []),
  ] as string[]);
  return { isYou: (code) => code !== undefined && you.has(code) };
}

/** Whether this is the partner of the only player here. */
export function isPartner(
  one: { readonly player: PlayerName; readonly party: "a" | "b" },
  mine: readonly PlayerName[],
): boolean {
  return mine.length === 1 && mine[0] !== one.player && mine[0]?.[0] === one.party;
}

/** Capitalise a sentence, also where it starts with a name. */
export function capital(text: string): string {
  return text.charAt(0).toLocaleUpperCase() + text.slice(1);
}

export function youOrName(viewer: Viewer, code: string | undefined, name: string): string {
  return viewer.isYou(code) ? t("you-word") : name;
}

export function seatWords(seat: Seat): string {
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
export function partyAt(view: Snapshot, seat: Seat): "a" | "b" {
  return view.seats.find((one) => one.seat === seat)?.party ?? "a";
}

/** The player's seat; with several players here and `turning` on, the seat of the one in turn. */
export function viewSeat(
  view: Snapshot,
  mine: readonly PlayerName[],
  actor: PlayerName | null,
  turning: boolean,
): Seat {
  const seats = view.seats.filter((one) => mine.includes(one.player));
  if (seats.length > 1 && turning) {
    const active = seats.find((one) => one.player === actor) ?? seats.find((one) => one.seat === view.turn);
    if (active) return active.seat;
  }
  return seats[0]?.seat ?? "south";
}
