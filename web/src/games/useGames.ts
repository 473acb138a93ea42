// This browser's matches, refreshed while shown.

import { useEffect, useState } from "preact/hooks";
import { askAfter } from "./asking.ts";
import { isOver, type KeptGame, keptGames } from "./kept.ts";

const AGAIN_MS = 6000;

export interface OwnGames {
  readonly games: readonly KeptGame[];
  readonly refresh: () => void;
}

export function useGames(): OwnGames {
  const [games, setGames] = useState<readonly KeptGame[]>(keptGames);
  const refresh = (): void => {
    setGames(keptGames());
    // Offline, as last seen.
    askAfter(keptGames()).then(setGames, () => undefined);
  };
  useEffect(() => {
    refresh();
    const timer = setInterval(() => {
      const isAnyRunning = keptGames().some(({ card }) => !card || !isOver(card));
      if (isAnyRunning && !document.hidden) refresh();
    }, AGAIN_MS);
    return () => clearInterval(timer);
  }, []);
  return { games, refresh };
}
