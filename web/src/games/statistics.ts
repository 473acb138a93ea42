// Statistics of this browser's matches.

import { isWon, type KeptGame } from "./kept.ts";

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
export function statistics(games: readonly KeptGame[]): Statistics {
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
