// What the umpire says of the last event, with the laws; and what he refuses.

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
/** So many of the words before the first board are kept in sight. */
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
  // At the end what decides stands in the prompt too: his words begin folded, from their first line.
  const isOver = view.todo.what === "over" && note === null;
  const isRead = useRead(box, `${view.seq} ${view.said.length} ${note}`, isOver);
  // Where there is no room for all of it, the last words are in sight as long as nobody has gone on. Folded it shows
  // what happened, which is said first, and a sign that there is more.
  useLayoutEffect(() => {
    const said = words.current?.querySelectorAll("p");
    const last = said?.[said.length - 1];
    if (!box.current || !words.current || !last) return;
    words.current.scrollTop = isRead ? 0 : last.offsetTop - LEAST;
    box.current.dataset.more = String(isRead && words.current.scrollHeight > words.current.clientHeight + 1);
  }, [view.seq, view.said.length, note, isRead]);
  const told = newest(view);
  if (!told.length && !note) return null; // nothing has been said yet
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

/** Before the first board much is said one after the other (toss, seats, trial boards, who is ready): the last of it
    counts. What followed from a stroke, or ended a game, belongs together. */
function newest({ said, todo, lines, conceded, until }: Snapshot): Snapshot["said"] {
  const isBefore = (todo.what === "next" || todo.what === "toss") && !lines.length && !conceded.length;
  // Who is at the table is seen beside the names; it is said where the time for it runs.
  const told = until ? said : said.filter(({ code }) => code !== "called" && code !== "reported");
  return isBefore ? told.slice(-MOST) : told;
}

/** At the end the result stands large beside the umpire's words, and with it why: there he says both only to who
    listens. Where there is no room for the reason beside it, his words show that. */
function toldBeside({ todo, winner }: Snapshot, { code }: Snapshot["said"][number]): string | undefined {
  if (todo.what !== "over" || winner === null) return undefined;
  if (code === "game-won" || code === "match-won") return "unseen";
  return code === "board-won" || code === "match-conceded" ? "told" : undefined;
}

/** Whether somebody has gone on since these words came: then they give the room back that they took from their
    neighbours. A touch of the box opens it again. */
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
