// Carrom in three minutes, on the real board. Progress is stored in this browser.

import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { post } from "../api/http.ts";
import { go } from "../app/router.ts";
import { Laws } from "../app/ui.tsx";
import { BASE_MIDDLE } from "../board/sizes.ts";
import type { Aim, BoardState } from "../board/state.ts";
import { defaultOpponent, level, setInitialLevel } from "../home/level.ts";
import { createMatch, isCreating, type PickOpponent, savedSetup } from "../home/matchSetup.ts";
import { t } from "../i18n/i18n.ts";
import { load, prefs, save } from "../prefs.ts";
import { Lab } from "./Lab.tsx";
import { COVER, type Happened, lawState, type Miss, missReason, STEPS, type Step } from "./lessons.ts";
import { Page } from "./Page.tsx";
import { say, sayFor } from "./words/words.ts";

const KEPT = "carrom.lesson";
/** A step done but not left: after a detour it need not be repeated. */
const DONE = "carrom.lesson.done";
/** Sideways distance that counts as sliding the striker, mm. */
const SLID = 60;

interface Ruled {
  readonly sentences: readonly string[];
  readonly laws: readonly string[];
}

export function LessonPage(): JSX.Element {
  const [number, setNumber] = useState(() => Math.min(load(KEPT, 0), STEPS.length - 1));
  const [step, setStep] = useState<Step>(STEPS[number] as Step);
  /** How often the step was laid out; a change resets the board. */
  const [round, setRound] = useState(0);
  const [isDone, setDone] = useState(() => load(DONE, -1) === number);
  const [isAimed, setAimed] = useState(false);
  const [miss, setMiss] = useState<readonly Miss[]>([]);
  const [ruled, setRuled] = useState<Ruled | null>(null);
  /** The suggested stroke, to adopt. */
  const [taken, setTaken] = useState<Aim | null>(null);
  const lay = (next: Step, why: readonly Miss[] = []): void => {
    setStep(next);
    setRound(round + 1);
    setDone(false);
    setAimed(false);
    setMiss(why);
    setTaken(null);
  };
  const finish = (): void => {
    save(DONE, number);
    setDone(true);
  };
  const goOn = (next: number): void => {
    save(KEPT, next);
    save(DONE, -1);
    setNumber(next);
    setRuled(null);
    lay(STEPS[next] as Step);
  };
  const struck = (happened: Happened): void => {
    const result = step.check(happened);
    setRuled(null);
    if (result) void ruling(step, happened).then(setRuled, () => undefined);
    if (result === "half") lay(COVER);
    else if (result) finish();
    else lay(step, missReason(step, happened));
    if (result) setMiss([]);
  };
  const aimed = (aim: Aim, met: string | null): void => {
    if (step.id === "slide" && Math.abs(aim.along) > SLID) finish();
    const isMet = step.id === "strike" && met === "white";
    setAimed(isMet);
    if (isMet) setMiss([]); // clear what went wrong before
  };
  /** A learner starts as a beginner, unless a level was chosen already. */
  const play = (): void => {
    const pick: PickOpponent = (opponents) => {
      if (level.value.at === null) setInitialLevel("new", opponents.length);
      return defaultOpponent(opponents);
    };
    createMatch("computer", { ...savedSetup(), own: null }, pick).catch(() => go("/"));
  };
  const isLast = number === STEPS.length - 1;
  const isHelped = step.isHelped || taken !== null;
  return (
    <Page title={t("learn")}>
      <Lab
        position={isDone ? (step.after ?? step.position) : step.position}
        seat="south"
        round={round}
        still={isDone && step.id !== "slide"}
        won={isDone && isLast}
        hints={isHelped && !isDone ? hintsOf(step) : NONE}
        taken={taken}
        onAim={aimed}
        onResult={(_, pocketed, touched, isShort) => struck({ pocketed, touched, isShort })}
        feedback={
          <>
            <p class="small step">
              <span data-testid="step">{say("step-of", { n: number + 1, count: STEPS.length })}</span>
              {number > 0 && (
                <button class="quiet" onClick={() => goOn(0)} aria-label={say("from-start")} title={say("from-start")}>
                  ↺
                </button>
              )}
              <progress value={number + (isDone ? 1 : 0)} max={STEPS.length} />
            </p>
            {miss.length > 0 && (
              <p class="miss" role="status" data-testid="miss">
                {miss.map((why) => say(`miss-${why}`)).join(" ")} {say("lesson-again")}
              </p>
            )}
            <p class="lead" aria-live="polite" data-testid="lesson">
              {sayFor(`lesson-${wordsOf(step, isDone, isAimed)}`)}
            </p>
            {ruled && (
              <section class="umpire-says" aria-label={t("umpire")} data-testid="ruled">
                <p>
                  {ruled.sentences.join(" ")} <Laws laws={ruled.laws} />
                </p>
              </section>
            )}
          </>
        }
      >
        <div class="buttons">
          {!isDone && step.id !== "slide" && (
            <button onClick={() => setTaken({ ...step.aim })}>{say("show-me")}</button>
          )}
          {isDone && !isLast && (
            <button class="go aside" onClick={() => goOn(number + 1)}>
              {say("go-on")}
            </button>
          )}
          {isDone && isLast && (
            <>
              <button class="go" disabled={isCreating.value} onClick={play}>
                {isCreating.value ? t("starting") : say("first-game")}
              </button>
              <a class="button" href="/puzzles">
                {say("to-puzzles")}
              </a>
            </>
          )}
        </div>
      </Lab>
    </Page>
  );
}

async function ruling(step: Step, happened: Happened): Promise<Ruled | null> {
  const before = lawState(step);
  if (!before) return null;
  const count = (kind: string): number => happened.pocketed.filter((one) => one === kind).length;
  const { answers } = await post("/api/rule", {
    before: {
      ...before,
      opened: true,
      owed: { player: 0, opponent: 0 },
      score: { player: 0, opponent: 0 },
      break: null,
    },
    stroke: {
      proper: true,
      touched: happened.touched,
      own: count("white"),
      opponent: count("black"),
      queen: count("queen") > 0,
      striker: count("striker") > 0,
    },
    to_striker: true,
  });
  const first = answers[0];
  return first ? { sentences: first.sentences, laws: first.ruling.laws.slice(0, 1) } : null;
}

/** The texts name the controls on screen, which depend on the aiming mode. */
function wordsOf({ id }: Step, isDone: boolean, isAimed: boolean): string {
  if (id === "cover") return isDone ? "queen-done" : "queen-half";
  if (id !== "strike" || !isFineHand()) return isDone ? `${id}-done` : id;
  return `strike-fine${isDone ? "-done" : isAimed ? "-aimed" : ""}`;
}

function isFineHand(): boolean {
  const { aiming } = prefs.value;
  return aiming === "auto" ? matchMedia("(pointer: coarse)").matches : aiming === "fine";
}

const NONE: BoardState["hints"] = [];
const HINTS = new WeakMap<Step, BoardState["hints"]>();

/** The suggested stroke's line. Memoised, so that the board redraws only on changes. */
function hintsOf(step: Step): BoardState["hints"] {
  const known = HINTS.get(step);
  if (known) return known;
  const from = { x: step.aim.along, y: -BASE_MIDDLE };
  const made = [{ ...step.aim, from, turn: 0 as const }];
  HINTS.set(step, made);
  return made;
}
