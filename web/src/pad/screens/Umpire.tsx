// The ruling with its laws, tasks for the umpire's hands, and announcements.

import type { JSX } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";
import { prefs } from "../../app/prefs.ts";
import type { PadView, Refusal } from "../types.ts";
import { t } from "../words/words.ts";
import { LawChip } from "./LawChip.tsx";
import { refusalWords, sentenceOf } from "./labels.ts";
import { Icon } from "./parts.tsx";

/** Words already covered by an announcement with another code. */
const TOLD: Readonly<Record<string, string>> = { "change-sides": "sides-change" };

export function Umpire({ shown, refused }: { shown: PadView; refused: Refusal | null }): JSX.Element {
  const { view } = shown;
  const announced = shown.announcements.map((news) => TOLD[news.code] ?? news.code);
  const said = shown.said.filter((word) => word.code !== "hand" && !announced.includes(word.code));
  const section = useRef<HTMLElement>(null);
  // Scroll back to the top when something new is shown.
  useLayoutEffect(() => section.current?.parentElement?.scrollTo({ top: 0 }), [view.number, refused]);
  return (
    <section class="umpire" aria-label={t("ruling")} ref={section}>
      {refused && (
        <p class="refused" role="alert">
          {refusalWords(refused)} {refused.law && <LawChip law={refused.law} />}
        </p>
      )}
      {shown.announcements.map((news) => (
        <p class={`news ${news.code}`} key={news.code} role="status">
          <Icon name="news" />
          <span>{news.text}</span>
          {news.laws.slice(0, 1).map((law) => (
            <LawChip key={law} law={law} />
          ))}
        </p>
      ))}
      <div aria-live="polite" class="ruling" data-testid="ruling">
        {said.length === 0 && <p class="dim">{t(`waits-${view.phase}`)}</p>}
        {said.map((word, index) => (
          <p key={`${view.number}-${index}`}>
            {sentenceOf(word)}{" "}
            {word.laws
              .filter((law) => !said[index - 1]?.laws.includes(law))
              .map((law) => (
                <LawChip key={law} law={law} />
              ))}
          </p>
        ))}
      </div>
      {view.hands.length > 0 && (
        <ul class="hands" aria-label={t("hands")}>
          {view.hands.map((task, index) => (
            <li key={index}>
              <Icon name="hand" /> {task.say[prefs.value.language] ?? task.say.en}
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
