// A match that is played at screens: one link for each player, told once. Its result comes back by itself. In a hall
// nobody wants it, so it stands with the links and not beside every match.

import type { JSX } from "preact";
import { useState } from "preact/hooks";
import type { FixtureTable } from "../../wire.ts";
import { tell } from "../core/ask.ts";
import { matchNumber } from "../core/digits.ts";
import { may, pathOf, standing } from "../core/tournament.ts";
import { t } from "../words/words.ts";
import { Field, Press, Refusal } from "./basics.tsx";
import { type LinkCard, LinkCards } from "./LinkCards.tsx";

export function BrowserTable(): JSX.Element | null {
  const [match, setMatch] = useState("");
  const [cards, setCards] = useState<readonly LinkCard[]>([]);
  const [problem, setProblem] = useState("");
  if (!may("open-table")) return null;
  const number = matchNumber(match);
  const ask = (path: string): Promise<void> => {
    setProblem("");
    return tell<FixtureTable>(pathOf(path), { match: number }, standing.value?.id ?? null).then(
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
    <details class="browser-table">
      <summary>{t("in-the-browser")}</summary>
      <p class="dim">{t("in-the-browser-note")}</p>
      <div class="inline">
        <Field label={t("for-match")} value={match} onInput={setMatch} />
        <Press disabled={!number} onPress={() => ask("/tables")}>
          {t("open-browser-table")}
        </Press>
        <Press kind="quiet" disabled={!number} onPress={() => ask("/tables/end")}>
          {t("end-browser-table")}
        </Press>
      </div>
      {problem && <Refusal text={problem} />}
      {cards.length > 0 && <LinkCards cards={cards} onDone={() => setCards([])} />}
    </details>
  );
}
