// Your games: running, finished, and statistics. Stored in this browser, without an account.

import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { Dialog } from "../app/ui.tsx";
import { t } from "../i18n/i18n.ts";
import { Page } from "../pages/Page.tsx";
import { GameTile, versus } from "./GameTile.tsx";
import { deleteGame, isOver, type SavedGame, type Statistics, statistics, useGames } from "./gamesStore.ts";
import "./games.css";

export function GamesPage(): JSX.Element {
  const { games, refresh } = useGames();
  const [leaving, setLeaving] = useState<SavedGame | null>(null);
  const running = games.filter(({ card }) => !card || !isOver(card));
  const over = games.filter(({ card }) => card && isOver(card));
  const list = (title: string, found: readonly SavedGame[], name: string): JSX.Element | null =>
    found.length > 0 ? (
      <section aria-label={title} data-testid={name}>
        <h2>{title}</h2>
        <div class="game-tiles">
          {found.map((game) => (
            <GameTile key={game.id} game={game} onForget={() => setLeaving(game)} />
          ))}
        </div>
      </section>
    ) : null;
  return (
    <Page title={t("games")}>
      {games.length === 0 && (
        <p>
          {t("games-none")} <a href="/">{t("home")}</a>
        </p>
      )}
      {list(t("games-running"), running, "running")}
      <Figures figures={statistics(games)} />
      {list(t("games-finished"), over, "finished")}
      <p class="small">{t("games-where")}</p>
      {leaving && (
        <Dialog title={t("games-forget")} onClose={() => setLeaving(null)}>
          <p>
            <bdi>{leaving.card ? versus(leaving) : t("games-unknown")}</bdi>
          </p>
          <p>{t("games-forget-sure")}</p>
          <div class="buttons">
            <button
              onClick={() => {
                deleteGame(leaving.id);
                setLeaving(null);
                refresh();
              }}
            >
              {t("games-forget")}
            </button>
            <button class="go" onClick={() => setLeaving(null)}>
              {t("games-keep")}
            </button>
          </div>
        </Dialog>
      )}
    </Page>
  );
}

function Figures({ figures }: { figures: Statistics }): JSX.Element | null {
  if (!figures.played && !figures.hinted) return null;
  const rows: readonly (readonly [string, string])[] = [
    [t("stat-won"), `${figures.won} / ${figures.played}`],
    [t("stat-queens"), String(figures.queens)],
    [t("stat-run"), String(figures.bestRun)],
    [t("stat-fouls"), String(figures.fouls)],
    ...(figures.hinted ? [[t("stat-hinted"), String(figures.hinted)] as const] : []),
  ];
  return (
    <section aria-label={t("statistics")} data-testid="statistics">
      <h2>{t("statistics")}</h2>
      <dl class="figures">
        {rows.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd dir="ltr">{value}</dd>
          </div>
        ))}
      </dl>
      <table>
        <tbody>
          {figures.against.map((row) => (
            <tr key={row.name}>
              <th scope="row">
                <bdi>{row.name}</bdi>
              </th>
              <td>{t("stat-against", { won: row.won, played: row.played })}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
