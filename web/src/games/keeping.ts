// While a match is played here: save it among this browser's games, and adjust the level by its boards.

import { useEffect } from "preact/hooks";
import { useChoices } from "../home/choices.ts";
import { boardPlayed, level } from "../home/level.ts";
import type { PlayerName, Snapshot } from "../play/messages.ts";
import type { Opponent } from "../wire.ts";
import { keepGame, keptGame } from "./kept.ts";

/** The opponent of the user's level, when playing alone against it. */
function opponentOf(view: Snapshot, mine: readonly PlayerName[], opponents: readonly Opponent[]): Opponent | null {
  const [one, ...more] = view.seats.filter((seat) => !mine.includes(seat.player));
  const met = opponents[level.value.at ?? -1];
  return mine.length === 1 && more.length === 0 && met && one?.computer?.split(",")[0] === met.id ? met : null;
}

export function useKeeping(id: string, mine: readonly PlayerName[], view: Snapshot | null): void {
  const opponents = useChoices()?.opponents ?? [];
  useEffect(() => {
    if (mine.length) keepGame(id, { players: mine });
  }, [id, mine]);
  useEffect(() => {
    if (!view || !mine.length || !opponents.length) return;
    const { counted, isHelped } = keptGame(id);
    // A board replayed after an undo counts once.
    for (const line of view.lines.slice(counted)) {
      const met = opponentOf(view, mine, opponents);
      // Boards with hints say nothing about the level.
      if (met && !isHelped) boardPlayed(id, line.winner === mine[0]?.[0], opponents.length);
    }
    if (view.lines.length > counted) keepGame(id, { counted: view.lines.length, isHelped: false });
  }, [id, mine, view?.lines.length, opponents.length]);
}
