// The umpire's words on the last event, with laws, and refusals.

import type { JSX } from "preact";
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import type { Snapshot } from "../api/wire.ts";
import { Laws } from "../app/ui.tsx";
import { t, wordsFor } from "../i18n/i18n.ts";
import { phraseFor, sentenceOf } from "./sentences.ts";
import { capital, partyName, type Viewer } from "./viewer.ts";
import "./umpire.css";
import "./headline.css";

/** Pixels above the line that is scrolled to. */
const SCROLL_MARGIN = 4;
/** Lines visible before the first board. */
const VISIBLE_LINES = 2;

export function Umpire({
  view,
  viewer,
  note,
}: {
  view: Snapshot;
  viewer: Viewer;
  note: string | null;
}): JSX.Element | null {
  const box = useRef<HTMLElement>(null);
  const words = useRef<HTMLDivElement>(null);
  // After the match the prompt repeats the decision, so these words start collapsed at their first line.
  const isOver = view.todo.what === "over" && note === null;
  const isRead = useIsRead(box, `${view.seq} ${view.said.length} ${note}`, isOver);
  // Where the text does not fit, scroll to its end until someone has acted on it. Collapsed it shows the first line and
  // a sign for more.
  useLayoutEffect(() => {
    const lines = words.current?.querySelectorAll("p");
    const last = lines?.[lines.length - 1];
    if (!box.current || !words.current || !last) return;
    words.current.scrollTop = isRead ? 0 : last.offsetTop - SCROLL_MARGIN;
    box.current.dataset.more = String(isRead && words.current.scrollHeight > words.current.clientHeight + 1);
  }, [view.seq, view.said.length, note, isRead]);
  const shownWords = latestWords(view);
  if (!shownWords.length && !note) return null; // nothing to show yet
  return (
    <section class="umpire" ref={box} data-read={isRead} aria-label={t("umpire")}>
      <div class="umpire-words" ref={words}>
        <div aria-live="polite" data-testid="umpire">
          {shownWords.map((word, index) => (
            <p key={`${view.seq}-${index}`} class={repeatClass(view, word)}>
              {sentenceOf(word, viewer)} <Laws laws={word.laws} />
            </p>
          ))}
        </div>
        {note && (
          <p class="refusal" role="alert">
            {note}
          </p>
        )}
      </div>
    </section>
  );
}

/** Before the first board (toss, seats, trial boards) only the latest words count. Words after a stroke belong
 * together. */
function latestWords({ said, todo, lines, conceded, until }: Snapshot): Snapshot["said"] {
  const isBefore = (todo.what === "next" || todo.what === "toss") && !lines.length && !conceded.length;
  // Presence is shown beside the names; repeat it only while a deadline runs.
  const shownWords = until ? said : said.filter(({ code }) => code !== "called" && code !== "reported");
  return isBefore ? shownWords.slice(-VISIBLE_LINES) : shownWords;
}

/** After the match the result is shown large with its reason, so here it is for screen readers only. Where the reason
 * does not fit there, these words show it. */
function repeatClass({ todo, winner }: Snapshot, { code }: Snapshot["said"][number]): string | undefined {
  if (todo.what !== "over" || winner === null) return undefined;
  if (code === "game-won" || code === "match-won") return "unseen";
  return code === "board-won" || code === "match-conceded" ? "told" : undefined;
}

/** Whether someone has acted since these words came: then the box gives back its space. A touch opens it again. */
function useIsRead(box: { readonly current: HTMLElement | null }, content: string, isFolded: boolean): boolean {
  const [read, setRead] = useState("");
  useLayoutEffect(() => setRead(isFolded ? content : ""), [content]);
  useEffect(() => {
    const look = (event: Event): void => {
      const isHere = box.current?.contains(event.target as Node) ?? false;
      if (event.type === "pointerdown" || !isHere) setRead(isHere ? "" : content);
    };
    window.addEventListener("pointerdown", look);
    window.addEventListener("keydown", look);
    return () => {
      window.removeEventListener("pointerdown", look);
      window.removeEventListener("keydown", look);
    };
  }, [content]);
  return read === content;
}

// Big news shown over the board for a moment. Screen readers get it from the umpire's text.

export function Headline({ view, viewer }: { view: Snapshot; viewer: Viewer }): JSX.Element | null {
  const { headline } = view;
  if (!headline) return null;
  const tone = headline.what === "foul" || headline.what === "uncovered" ? "bad" : "good";
  return (
    <p key={view.seq} class={`headline ${tone}`} aria-hidden="true" data-testid="headline" dir="auto">
      {headlineWords(view, viewer)}
    </p>
  );
}

function headlineWords(view: Snapshot, viewer: Viewer): string {
  const { headline, lines } = view;
  if (!headline) return "";
  if (headline.what === "slam") return t("head-slam", { slam: capital(wordsFor(headline.slam ?? "") ?? "") });
  if (headline.what === "board") {
    const winner = lines[lines.length - 1]?.winner ?? "a";
    return phraseFor(viewer, "head-board", winner, { name: partyName(view, winner) });
  }
  return t(`head-${headline.what}`, { count: headline.count });
}
