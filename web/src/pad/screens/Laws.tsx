// Search the laws, offline.

import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import { ask } from "../engine.ts";
import type { LawView } from "../types.ts";
import { t } from "../words/words.ts";
import { Top } from "./parts.tsx";

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
      <Top title={t("laws")} />
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
