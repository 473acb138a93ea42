// The umpire's words on the last event, with laws, and refusals.

import type { JSX } from "preact";
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import { Laws } from "../app/ui.tsx";
import { t } from "../i18n/i18n.ts";
import type { Snapshot } from "./messages.ts";
import { sentenceOf } from "./sentences.ts";
import "./umpire.css";
import type { Viewer } from "./viewer.ts";

/** Pixels above the line that is scrolled to. */
const LEAST = 4;
/** Lines visible before the first board. */
const MOST = 2;

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
  const isRead = useRead(box, `${view.seq} ${view.said.length} ${note}`, isOver);
  // Where the text does not fit, scroll to its end until someone has acted on it. Collapsed it shows the first line and
  // a sign for more.
  useLayoutEffect(() => {
    const said = words.current?.querySelectorAll("p");
    const last = said?.[said.length - 1];
    if (!box.current || !words.current || !last) return;
    words.current.scrollTop = isRead ? 0 : last.offsetTop - LEAST;
    box.current.dataset.more = String(isRead && words.current.scrollHeight > words.current.clientHeight + 1);
  }, [view.seq, view.said.length, note, isRead]);
  const told = newest(view);
  if (!told.length && !note) return null; // nothing to show yet
  return (
    <section class="umpire" ref={box} data-read={isRead} aria-label={t("umpire")}>
      <div class="umpire-words" ref={words}>
        <div aria-live="polite" data-testid="umpire">
          {told.map((word, index) => (
            <p key={`${view.seq}-${index}`} class={toldBeside(view, word)}>
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
function newest({ said, todo, lines, conceded, until }: Snapshot): Snapshot["said"] {
  const isBefore = (todo.what === "next" || todo.what === "toss") && !lines.length && !conceded.length;
  // Presence is shown beside the names; repeat it only while a deadline runs.
  const told = until ? said : said.filter(({ code }) => code !== "called" && code !== "reported");
  return isBefore ? told.slice(-MOST) : told;
}

/** After the match the result is shown large with its reason, so here it is for screen readers only. Where the reason
 * does not fit there, these words show it. */
function toldBeside({ todo, winner }: Snapshot, { code }: Snapshot["said"][number]): string | undefined {
  if (todo.what !== "over" || winner === null) return undefined;
  if (code === "game-won" || code === "match-won") return "unseen";
  return code === "board-won" || code === "match-conceded" ? "told" : undefined;
}

/** Whether someone has acted since these words came: then the box gives back its space. A touch opens it again. */
function useRead(box: { readonly current: HTMLElement | null }, said: string, isFolded: boolean): boolean {
  const [read, setRead] = useState("");
  useLayoutEffect(() => setRead(isFolded ? said : ""), [said]);
  useEffect(() => {
    const look = (event: Event): void => {
      const isHere = box.current?.contains(event.target as Node) ?? false;
      if (event.type === "pointerdown" || !isHere) setRead(isHere ? "" : said);
    };
    window.addEventListener("pointerdown", look);
    window.addEventListener("keydown", look);
    return () => {
      window.removeEventListener("pointerdown", look);
      window.removeEventListener("keydown", look);
    };
  }, [said]);
  return read === said;
}
