// What the umpire says of the last event, with the laws; and what he refuses.

import type { JSX } from "preact";
import { LawChip } from "../app/ui.tsx";
import { t } from "../i18n/i18n.ts";
import type { PageView } from "./messages.ts";
import { sentenceOf } from "./sentences.ts";

export function Umpire({ view, note }: { view: PageView; note: string | null }): JSX.Element {
  return (
    <section class="umpire" aria-label={t("umpire")}>
      <div aria-live="polite" data-testid="umpire">
        {view.said.map((word, index) => (
          <p key={`${view.seq}-${index}`}>
            {sentenceOf(word)}{" "}
            {word.laws.map((law) => (
              <LawChip key={law} law={law} />
            ))}
          </p>
        ))}
      </div>
      {note && (
        <p class="refusal" role="alert">
          {note}
        </p>
      )}
    </section>
  );
}
