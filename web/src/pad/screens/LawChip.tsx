// The number of a law; a tap opens its text.

import { signal } from "@preact/signals";
import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { prefs } from "../../app/prefs.ts";
import { ask } from "../engine.ts";
import type { LawView } from "../types.ts";
import { t } from "../words/words.ts";
import { Sheet } from "./parts.tsx";

const opened = signal<string | null>(null);

export function LawChip({ law }: { law: string }): JSX.Element {
  const open = (): void => {
    opened.value = law;
  };
  return (
    <button type="button" class="law" onClick={open} aria-label={t("law-says", { law })}>
      {shortLaw(law)}
    </button>
  );
}

/** The open law, shown once per page above everything else. */
export function OpenLaw(): JSX.Element | null {
  const law = opened.value;
  const close = (): void => {
    opened.value = null;
  };
  return law === null ? null : <LawSheet key={law} law={law} onClose={close} />;
}

/** Local rules have long names; drop the rulebook. */
export function shortLaw(law: string): string {
  return law.includes(":") ? law.slice(law.indexOf(":") + 1) : law;
}

function LawSheet({ law, onClose }: { law: string; onClose: () => void }): JSX.Element {
  const [found, setFound] = useState<readonly LawView[] | null>(null);
  if (found === null) {
    void ask("laws", { words: law, language: prefs.value.language }).then(
      ({ laws }) => setFound(laws),
      () => setFound([]),
    );
  }
  const entry = found?.find((one) => one.id === law);
  return (
    <Sheet title={t("law", { law })} onClose={onClose}>
      {found === null && <p>…</p>}
      {found !== null && !entry && <p>{t("law-unknown")}</p>}
      {entry?.plain && <p class="law-plain">{entry.plain}</p>}
      {entry && (
        <div lang="en" dir="ltr" class="law-text">
          <h3>{entry.title}</h3>
          <p>{entry.text}</p>
          <p class="dim">
            {entry.chapter} · {entry.source}
          </p>
        </div>
      )}
    </Sheet>
  );
}
