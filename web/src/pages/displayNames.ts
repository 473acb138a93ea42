// A solo game may start before the user has a name: show the current name instead of the record's "guest".

import type { Snapshot } from "../api/wire.ts";
import { savedGame } from "../games/gamesStore.ts";
import { type PlayerName, partyName } from "../play/viewer.ts";
import { ownName } from "../prefs.ts";

export interface DisplayNames {
  /** The players at this screen. */
  readonly mine: readonly PlayerName[];
  /** Who played whom; null while unknown. */
  readonly title: string | null;
  readonly sides: { readonly a: string; readonly b: string } | null;
  readonly name: (written: string) => string;
}

export function displayNames(id: string | undefined, view: Snapshot | null): DisplayNames {
  const mine = id ? savedGame(id).players : [];
  const own = mine.length === 1 ? ownName() : "";
  const seats = view?.seats ?? [];
  const written = seats.find((one) => one.player === mine[0])?.name;
  const name = (text: string): string => (own && text === written ? own : text);
  const named = view && { ...view, seats: seats.map((one) => ({ ...one, name: name(one.name) })) };
  const sides = named && { a: partyName(named, "a"), b: partyName(named, "b") };
  return { mine, title: sides && `${sides.a} – ${sides.b}`, sides, name };
}
