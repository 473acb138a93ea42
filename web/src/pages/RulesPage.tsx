// The rules on one page, for beginners.

import type { JSX } from "preact";
import { t } from "../i18n/i18n.ts";
import { Page } from "./Page.tsx";
import { say, sayFor } from "./words/words.ts";

const RULES = ["goal", "stroke", "turn", "break", "foul", "due", "queen", "last", "points", "game"] as const;

export function RulesPage(): JSX.Element {
  return (
    <Page title={say("help")}>
      <div class="rules">
        {RULES.map((rule) => (
          <section key={rule} class="panel">
            <h2>{sayFor(`rule-${rule}`)}</h2>
            <p>{sayFor(`rule-${rule}-text`)}</p>
          </section>
        ))}
      </div>
      <p class="buttons">
        <a class="button go" href="/learn">
          {t("learn")}
        </a>
        <a class="button" href="/puzzles">
          {t("puzzles")}
        </a>
        <span class="small">{say("rules-more")}</span>
        <a class="button" href="/laws">
          {t("laws")}
        </a>
      </p>
    </Page>
  );
}
