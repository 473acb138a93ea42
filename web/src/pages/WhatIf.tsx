// Try strokes from a moment of a match, with the umpire's rulings.

import type { JSX } from "preact";
import { useMemo } from "preact/hooks";
import { t } from "../i18n/i18n.ts";
import { Branch, type Source } from "../play/branch.ts";
import { Game } from "../play/Game.tsx";

export function WhatIf({ source, after, back }: { source: Source; after: number; back: string }): JSX.Element {
  const branch = useMemo(() => new Branch(source, after), [after]);
  const view = branch.view.value;
  const home = (
    <a class="button" href={back}>
      {t("what-if-back")}
    </a>
  );
  if (!view)
    return (
      <main class="sheet">
        <p class="waiting">{branch.refusal.value?.text ?? t("loading")}</p>
        {home}
      </main>
    );
  return (
    <Game
      match={branch}
      view={view}
      ending={null}
      menu={() => <span class="badge">{t("what-if")}</span>}
      strip={(actor, hint) => (
        <section class="prompt what-if" aria-label={t("what-if")}>
          <p class="small">{t("what-if-note")}</p>
          {home}
          <button disabled={!branch.steps.value.length || branch.pending.value > 0} onClick={() => branch.undo()}>
            {t("undo")}
          </button>
          {actor && view.todo.what === "strike" && <button onClick={hint}>{t("hint")}</button>}
        </section>
      )}
    />
  );
}
