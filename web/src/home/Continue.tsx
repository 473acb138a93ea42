// Running games: back to the board in one tap.

import type { JSX } from "preact";
import { GameTile } from "../games/GameTile.tsx";
import { isMyTurn, isOver, type KeptGame } from "../games/kept.ts";
import { useGames } from "../games/useGames.ts";
import { t } from "../i18n/i18n.ts";
import "../games/games.css";

const SHOWN = 2;

function isRunning({ card }: KeptGame): boolean {
  return card !== null && !isOver(card);
}

export function Continue(): JSX.Element | null {
  const { games } = useGames();
  if (!games.length) return null;
  const running = games.filter(isRunning);
  const first = [...running].sort((a, b) => Number(isMyTurn(b)) - Number(isMyTurn(a))).slice(0, SHOWN);
  return (
    <section class="continue" aria-label={t("continue")} data-testid="continue">
      {first.length > 0 && <h2>{t("continue")}</h2>}
      {first.map((game) => (
        <GameTile key={game.id} game={game} />
      ))}
      {(running.length > SHOWN || first.length === 0) && <a href="/games">{t("games-all", { count: games.length })}</a>}
    </section>
  );
}
