// This browser's matches, without an account: every match with a player at this screen is listed until deleted.

import { useEffect, useState } from "preact/hooks";
import { get } from "../api/http.ts";
import type { MatchSummary } from "../api/wire.ts";
import type { PlayerName } from "../play/viewer.ts";
import { load, save } from "../prefs.ts";

export interface SavedGame {
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
const GAME_KEYS = [SEAT, GAME, "carrom.links.", "carrom.outbox.", "carrom.maker.", "carrom.lobby.", "carrom.tally."];

export function savedGame(id: string): SavedGame {
  const fresh: SavedGame = { id, players: [], card: null, counted: 0, hints: 0, isHelped: false };
  return { ...fresh, ...load<Partial<SavedGame>>(GAME + id, {}) };
}

export function saveGame(id: string, change: Partial<Omit<SavedGame, "id">>): SavedGame {
  const kept = { ...savedGame(id), ...change };
  save(GAME + id, kept);
  return kept;
}

/** All games, latest activity first. */
export function savedGames(): SavedGame[] {
  const ids = new Set<string>();
  try {
    for (let n = 0; n < localStorage.length; n++) {
      const key = localStorage.key(n) ?? "";
      for (const kind of [SEAT, GAME]) if (key.startsWith(kind)) ids.add(key.slice(kind.length));
    }
  } catch {
    // Storage is blocked: no games.
  }
  return [...ids].map(savedGame).sort((a, b) => (b.card?.at ?? Infinity) - (a.card?.at ?? Infinity));
}

export function deleteGame(id: string): void {
  try {
    for (const kind of GAME_KEYS) localStorage.removeItem(kind + id);
  } catch {
    // Storage is blocked: nothing to delete.
  }
}

export function isOver(card: MatchSummary): boolean {
  return card.waits === "over";
}

export function isMyTurn({ card, players }: SavedGame): boolean {
  return card?.players.some((player) => players.includes(player)) ?? false;
}

/** Whether the side here won; null if both sat here, or without a winner. */
export function isWon({ card, players }: SavedGame): boolean | null {
  const sides = new Set(players.map((player) => player[0]));
  if (!card?.winner || sides.size !== 1) return null;
  return sides.has(card.winner);
}

// Updates this browser's matches from the server, in batches.

/** The server's limit per request. */
const AT_ONCE = 24;

/** The games as of now; finished ones are not fetched again. Offline, as last seen. */
export async function refreshGames(games: readonly SavedGame[]): Promise<SavedGame[]> {
  const open = games.filter(({ card }) => !card || !isOver(card) || !card.feats).slice(0, AT_ONCE);
  if (!open.length) return [...games];
  const { games: cards, gone } = await get("/api/games", { query: { ids: open.map((one) => one.id).join(",") } });
  for (const card of cards) saveGame(card.id, { card });
  // A match the server has forgotten and of which nothing is known is dropped.
  const empty = new Set(gone.filter((id) => !games.find((one) => one.id === id)?.card));
  return savedGames().filter((one) => !empty.has(one.id));
}

// This browser's matches, refreshed while shown.

const AGAIN_MS = 6000;

export interface OwnGames {
  readonly games: readonly SavedGame[];
  readonly refresh: () => void;
}

export function useGames(): OwnGames {
  const [games, setGames] = useState<readonly SavedGame[]>(savedGames);
  const refresh = (): void => {
    setGames(savedGames());
    // Offline, as last seen.
    refreshGames(savedGames()).then(setGames, () => undefined);
  };
  useEffect(() => {
    refresh();
    const timer = setInterval(() => {
      const isAnyRunning = savedGames().some(({ card }) => !card || !isOver(card));
      if (isAnyRunning && !document.hidden) refresh();
    }, AGAIN_MS);
    return () => clearInterval(timer);
  }, []);
  return { games, refresh };
}

// Statistics of this browser's matches.

export interface Statistics {
  readonly played: number;
  readonly won: number;
  /** Matches with hints, left out of the other figures. */
  readonly hinted: number;
  readonly queens: number;
  readonly bestRun: number;
  readonly fouls: number;
  /** By opponent's name, most frequent first. */
  readonly against: readonly { readonly name: string; readonly played: number; readonly won: number }[];
}

/** Over finished matches of one side here, without hints. */
export function statistics(games: readonly SavedGame[]): Statistics {
  const against = new Map<string, { name: string; played: number; won: number }>();
  const sum = { played: 0, won: 0, hinted: 0, queens: 0, bestRun: 0, fouls: 0 };
  for (const game of games) {
    const won = isWon(game);
    const mine = game.players[0]?.[0] === "b" ? "b" : "a";
    const feats = game.card?.feats?.[mine];
    if (won === null || !feats || !game.card) continue;
    if (game.hints > 0) {
      sum.hinted += 1;
      continue;
    }
    sum.played += 1;
    sum.won += Number(won);
    sum.queens += feats.queens;
    sum.bestRun = Math.max(sum.bestRun, feats.best_run);
    sum.fouls += feats.fouls;
    const name = game.card.seats
      .filter((one) => one.party !== mine)
      .map((one) => one.name)
      .join(" & ");
    const row = against.get(name) ?? { name, played: 0, won: 0 };
    against.set(name, { name, played: row.played + 1, won: row.won + Number(won) });
  }
  return { ...sum, against: [...against.values()].sort((a, b) => b.played - a.played) };
}
