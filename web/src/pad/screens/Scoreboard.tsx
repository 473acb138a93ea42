// Scoreboard for a hall or a stream: a second window that follows the match.

import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import type { PadView } from "../../api/pad.ts";
import type { Party } from "../engine/questions.ts";
import { listen } from "../session.ts";
import { t } from "../words/words.ts";
import { Disc } from "./parts.tsx";

export function Scoreboard({ id, overlay }: { id: string; overlay: boolean }): JSX.Element {
  const [shown, setShown] = useState<PadView | null>(null);
  useEffect(() => {
    document.documentElement.dataset.overlay = String(overlay);
    return listen(id, setShown);
  }, [id, overlay]);
  if (!shown) return <p class="waiting-board">{t("board-waits")}</p>;
  const { view } = shown;
  return (
    <main class={`scoreboard ${overlay ? "overlay" : ""}`} data-testid="scoreboard">
      {(["a", "b"] as const).map((party) => (
        <Half key={party} shown={shown} party={party} />
      ))}
      <footer>
        {shown.extra ? t("extra-board") : t("board-number", { count: shown.board })}
        {(view.score?.games.length ?? 0) > 1 && ` · ${view.score?.games.map((one) => `${one.a}–${one.b}`).join("  ")}`}
        {view.announced && ` · ${t("match-won-by")} ${shown.names[view.announced]}`}
      </footer>
    </main>
  );
}

function Half({ shown, party }: { shown: PadView; party: Party }): JSX.Element {
  const { board, points } = shown.view;
  const isTurn = board !== null && !board.demand && board.turn.party === party;
  const games = shown.view.score?.games.filter((game) => game.winner === party).length ?? 0;
  return (
    <section data-turn={isTurn || undefined} data-party={party}>
      <h2>
        {board && <Disc kind={board.colours[party]} />} {shown.names[party]}
        {board?.queen === party && <Disc kind="queen" />}
      </h2>
      <b>{points[party]}</b>
      <span>
        {games > 0 && t("games-won", { count: games })} {board && t("pieces-left", { count: board.on[party] })}
      </span>
    </section>
  );
}
