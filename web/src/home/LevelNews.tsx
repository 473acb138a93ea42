// Announces a change of opponent's level, which can be declined.

import type { JSX } from "preact";
import { t } from "../i18n/i18n.ts";
import { useChoices } from "./choices.ts";
import { choose, moved } from "./level.ts";
import { cardName } from "./wishes.ts";

export function LevelNews({ match }: { match: string }): JSX.Element | null {
  const opponents = useChoices()?.opponents ?? [];
  const news = moved.value;
  const next = opponents[news?.to ?? -1];
  const last = opponents[news?.from ?? -1];
  if (news?.match !== match || !next || !last) return null;
  return (
    <p class="level-news" role="status" data-testid="level-news">
      {t(news.to > news.from ? "level-up" : "level-down", { name: cardName(next) })}{" "}
      <button
        class="quiet"
        onClick={() => {
          choose(news.from);
          moved.value = null;
        }}
      >
        {t("level-stay", { name: cardName(last) })}
      </button>
    </p>
  );
}
