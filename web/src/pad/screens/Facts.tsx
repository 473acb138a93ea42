// The last five events, with buttons to go back before any of them.

import type { JSX } from "preact";
import { useState } from "preact/hooks";
import type { Keeper } from "../keeper.ts";
import type { Act, EventView, PadView } from "../types.ts";
import { t, wordsFor } from "../words/words.ts";
import { clockText, factWords, kindWords, strokeWords } from "./labels.ts";
import { Disc, Icon, Sheet } from "./parts.tsx";

export function Tape({ keeper, shown }: { keeper: Keeper; shown: PadView }): JSX.Element {
  const [open, setOpen] = useState(false);
  const waiting = keeper.waiting.value;
  const words = shown.facts.map((fact) => factWords(fact, shown.names));
  const tapeWords = `${t("last-facts")}: ${words.length > 0 ? words.join("; ") : t("no-facts")}`;
  return (
    <>
      <button class="tape" onClick={() => setOpen(true)} aria-label={tapeWords} data-testid="tape">
        {shown.facts.length === 0 && waiting.length === 0 && <span class="dim">{t("no-facts")}</span>}
        {shown.facts.map((fact, index) => (
          <span key={fact.number} class={factClass(fact, keeper.kept.value)} title={factWords(fact, shown.names)}>
            <small>{fact.number}</small>{" "}
            <Short fact={fact} names={shown.names} isLast={index === shown.facts.length - 1} />
          </span>
        ))}
        {waiting.map((act, index) => (
          <span key={`w${index}`} class="fact waiting">
            {act.kind === "stroke" ? strokeWords(act) : kindWords(String(act.kind))} …
          </span>
        ))}
      </button>
      {open && <FactsSheet keeper={keeper} shown={shown} onClose={() => setOpen(false)} />}
    </>
  );
}

function factClass(fact: EventView, kept: number): string {
  return `fact ${fact.counts ? "" : "undone"} ${fact.number > kept ? "unkept" : ""}`;
}

interface ShortProps {
  readonly fact: EventView;
  readonly names: PadView["names"];
  readonly isLast: boolean;
}

/** Strokes as symbols, everything else as an icon; the last one with its name. */
function Short({ fact, names, isLast }: ShortProps): JSX.Element {
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

function FactsSheet({ keeper, shown, onClose }: { keeper: Keeper; shown: PadView; onClose: () => void }): JSX.Element {
  const [facts, setFacts] = useState<readonly EventView[]>(shown.facts);
  const [chosen, setChosen] = useState<EventView | null>(null);
  const all = async (): Promise<void> => setFacts(((await keeper.question("history")) as { facts: EventView[] }).facts);
  const go = (reason: string): void => {
    if (!chosen || !reason.trim()) return;
    onClose();
    void keeper.goBack(chosen.number - 1, reason.trim());
  };
  return (
    <Sheet title={chosen ? t("back-before", { count: chosen.number }) : t("last-facts")} onClose={onClose}>
      {!chosen && (
        <ol class="facts">
          {[...facts].reverse().map((fact) => (
            <li key={fact.number} class={fact.counts ? "" : "undone"}>
              <button class="plain" disabled={!fact.counts} onClick={() => setChosen(fact)}>
                <small>
                  {fact.number}
                  {fact.at !== null && ` · ${clockText(fact.at)}`}
                </small>
                <span>{factWords(fact, shown.names)}</span>
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
      {chosen && <Reasons onGive={go} what={factWords(chosen, shown.names)} />}
    </Sheet>
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
