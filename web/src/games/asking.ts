// Updates this browser's matches from the server, in batches.

import { get } from "../app/api.ts";
import { isOver, type KeptGame, keepGame, keptGames } from "./kept.ts";

/** The server's limit per request. */
const AT_ONCE = 24;

/** The games as of now; finished ones are not fetched again. Offline, as last seen. */
export async function askAfter(games: readonly KeptGame[]): Promise<KeptGame[]> {
  const open = games.filter(({ card }) => !card || !isOver(card) || !card.feats).slice(0, AT_ONCE);
  if (!open.length) return [...games];
  const { games: cards, gone } = await get("/api/games", { ids: open.map((one) => one.id).join(",") });
  for (const card of cards) keepGame(card.id, { card });
  // A match the server has forgotten and of which nothing is known is dropped.
  const empty = new Set(gone.filter((id) => !games.find((one) => one.id === id)?.card));
  return keptGames().filter((one) => !empty.has(one.id));
}
