// Search the laws, and the number of a law that opens its text.

import { signal } from "@preact/signals";
import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import type { LawView } from "../../api/pad.ts";
import { prefs } from "../../prefs.ts";
import { ask } from "../engine/engine.ts";
import { t } from "../words/words.ts";
import { BottomSheet, ScreenHeader } from "./parts.tsx";

export function Laws(): JSX.Element {
  const [words, setWords] = useState("");
  const [found, setFound] = useState<readonly LawView[]>([]);
  useEffect(() => {
    let current = true;
    void ask("laws", { words }).then(({ laws }) => {
      if (current) setFound(laws);
    });
    return () => {
      current = false;
    };
  }, [words]);
  return (
    <main class="form-page">
      <ScreenHeader title={t("laws")} />
      <label class="field">
        <span>{t("search-laws")}</span>
        <input type="search" value={words} onInput={(event) => setWords(event.currentTarget.value)} />
      </label>
      <div class="law-list" lang="en" dir="ltr">
        {found.slice(0, 80).map((law) => (
          <article key={law.id}>
            <h3>
              <span class="law">{law.id}</span> {law.title}
            </h3>
            <p>{law.text}</p>
          </article>
        ))}
      </div>
    </main>
  );
}

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
    <BottomSheet title={t("law", { law })} onClose={onClose}>
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
    </BottomSheet>
  );
}
