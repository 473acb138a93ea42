// The score card of chapter XIX.

import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import type { Keeper } from "../keeper.ts";
import type { Card } from "../types.ts";
import { t } from "../words/words.ts";

export function CardView({ keeper }: { keeper: Keeper }): JSX.Element {
  const [card, setCard] = useState<Card | null>(null);
  useEffect(() => void keeper.question("card").then((answer) => setCard(answer as Card)), []);
  if (!card) return <p>…</p>;
  const drawn = (who: string): string => String(keeper.book.notes[`signature-${who.toLowerCase()}`] ?? "");
  return (
    <div class="paper" data-testid="card">
      <dl>
        {[...card.head, ...card.toss]
          .filter(([, value]) => value)
          .map(([key, value]) => (
            <div key={key}>
              <dt>{key}</dt>
              <dd>{value}</dd>
            </div>
          ))}
      </dl>
      {card.games.map((game) => (
        <table key={game.number}>
          <caption>{t("game-number", { count: game.number })}</caption>
          <thead>
            <tr>
              <th scope="col">{t("board")}</th>
              <th scope="col" colSpan={3}>
                {card.names.a}
              </th>
              <th scope="col" colSpan={3}>
                {card.names.b}
              </th>
            </tr>
            <tr class="sub">
              <td>{t("breaks")}</td>
              {["a", "b"].map((party) => [
                <td key={`${party}q`}>{t("queen")}</td>,
                <td key={`${party}p`}>{t("pieces")}</td>,
                <td key={`${party}t`}>{t("total")}</td>,
              ])}
            </tr>
          </thead>
          <tbody>
            {game.rows.map((row, index) => (
              <tr key={index}>
                <th scope="row">
                  {row.board} <small>{row.breaker}</small>
                </th>
                {[...row.cells.a, ...row.cells.b].map((cell, place) => (
                  <td key={place} class={place % 3 === 2 ? "sum" : ""}>
                    {cell === "Nil" ? "–" : cell}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
          <tfoot>
            <tr>
              <td colSpan={7}>
                {game.total} {game.winner && `· ${game.winner}`}
              </td>
            </tr>
          </tfoot>
        </table>
      ))}
      {card.remarks.length > 0 && (
        <ul>
          {card.remarks.map((remark) => (
            <li key={remark}>{remark}</li>
          ))}
        </ul>
      )}
      {card.winner && (
        <p class="won">
          {t("match-won-by")} <b>{card.winner}</b>
        </p>
      )}
      <div class="signatures">
        {card.signatures.map(([who, name]) => (
          <div key={who}>
            <svg viewBox="0 0 300 120" aria-hidden="true">
              <path d={drawn(who)} />
            </svg>
            <span>{name || "…"}</span>
            <small>{t(who === "Loser" ? "loser" : "umpire")}</small>
          </div>
        ))}
      </div>
    </div>
  );
}
