// Training: made-up strokes to judge and a made-up match to umpire. Nothing is stored.

import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import type { PadView } from "../../api/pad.ts";
import { prefs } from "../../prefs.ts";
import { ask } from "../engine/engine.ts";
import type { AgreedSetup, AnswerOf } from "../engine/questions.ts";
import { buzz } from "../padPrefs.ts";
import { MatchSession } from "../session.ts";
import type { Json } from "../storage/database.ts";
import { memoryLog } from "../storage/log.ts";
import { t } from "../words/words.ts";
import { LawChip } from "./Laws.tsx";
import { strokeWords } from "./labels.ts";
import { MatchHead } from "./MatchHead.tsx";
import { MatchScreen } from "./MatchScreen.tsx";
import { ScreenHeader } from "./parts.tsx";

const BOOKS = ["icf", "vkk", "four-break", "community-2024", "kreeda-2024"] as const;

function setupOf(book: string): AgreedSetup {
  const doubles = book === "four-break";
  const names = doubles ? { a: ["Meera", "Tara"], b: ["Anil", "Omar"] } : { a: ["Meera"], b: ["Anil"] };
  return { rulebook: book, doubles, names };
}

export function Training({ seed }: { seed: number }): JSX.Element {
  const [book, setBook] = useState<string>("icf");
  const [number, setNumber] = useState(seed);
  const [session, setSession] = useState<MatchSession | null>(null);
  const begin = async (): Promise<void> => {
    const { setup, events } = await ask("made-up", { setup: setupOf(book), seed: number, boards: 1 });
    const begun = events.slice(0, 3) as object as Json[];
    setSession(new MatchSession(memoryLog("training", setup as object as Json, begun), ask));
  };
  if (session) return <MatchScreen session={session} badge={<span class="badge">{t("training")}</span>} />;
  return (
    <main class="form-page">
      <ScreenHeader title={t("training")}>
        <select aria-label={t("rulebook")} value={book} onChange={(event) => setBook(event.currentTarget.value)}>
          {BOOKS.map((one) => (
            <option key={one}>{one}</option>
          ))}
        </select>
      </ScreenHeader>
      <Exercise key={`${book}${number}`} book={book} seed={number} onNext={() => setNumber(number + 1)} />
      <button class="tap" onClick={() => void begin()} data-testid="made-up">
        {t("made-up-match")}
      </button>
    </main>
  );
}

type Asked = AnswerOf<"exercise">;

function Exercise({ book, seed, onNext }: { book: string; seed: number; onNext: () => void }): JSX.Element {
  const [asked, setAsked] = useState<Asked | null>(null);
  const [shown, setShown] = useState<PadView | null>(null);
  const [chosen, setChosen] = useState<number | null>(null);
  useEffect(() => {
    void (async () => {
      const { language } = prefs.value;
      const found = await ask("exercise", { setup: setupOf(book), seed, language });
      const opened = await ask("open", { match: "exercise", language, setup: found.setup, events: found.events });
      setAsked(found);
      setShown(opened.shown);
    })();
  }, []);
  if (!asked || !shown) return <p class="dim">{t("engine-starting")}</p>;
  const right = asked.options.findIndex((option) => option.is_right);
  const choose = (index: number): void => {
    setChosen(index);
    buzz(index === right ? "tap" : "refused");
  };
  return (
    <section class="exercise" data-testid="exercise">
      <MatchHead shown={shown} />
      <p class="question">
        <b>{shown.names[asked.by]}</b>: {strokeWords(asked.act)}. {t("what-follows")}
      </p>
      <div class="options">
        {asked.options.map((option, index) => (
          <button
            key={option.text}
            class={`tap option ${chosen === null ? "" : index === right ? "right" : index === chosen ? "wrong" : ""}`}
            disabled={chosen !== null}
            data-right={option.is_right}
            onClick={() => choose(index)}
          >
            {option.text}
          </button>
        ))}
      </div>
      <div aria-live="polite">
        {chosen !== null && (
          <>
            <p class={chosen === right ? "good" : "bad"}>
              {t(chosen === right ? "judged-right" : "judged-wrong")}{" "}
              {asked.options[right]?.laws.map((law) => (
                <LawChip key={law} law={law} />
              ))}
            </p>
            <button class="tap go" onClick={onNext} data-testid="next-exercise">
              {t("next")}
            </button>
          </>
        )}
      </div>
    </section>
  );
}
