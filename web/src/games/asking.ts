// How the matches of this browser stand now, asked of the server a few at a time.

import { get } from "../app/api.ts";
import { isOver, type KeptGame, keepGame, keptGames } from "./kept.ts";

/** The server answers for so many at once. */
const AT_ONCE = 24;

/** The games as they stand; what is over and known is not asked for again. Where nobody answers, as last seen. */
export async function askAfter(games: readonly KeptGame[]): Promise<KeptGame[]> {
  const open = games.filter(({ card }) => !card || !isOver(card) || !card.feats).slice(0, AT_ONCE);
  if (!open.length) return [...games];
  const { games: cards, gone } = await get("/api/games", { ids: open.map((one) => one.id).join(",") });
  for (const card of cards) keepGame(card.id, { card });
  // One that the server has forgotten, and of which nothing is known here, is nothing to come back to.
  const empty = new Set(gone.filter((id) => !games.find((one) => one.id === id)?.card));
  return keptGames().filter((one) => !empty.has(one.id));
}
