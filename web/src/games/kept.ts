// The matches of this browser: whoever sat at one of their boards here finds them again. No account: what is kept is
// kept in this browser, and forgotten when it is told to.

import { keep, recall } from "../app/prefs.ts";
import type { PlayerName } from "../play/messages.ts";
import type { MatchSummary } from "../wire.ts";

export interface KeptGame {
  readonly id: string;
  /** Who of its players sits at this browser; nobody, where that was before it was kept. */
  readonly players: readonly PlayerName[];
  /** As it stood when it was last seen: a match that the server has forgotten is still remembered here. */
  readonly card: MatchSummary | null;
  /** Boards that have been taken into account for the level. */
  readonly counted: number;
  /** How many hints were taken in it, here; and whether one was since the last board that was taken into account. */
  readonly hints: number;
  readonly isHelped: boolean;
}

const SEAT = "carrom.seat.";
const GAME = "carrom.game.";
const OF_A_GAME = [SEAT, GAME, "carrom.links.", "carrom.outbox.", "carrom.maker.", "carrom.lobby.", "carrom.tally."];

export function keptGame(id: string): KeptGame {
  const fresh: KeptGame = { id, players: [], card: null, counted: 0, hints: 0, isHelped: false };
  return { ...fresh, ...recall<Partial<KeptGame>>(GAME + id, {}) };
}

export function keepGame(id: string, change: Partial<Omit<KeptGame, "id">>): KeptGame {
  const kept = { ...keptGame(id), ...change };
  keep(GAME + id, kept);
  return kept;
}

/** All of them, those in which something happened last first. */
export function keptGames(): KeptGame[] {
  const ids = new Set<string>();
  try {
    for (let n = 0; n < localStorage.length; n++) {
      const key = localStorage.key(n) ?? "";
      for (const kind of [SEAT, GAME]) if (key.startsWith(kind)) ids.add(key.slice(kind.length));
    }
  } catch {
    // A browser that keeps nothing has no games.
  }
  return [...ids].map(keptGame).sort((a, b) => (b.card?.at ?? Infinity) - (a.card?.at ?? Infinity));
}

export function forgetGame(id: string): void {
  try {
    for (const kind of OF_A_GAME) localStorage.removeItem(kind + id);
  } catch {
    // There was nothing to forget.
  }
}

export function isOver(card: MatchSummary): boolean {
  return card.waits === "over";
}

export function isMyTurn({ card, players }: KeptGame): boolean {
  return card?.players.some((player) => players.includes(player)) ?? false;
}

/** Won or lost by the one side that sat here; null where both did, or nobody won. */
export function isWon({ card, players }: KeptGame): boolean | null {
  const sides = new Set(players.map((player) => player[0]));
  if (!card?.winner || sides.size !== 1) return null;
  return sides.has(card.winner);
}
