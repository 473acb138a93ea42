// A match that is played at screens: one link for each player, told once. Its result comes back by itself.

import type { JSX } from "preact";
import { useState } from "preact/hooks";
import type { FixtureTable, FoundMatch } from "../../wire.ts";
import { tell } from "../core/ask.ts";
import { may, pathOf, standing } from "../core/tournament.ts";
import { t } from "../words/words.ts";
import { Press, Refusal } from "./basics.tsx";
import { type LinkCard, LinkCards } from "./LinkCards.tsx";

export function BrowserTable({ match }: { match: FoundMatch }): JSX.Element | null {
  const [cards, setCards] = useState<readonly LinkCard[]>([]);
  const [problem, setProblem] = useState("");
  if (!may("open-table") || !["ready", "called"].includes(match.status)) return null;
  const ask = (path: string): Promise<void> => {
    setProblem("");
    return tell<FixtureTable>(pathOf(path), { match: match.id }, standing.value?.id ?? null).then(
      (made) =>
        setCards(
          made.links.map((one) => ({
            title: `${made.match}: ${one.name}`,
            address: `${location.origin}/play/${made.table}#${one.secret}`,
          })),
        ),
      (error: Error) => setProblem(error.message),
    );
  };
  return (
    <details>
      <summary>{t("in-the-browser")}</summary>
      <p class="dim">{t("in-the-browser-note")}</p>
      <div class="buttons">
        <Press onPress={() => ask("/tables")}>{t("open-browser-table")}</Press>
        <Press kind="quiet" onPress={() => ask("/tables/end")}>
          {t("end-browser-table")}
        </Press>
      </div>
      {problem && <Refusal text={problem} />}
      {cards.length > 0 && <LinkCards cards={cards} onDone={() => setCards([])} />}
    </details>
  );
}
