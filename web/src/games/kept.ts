// This browser's matches, without an account: every match with a player at this screen is listed until deleted.

import { keep, recall } from "../app/prefs.ts";
import type { PlayerName } from "../play/messages.ts";
import type { MatchSummary } from "../wire.ts";

export interface KeptGame {
  readonly id: string;
  /** The players at this browser; none for old entries. */
  readonly players: readonly PlayerName[];
  /** As last seen: remembered even when the server has forgotten the match. */
  readonly card: MatchSummary | null;
  /** Boards already counted for the level. */
  readonly counted: number;
  /** Hints taken here, and whether one was since the last counted board. */
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

/** All games, latest activity first. */
export function keptGames(): KeptGame[] {
  const ids = new Set<string>();
  try {
    for (let n = 0; n < localStorage.length; n++) {
      const key = localStorage.key(n) ?? "";
      for (const kind of [SEAT, GAME]) if (key.startsWith(kind)) ids.add(key.slice(kind.length));
    }
  } catch {
    // Storage is blocked: no games.
  }
  return [...ids].map(keptGame).sort((a, b) => (b.card?.at ?? Infinity) - (a.card?.at ?? Infinity));
}

export function forgetGame(id: string): void {
  try {
    for (const kind of OF_A_GAME) localStorage.removeItem(kind + id);
  } catch {
    // Storage is blocked: nothing to delete.
  }
}

export function isOver(card: MatchSummary): boolean {
  return card.waits === "over";
}

export function isMyTurn({ card, players }: KeptGame): boolean {
  return card?.players.some((player) => players.includes(player)) ?? false;
}

/** Whether the side here won; null if both sat here, or without a winner. */
export function isWon({ card, players }: KeptGame): boolean | null {
  const sides = new Set(players.map((player) => player[0]));
  if (!card?.winner || sides.size !== 1) return null;
  return sides.has(card.winner);
}
