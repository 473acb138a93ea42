// The ruling with its laws, tasks for the umpire's hands, announcements and the last events.

import type { JSX } from "preact";
import { useLayoutEffect, useRef, useState } from "preact/hooks";
import type { EventView, PadView } from "../../api/pad.ts";
import { prefs } from "../../prefs.ts";
import type { Act, Refusal } from "../engine/questions.ts";
import type { MatchSession } from "../session.ts";
import { t, wordsFor } from "../words/words.ts";
import { LawChip } from "./Laws.tsx";
import { clockText, eventWords, kindWords, refusalWords, sentenceOf, strokeWords } from "./labels.ts";
import { BottomSheet, Disc, Icon } from "./parts.tsx";

/** Words already covered by an announcement with another code. */
const ANNOUNCED_AS: Readonly<Record<string, string>> = { "change-sides": "sides-change" };

export function Umpire({ shown, refused }: { shown: PadView; refused: Refusal | null }): JSX.Element {
  const { view } = shown;
  const announced = shown.announcements.map((news) => ANNOUNCED_AS[news.code] ?? news.code);
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

export function RecentEvents({ session, shown }: { session: MatchSession; shown: PadView }): JSX.Element {
  const [open, setOpen] = useState(false);
  const waiting = session.waiting.value;
  const words = shown.facts.map((fact) => eventWords(fact, shown.names));
  const label = `${t("last-facts")}: ${words.length > 0 ? words.join("; ") : t("no-facts")}`;
  return (
    <>
      <button class="tape" onClick={() => setOpen(true)} aria-label={label} data-testid="tape">
        {shown.facts.length === 0 && waiting.length === 0 && <span class="dim">{t("no-facts")}</span>}
        {shown.facts.map((fact, index) => (
          <span
            key={fact.number}
            class={factClass(fact, session.storedUpTo.value)}
            title={eventWords(fact, shown.names)}
          >
            <small>{fact.number}</small>{" "}
            <EventMark fact={fact} names={shown.names} isLast={index === shown.facts.length - 1} />
          </span>
        ))}
        {waiting.map((act, index) => (
          <span key={`w${index}`} class="fact waiting">
            {act.kind === "stroke" ? strokeWords(act) : kindWords(String(act.kind))} …
          </span>
        ))}
      </button>
      {open && <EventsSheet session={session} shown={shown} onClose={() => setOpen(false)} />}
    </>
  );
}

function factClass(fact: EventView, storedUpTo: number): string {
  return `fact ${fact.counts ? "" : "undone"} ${fact.number > storedUpTo ? "unkept" : ""}`;
}

interface EventMarkProps {
  readonly fact: EventView;
  readonly names: PadView["names"];
  readonly isLast: boolean;
}

/** Strokes as symbols, everything else as an icon; the last one with its name. */
function EventMark({ fact, names, isLast }: EventMarkProps): JSX.Element {
  const { act } = fact;
  if (fact.kind !== "stroke") {
    return (
      <span>
        <Icon name={fact.kind} /> {isLast && kindWords(fact.kind)}
      </span>
    );
  }
  return (
    <span>
      {(names[fact.by ?? ""] ?? "").slice(0, 2)} <StrokeMarks act={act} />
    </span>
  );
}

function StrokeMarks({ act }: { act: Act }): JSX.Element {
  const parts: JSX.Element[] = [];
  if (act.own) parts.push(<b key="own">{String(act.own)}</b>);
  if (act.opponent) parts.push(<b key="other">−{String(act.opponent)}</b>);
  if (act.queen) parts.push(<Disc key="queen" kind="queen" />);
  if (act.striker) parts.push(<Disc key="striker" kind="striker" />);
  if (act.proper === false) parts.push(<b key="improper">!</b>);
  return <>{parts.length > 0 ? parts : <b>–</b>}</>;
}

function EventsSheet({
  session,
  shown,
  onClose,
}: {
  session: MatchSession;
  shown: PadView;
  onClose: () => void;
}): JSX.Element {
  const [facts, setFacts] = useState<readonly EventView[]>(shown.facts);
  const [chosen, setChosen] = useState<EventView | null>(null);
  const all = async (): Promise<void> => setFacts((await session.question("history", {})).facts);
  const go = (reason: string): void => {
    if (!chosen || !reason.trim()) return;
    onClose();
    void session.goBack(chosen.number - 1, reason.trim());
  };
  return (
    <BottomSheet title={chosen ? t("back-before", { count: chosen.number }) : t("last-facts")} onClose={onClose}>
      {!chosen && (
        <ol class="facts">
          {[...facts].reverse().map((fact) => (
            <li key={fact.number} class={fact.counts ? "" : "undone"}>
              <button class="plain" disabled={!fact.counts} onClick={() => setChosen(fact)}>
                <small>
                  {fact.number}
                  {fact.at !== null && ` · ${clockText(fact.at)}`}
                </small>
                <span>{eventWords(fact, shown.names)}</span>
              </button>
            </li>
          ))}
          {facts.length < shown.view.number && (
            <li>
              <button class="tap" onClick={() => void all()}>
                {t("all-facts")}
              </button>
            </li>
          )}
        </ol>
      )}
      {chosen && <Reasons onGive={go} what={eventWords(chosen, shown.names)} />}
    </BottomSheet>
  );
}

function Reasons({ onGive, what }: { onGive: (reason: string) => void; what: string }): JSX.Element {
  const [text, setText] = useState("");
  const usual = ["1", "2", "3"].map((index) => wordsFor(`text-correct-${index}`) ?? "");
  return (
    <form
      class="texts"
      onSubmit={(event) => {
        event.preventDefault();
        onGive(text);
      }}
    >
      <p>{t("back-how", { what })}</p>
      {usual.map((words) => (
        <button key={words} type="button" class="tap" onClick={() => onGive(words)}>
          {words}
        </button>
      ))}
      <label class="field">
        <span>{t("own-words")}</span>
        <input value={text} onInput={(event) => setText(event.currentTarget.value)} />
      </label>
      <button class="tap go" disabled={!text.trim()}>
        <Icon name="undo" /> {t("go-back")}
      </button>
    </form>
  );
}
