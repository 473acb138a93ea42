// The score card: one line per board.

import type { JSX } from "preact";
import type { Snapshot } from "../api/wire.ts";
import { t } from "../i18n/i18n.ts";
import { phraseFor } from "./sentences.ts";
import { NOBODY, partyName, type Viewer } from "./viewer.ts";

export function ScoreCard({ view }: { view: Snapshot }): JSX.Element {
  const games = [...new Set([...view.lines, ...view.conceded].map(({ game }) => game))].sort((a, b) => a - b);
  return (
    <table class="card">
      <caption>
        {partyName(view, "a")} – {partyName(view, "b")}, {view.games.a}:{view.games.b}
      </caption>
      <thead>
        <tr>
          <th>{t("game", { game: "" })}</th>
          <th>{t("board", { board: "" })}</th>
          <th>{t("breaks")}</th>
          <th>{t("winner")}</th>
          <th>{t("queen")}</th>
          <th>{t("points")}</th>
          <th>{t("total")}</th>
        </tr>
      </thead>
      <tbody>
        {games.flatMap((game) => [
          ...view.lines
            .filter((line) => line.game === game)
            .map((line) => (
              <tr key={`${line.game}-${line.number}`}>
                <td>{line.game}</td>
                <td>{line.number}</td>
                <td>{partyName(view, line.breaker.party)}</td>
                <td>{partyName(view, line.winner)}</td>
                <td>{line.queen ? partyName(view, line.queen) : "–"}</td>
                <td>
                  {line.points}
                  {line.slam && <small>{t("slam", { slam: t(line.slam) })}</small>}
                </td>
                <td>
                  {line.score.a}:{line.score.b}
                </td>
              </tr>
            )),
          ...view.conceded
            .filter((one) => one.game === game)
            .map((one) => (
              <tr key={`${one.what}-${game}`} data-testid="conceded">
                <td colSpan={7}>{concededWords(view, one)}</td>
              </tr>
            )),
        ])}
      </tbody>
    </table>
  );
}

/** Whether a card is worth showing: more than one board, or a game conceded. */
export function hasCard({ lines, conceded }: Snapshot): boolean {
  return lines.length !== 1 || conceded.length > 0;
}

export function concededWords(
  view: Snapshot,
  { what, party, game }: Snapshot["conceded"][number],
  viewer: Viewer = NOBODY,
): string {
  const key = what === "game" ? "card-conceded" : "card-conceded-match";
  return phraseFor(viewer, key, party, { game, name: partyName(view, party) });
}
