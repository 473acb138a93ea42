// The coach's report on a match: players, course of the match, each stroke.

import { Fragment, type JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import { post } from "../api/http.ts";
import type { CoachAnswer, CoachInterval, CoachPerson, CoachReport, CoachStroke, CoachSums } from "../api/wire.ts";
import { place } from "../app/router.ts";
import { t } from "../i18n/i18n.ts";
import { say, sayFor } from "./words/words.ts";

export type CoachSource = { match: string } | { record: string };

/** Poll twice per second: the coach works only while asked. */
const AGAIN = 450;
/** Points lost by a choice: below the first it was good, above the second a mistake. */
const [SLIP, MISTAKE] = [0.5, 1.5];
const HAND = ["coach-hand-cost", "coach-hand-even", "coach-hand-gave"] as const;
const LUCK = ["coach-luck-cost", "coach-luck-even", "coach-luck-gave"] as const;

interface Coaching {
  answer: CoachAnswer | null;
  problem: string;
  ask: () => void;
  isAsked: boolean;
}

export function useCoach(source: CoachSource, called: (name: string) => string): Coaching {
  const [isAsked, setAsked] = useState(place.value.query.has("coach"));
  const [answer, setAnswer] = useState<CoachAnswer | null>(null);
  const [problem, setProblem] = useState("");
  useEffect(() => {
    if (!isAsked) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isOver = false;
    const look = (): void => {
      post("/api/coach", source).then(
        (found) => {
          if (isOver) return;
          setAnswer(found);
          if (!found.report) timer = setTimeout(look, AGAIN);
        },
        (error: Error) => {
          setProblem(error.message || t("no-server"));
          setAsked(false);
        },
      );
    };
    look();
    return () => {
      isOver = true;
      clearTimeout(timer);
    };
  }, [isAsked]);
  const ask = (): void => {
    setProblem("");
    setAsked(true);
  };
  const report = answer?.report;
  const named = report && { ...report, people: report.people.map((one) => ({ ...one, name: called(one.name) })) };
  return { answer: answer && { ...answer, report: named ?? null }, problem, ask, isAsked };
}

export function Coach({
  coaching,
  seq,
  onShow,
}: {
  coaching: Coaching;
  seq: number;
  onShow: (seq: number) => void;
}): JSX.Element {
  const { answer, problem, ask, isAsked } = coaching;
  const report = answer?.report;
  return (
    <section class="coach" aria-label={say("coach")}>
      {problem && (
        <p class="refusal" role="alert">
          {problem}
        </p>
      )}
      {!isAsked && (
        <button class="go" onClick={ask}>
          {say("coach-ask")}
        </button>
      )}
      {isAsked && !report && (
        <p role="status">
          {say("coach-works")} <progress value={answer?.done ?? 0} max={answer?.of || 1} />
        </p>
      )}
      {report && <Report report={report} seq={seq} onShow={onShow} />}
    </section>
  );
}

function Report({
  report,
  seq,
  onShow,
}: {
  report: CoachReport;
  seq: number;
  onShow: (seq: number) => void;
}): JSX.Element {
  if (!report.strokes.length) return <p>{say("coach-nothing")}</p>;
  return (
    <>
      <h2>{say("coach")}</h2>
      <Graph report={report} seq={seq} onShow={onShow} />
      <p class="small">{say(report.one_sided ? "coach-one-sided" : "coach-strengths")}</p>
      <p class="small">{say("coach-turning")}</p>
      <div class="buttons">
        {report.turning.map((number) => (
          <button key={number} aria-pressed={number === seq} onClick={() => onShow(number)}>
            {number}. {nameOf(report, number)}
            {turnWords(report, number)}
          </button>
        ))}
      </div>
      {report.people.map((person) => (
        <Person key={person.person} person={person} onShow={onShow} />
      ))}
      {report.left_out > 0 && <p class="small">{say("coach-left-out", { count: report.left_out })}</p>}
    </>
  );
}

function Person({ person, onShow }: { person: CoachPerson; onShow: (seq: number) => void }): JSX.Element {
  return (
    <section class="coached">
      <h3>{person.name}</h3>
      <dl>
        <dt>{say("coach-accuracy")}</dt>
        <dd>{person.accuracy ? say("coach-of-100", between(person.accuracy, 0)) : say("coach-few")}</dd>
        <dt>{say("coach-hand")}</dt>
        <dd>{person.hand ? say("coach-degrees", between(person.hand, 1)) : say("coach-few")}</dd>
      </dl>
      <p class="small" data-testid="parts">
        {partsWords("coach-choices-cost", person.points)}
      </p>
      {person.practice.length > 0 && (
        <>
          <p class="small">{say("coach-practise")}</p>
          <ul>
            {person.practice.map((one) => (
              <li key={one.topic}>
                {sayFor(`topic-${one.topic}`)} ({say("coach-points", { points: (one.choice + one.hand).toFixed(1) })}){" "}
                {one.examples.map((number) => (
                  <Fragment key={number}>
                    <button class="plain" onClick={() => onShow(number)}>
                      {say("coach-stroke", { number })}
                    </button>{" "}
                  </Fragment>
                ))}
                {one.puzzles && <a href={`/puzzles?kind=${one.puzzles}`}>{say("to-puzzles")}</a>}
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  );
}

export function Verdict({
  stroke,
  isShown,
  onBetter,
}: {
  stroke: CoachStroke;
  isShown: boolean;
  onBetter: () => void;
}): JSX.Element {
  const { points, winning } = stroke;
  return (
    <section class="verdict" aria-label={say("coach")} data-cost={points.choice.toFixed(1)}>
      <p>
        <b>{choiceWords(stroke)}</b> {stroke.lost && `${say("coach-because", { why: t(`why-${stroke.lost}`) })} `}
        {say("coach-stated", { percent: Math.round(stroke.stated * 100) })}{" "}
        {say(stroke.kept ? "coach-came" : "coach-failed")}
      </p>
      <p class="small">
        {partsWords("coach-choice-cost", points)}{" "}
        {say("coach-game", { before: percent(winning.best), after: percent(winning.after) })}
      </p>
      {!stroke.is_best && points.choice >= SLIP && (
        <p>
          <button aria-pressed={isShown} onClick={onBetter}>
            {say("coach-better")}
          </button>{" "}
          {say("coach-stated", { percent: Math.round(stroke.best_stated * 100) })}{" "}
          {t("hint-power", { speed: stroke.best.speed.toFixed(1) })}
        </p>
      )}
    </section>
  );
}

function choiceWords({ is_best, points }: CoachStroke): string {
  if (is_best) return say("coach-best");
  return say(points.choice < SLIP ? "coach-good" : points.choice < MISTAKE ? "coach-slip" : "coach-mistake");
}

/** A turning point and the score after it, in words. */
function turnWords(report: CoachReport, number: number): string {
  const stroke = report.strokes.find((one) => one.number === number);
  if (!stroke) return "";
  if (report.one_sided) {
    const [before, after] = [stroke.points.best.toFixed(1), stroke.points.after.toFixed(1)];
    return `: ${happenedWords(stroke)} ${say("coach-board-went", { before, after })}`;
  }
  return `: ${happenedWords(stroke)} ${percent(stroke.winning.best)} % → ${percent(stroke.winning.after)} %`;
}

function happenedWords({ happened }: CoachStroke): string {
  return happened.map(({ what, count }) => sayFor(`happened-${what}`, { count })).join(" ");
}

function nameOf(report: CoachReport, number: number): string {
  const stroke = report.strokes.find((one) => one.number === number);
  return report.people.find((one) => one.person === stroke?.person)?.name ?? "";
}

function between(found: CoachInterval, digits: number): { value: string; low: string; high: string } {
  return { value: found.value.toFixed(digits), low: found.low.toFixed(digits), high: found.high.toFixed(digits) };
}

function percent(chance: number): string {
  return String(Math.round(chance * 100));
}

/** What choice, execution and luck cost or gained, one sentence each. */
function partsWords(key: "coach-choice-cost" | "coach-choices-cost", { choice, hand, luck }: CoachSums): string {
  const of = ([cost, even, gave]: typeof HAND | typeof LUCK, gained: number): string => {
    const points = Math.abs(gained).toFixed(1);
    return points === "0.0" ? say(even) : say(gained > 0 ? gave : cost, { points });
  };
  return [say(key, { points: choice.toFixed(1) }), of(HAND, -hand), of(LUCK, luck)].join(" ");
}

// Line chart of the first side's chance to win after every stroke. In a one-sided match: of the points the board
// promised.

const WIDE = 300;
const HIGH = 90;
const MOST = 14;

function Graph({
  report,
  seq,
  onShow,
}: {
  report: CoachReport;
  seq: number;
  onShow: (seq: number) => void;
}): JSX.Element {
  const { strokes } = report;
  const points = strokes.map((one, at) => {
    const value = report.one_sided ? 0.5 + one.points.after / (2 * MOST) : one.winning.after;
    const high = one.person.startsWith("a") ? value : 1 - value;
    return { number: one.number, x: (WIDE * (at + 1)) / strokes.length, y: HIGH * (1 - high) };
  });
  // A concession or time limit decides after the last stroke.
  const end = report.winner && !report.one_sided ? [`${WIDE},${report.winner === "a" ? 0 : HIGH}`] : [];
  const first = HIGH * (1 - (report.one_sided ? 0.5 : (report.at_first ?? 0.5)));
  const line = [`0,${first.toFixed(1)}`, ...points.map(({ x, y }) => `${x.toFixed(1)},${y.toFixed(1)}`), ...end].join(
    " ",
  );
  const pick = (event: MouseEvent): void => {
    const box = (event.currentTarget as Element).getBoundingClientRect();
    const at = Math.round(((event.clientX - box.left) / box.width) * strokes.length) - 1;
    const found = strokes[Math.min(strokes.length - 1, Math.max(0, at))];
    if (found) onShow(found.number);
  };
  const names = report.people.filter((one) => one.person.startsWith("a")).map((one) => one.name);
  return (
    <figure class="coach-graph" dir="ltr">
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: the list of events does the same with the keyboard */}
      <svg viewBox={`0 -4 ${WIDE} ${HIGH + 8}`} role="img" aria-label={say("coach-course")} onClick={pick}>
        <line x1="0" x2={WIDE} y1={HIGH / 2} y2={HIGH / 2} class="half" />
        <polyline points={line} />
        {points
          .filter(({ number }) => number === seq || report.turning.includes(number))
          .map(({ number, x, y }) => (
            <circle key={number} cx={x} cy={y} r="4" class={number === seq ? "here" : "turning"} />
          ))}
      </svg>
      <figcaption class="small">
        {say(report.one_sided ? "coach-board" : "coach-chance", { name: names.join(", ") })}
      </figcaption>
    </figure>
  );
}
