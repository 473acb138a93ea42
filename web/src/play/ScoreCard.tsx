// The boards of the match so far, one line each.

import type { JSX } from "preact";
import { t } from "../i18n/i18n.ts";
import type { PageView } from "./messages.ts";
import { partyName } from "./names.ts";

export function ScoreCard({ view }: { view: PageView }): JSX.Element {
  return (
    <table class="card">
      <caption>
        {partyName(view, "a")} – {partyName(view, "b")}, {view.games[0]}:{view.games[1]}
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
        {view.lines.map((line) => (
          <tr key={`${line.game}-${line.board}`}>
            <td>{line.game}</td>
            <td>{line.board}</td>
            <td>{partyName(view, line.breaker)}</td>
            <td>{line.winner ? partyName(view, line.winner) : "–"}</td>
            <td>{line.queen ? partyName(view, line.queen) : "–"}</td>
            <td>{line.points}</td>
            <td>
              {line.total[0]}:{line.total[1]}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
