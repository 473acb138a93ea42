// What the umpire says of the last event, with the laws; and what he refuses.

import type { JSX } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";
import { LawChip } from "../app/ui.tsx";
import { t } from "../i18n/i18n.ts";
import type { PageView } from "./messages.ts";
import { sentenceOf } from "./sentences.ts";
import type { Viewer } from "./viewer.ts";

/** Pixels above the line that is scrolled to. */
const LEAST = 4;

export function Umpire({
  view,
  viewer,
  note,
}: {
  view: PageView;
  viewer: Viewer;
  note: string | null;
}): JSX.Element | null {
  const box = useRef<HTMLElement>(null);
  // Where there is room for two lines only, they are the last ones: what was said before is scrolled back to.
  useLayoutEffect(() => {
    const said = box.current?.querySelectorAll("p");
    const last = said?.[said.length - 1];
    if (box.current && last) box.current.scrollTop = last.offsetTop - box.current.offsetTop - LEAST;
  }, [view.seq, view.said.length, note]);
  if (!view.said.length && !note) return null; // nothing has been said yet
  return (
    <section class="umpire" ref={box} aria-label={t("umpire")}>
      <div aria-live="polite" data-testid="umpire">
        {view.said.map((word, index) => (
          <p key={`${view.seq}-${index}`}>
            {sentenceOf(word, viewer)}{" "}
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
