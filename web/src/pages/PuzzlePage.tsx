// Puzzles: the list with the puzzle of the day, and one of them at /puzzles/NAME.

import { signal } from "@preact/signals";
import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import { get, post, useRequest } from "../api/http.ts";
import type { PuzzleList, PuzzleResult, PuzzleView, StrokeBody } from "../api/wire.ts";
import { canShare, copyText, shareLink } from "../app/copying.ts";
import { Icon } from "../app/icons.tsx";
import { place } from "../app/router.ts";
import { Laws } from "../app/ui.tsx";
import { fromBoard } from "../board/geometry.ts";
import type { Aim, BoardState } from "../board/state.ts";
import { MiniBoard } from "../games/GameTile.tsx";
import { t } from "../i18n/i18n.ts";
import { discsOf } from "../play/position.ts";
import { load, prefs, save } from "../prefs.ts";
import { cameShort, Lab, type Shown } from "./Lab.tsx";
import { Page } from "./Page.tsx";
import { say, sayFor } from "./words/words.ts";
import "../games/games.css";

export function PuzzlePage(): JSX.Element {
  const name = place.value.path[1];
  const [shelf, setShelf] = useState<PuzzleList | null>(null);
  useEffect(() => void get("/api/puzzles").then(setShelf, () => undefined), []);
  return (
    <Page title={name === "daily" ? say("puzzle-daily") : t("puzzles")} home={name ? "/puzzles" : "/"}>
      {name ? <PuzzleBoard name={name} shelf={shelf} /> : shelf && <ShelfView shelf={shelf} />}
    </Page>
  );
}

function ShelfView({ shelf }: { shelf: PuzzleList }): JSX.Element {
  const [kind, setKind] = useState<string | null>(place.value.query.get("kind"));
  const { stars, days } = solved.value;
  const inRow = streak(days, shelf.day);
  const kinds = [...new Set(shelf.puzzles.map((one) => one.kind))];
  const [isAll, setAll] = useState(false);
  const shown = shelf.puzzles
    .filter((one) => kind === null || one.kind === kind)
    .sort((one, other) => Number(Boolean(stars[one.id])) - Number(Boolean(stars[other.id])));
  const done = shelf.puzzles.filter((one) => stars[one.id]).length;
  return (
    <>
      <a class="big daily" href="/puzzles/daily" data-testid="daily">
        <img src={pictureOf(shelf.daily)} alt="" width={96} height={96} />
        <span>
          <b>{say("puzzle-daily")}</b>
          <span>
            {dayWords(shelf.day)} {stars[shelf.daily] ? starWords(stars[shelf.daily] ?? 0) : ""}
          </span>
          {inRow > 0 && <span data-testid="streak">{say("puzzle-streak", { count: inRow })}</span>}
        </span>
      </a>
      <p class="small">{say("puzzle-counted", { done, count: shelf.puzzles.length })}</p>
      <div class="buttons kinds" role="group" aria-label={t("puzzles")}>
        <button aria-pressed={kind === null} onClick={() => setKind(null)}>
          {say("puzzle-all")}
        </button>
        {kinds.map((one) => (
          <button key={one} aria-pressed={kind === one} onClick={() => setKind(one)}>
            {sayFor(`kind-${one}`)}
          </button>
        ))}
      </div>
      <div class="shelf">
        {shown.slice(0, isAll ? undefined : FIRST).map((one) => (
          <a
            key={one.id}
            class={`button${stars[one.id] ? " done" : ""}`}
            href={`/puzzles/${one.id}`}
            data-puzzle={one.id}
          >
            <MiniBoard pieces={one.pieces} />
            <b>{numberOf(one.id, shelf)}</b>
            <span class="small">{sayFor(`kind-${one.kind}`)}</span>
            <span class="small">{difficulty(one.rating)}</span>
            <span class="stars">{stars[one.id] ? starWords(stars[one.id] ?? 0) : ""}</span>
          </a>
        ))}
      </div>
      {!isAll && shown.length > FIRST && (
        <button onClick={() => setAll(true)}>{say("puzzle-more", { count: shown.length })}</button>
      )}
    </>
  );
}

/** Puzzles listed at first; solved ones come last. */
const FIRST = 24;

function dayWords(day: string): string {
  return new Intl.DateTimeFormat(prefs.value.language, { dateStyle: "long", timeZone: "UTC" }).format(new Date(day));
}

function pictureOf(id: string): string {
  return `/api/puzzles/${id}/picture.svg`;
}

// One puzzle: unlimited attempts; the server plays the strokes and says when it is solved.

export function PuzzleBoard({ name, shelf }: { name: string; shelf: PuzzleList | null }): JSX.Element {
  const [puzzle, setPuzzle] = useState<PuzzleView | null>(null);
  const [problem, setProblem] = useState("");
  useRequest(
    () => get(`/api/puzzles/${encodeURIComponent(name)}`),
    setPuzzle,
    () => setProblem(say("no-puzzle")),
    [name],
  );
  if (problem)
    return (
      <>
        <p class="refusal">{problem}</p>
        <p class="buttons">
          <a class="button go" href="/puzzles">
            {t("puzzles")}
          </a>
        </p>
      </>
    );
  if (!puzzle) return <p class="waiting">{t("loading")}</p>;
  return <Attempting key={puzzle.id} puzzle={puzzle} shelf={shelf} />;
}

/** The next harder unsolved puzzle, the same kind first. */
function nextOf(puzzle: PuzzleView, shelf: PuzzleList | null): string | null {
  const left = (shelf?.puzzles ?? []).filter((one) => !solved.value.stars[one.id] && one.id !== puzzle.id);
  const harder = left.filter((one) => one.rating >= puzzle.rating);
  return (harder.find((one) => one.kind === puzzle.kind) ?? harder[0] ?? left[0])?.id ?? null;
}

function Attempting({ puzzle, shelf }: { puzzle: PuzzleView; shelf: PuzzleList | null }): JSX.Element {
  const next = nextOf(puzzle, shelf);
  const [strokes, setStrokes] = useState<readonly StrokeBody[]>([]);
  const [rows, setRows] = useState(puzzle.position);
  const [tried, setTried] = useState<PuzzleResult | null>(null);
  const [tries, setTries] = useState(1);
  const [helped, setHelped] = useState(false);
  const [advice, setAdvice] = useState<{ aim: Aim; hints: BoardState["hints"] } | null>(null);
  const [taken, setTaken] = useState<Aim | null>(null);
  const [shared, setShared] = useState("");
  const state = tried?.state ?? "open";
  const goal = sayFor(`goal-${puzzle.kind}`, { count: puzzle.strokes }) ?? "";
  const strike = async (stroke: StrokeBody): Promise<Shown & { done: () => void }> => {
    const all = [...strokes, stroke];
    const answer = await post(`/api/puzzles/${puzzle.id}/attempts`, { strokes: all });
    const done = (): void => {
      setAdvice(null);
      setTried(answer);
      setStrokes(all);
      setRows(answer.after.map(([kind, x, y]) => `${kind}:${x},${y}`).join(" ") || "empty");
      if (answer.state === "solved") solve(puzzle.id, starsFor(tries, helped), puzzle.day);
    };
    return { ...answer, done };
  };
  const miss = state === "failed" && tried ? missOf(tried, strokes[strokes.length - 1]) : null;
  const again = (): void => {
    setTries(tries + 1);
    setTried(null);
    setStrokes([]);
    setRows(puzzle.position);
    setAdvice(null);
  };
  const help = (made: number): void => {
    setHelped(true);
    void get(`/api/solutions/${puzzle.id}`).then(({ strokes: known }) => {
      const one = known[made] ?? known[0];
      if (!one) return;
      const aim: Aim = { along: fromBoard(0, one.x, one.y).x, direction: one.direction, speed: one.speed };
      setAdvice({ aim, hints: [{ ...one, from: one, turn: 0 }] });
    });
  };
  const share = async (): Promise<void> => {
    const link = { text: say("shared-words", { goal }), url: `${location.origin}/puzzles/${puzzle.id}` };
    if (canShare()) shareLink(link.text, link.url);
    else setShared((await copyText(link.url)) ? say("link-copied") : link.url);
  };
  const stars = solved.value.stars[puzzle.id];
  return (
    <Lab
      position={rows}
      seat="south"
      round={tries}
      still={state !== "open"}
      won={state === "solved"}
      hints={advice?.hints ?? NONE}
      taken={taken}
      strike={strike}
      feedback={
        <>
          <p class="small">
            {numberOf(puzzle.id, shelf)} {sayFor(`kind-${puzzle.kind}`)} · {difficulty(puzzle.rating)}{" "}
            <a href="/puzzles" data-testid="to-shelf">
              {say("puzzle-shelf")}
            </a>
          </p>
          <p class="lead" data-testid="goal">
            {goal}
          </p>
          {tried && (
            <section class="umpire-says" aria-live="polite" data-testid="verdict" data-state={state}>
              <h2 class={state === "failed" ? "bad" : "ok"}>
                {sayFor(`verdict-${state}`)}{" "}
                {state === "solved" && stars ? <span class="stars">{starWords(stars)}</span> : ""}
              </h2>
              <p>
                {miss && <b data-testid="miss">{say(miss)}</b>} {tried.sentences.join(" ")} <Laws laws={tried.laws} />
              </p>
            </section>
          )}
          {shared && <p class="small">{shared}</p>}
        </>
      }
    >
      <div class="buttons">
        {state === "open" && !advice && <button onClick={() => help(strokes.length)}>{t("hint")}</button>}
        {state === "open" && advice && <button onClick={() => setTaken({ ...advice.aim })}>{say("take-aim")}</button>}
        {(state !== "open" || strokes.length > 0) && (
          <button class={state === "failed" ? "go" : ""} onClick={again}>
            {say("puzzle-again")}
          </button>
        )}
        {state === "failed" && (
          <button
            onClick={() => {
              again();
              help(0);
            }}
          >
            {say("show-answer")}
          </button>
        )}
        {next && state === "solved" && (
          <a class="button go" href={`/puzzles/${next}`}>
            {say("puzzle-next")}
          </a>
        )}
        {/* icons, so that all buttons fit on one line */}
        <button
          class="quiet aside"
          onClick={() => void share()}
          aria-label={say("share-puzzle")}
          title={say("share-puzzle")}
        >
          <Icon name="share" />
        </button>
        <a
          class="button quiet"
          href={`/api/puzzles/${puzzle.id}/picture.png`}
          download={`carrom-${puzzle.id}.png`}
          aria-label={say("share-picture")}
          title={say("share-picture")}
        >
          <Icon name="picture" />
        </a>
      </div>
    </Lab>
  );
}

const NONE: BoardState["hints"] = [];

type Miss = "miss-weak" | "miss-past" | "miss-untouched";

/** Too weak, past the pocket, or nothing hit; null for other reasons. */
function missOf({ trace, before }: PuzzleResult, stroke: StrokeBody | undefined): Miss | null {
  const striker = trace.discs.length - 1;
  const pocketed = trace.events.flatMap(([, what, disc]) => (what === "pocket" ? [trace.discs[disc]?.[0] ?? ""] : []));
  const first = trace.events.find(([, what, a, b]) => what === "disc" && (a === striker || b === striker));
  if (!stroke || pocketed.length > 0) return null;
  const discs = discsOf(before);
  if (cameShort(stroke, 0, discs, { pocketed, touched: first !== undefined })) return "miss-weak";
  if (!first) return "miss-untouched";
  const met = discs[first[2] === striker ? Number(first[3]) : first[2]];
  return met?.kind !== "black" ? "miss-past" : null;
}

// A puzzle's title: its number in the list and its difficulty.

const LEVELS = [
  [1000, "level-easy"],
  [1400, "level-medium"],
  [1900, "level-hard"],
  [Infinity, "level-master"],
] as const;

export function difficulty(rating: number): string {
  const [, words] = LEVELS.find(([below]) => rating < below) ?? LEVELS[3];
  return `${sayFor(words)} (${rating})`;
}

/** The easiest is number one; empty until the list has loaded. */
export function numberOf(id: string, shelf: PuzzleList | null): string {
  const at = shelf?.puzzles.findIndex((one) => one.id === id) ?? -1;
  return at < 0 ? "" : say("puzzle-number", { number: at + 1 });
}

// Solved puzzles with stars and days, stored in this browser.

interface Solved {
  /** By puzzle: three stars for the first try, two for the second, one for later or with help. */
  readonly stars: Readonly<Record<string, number>>;
  /** Days whose puzzle of the day was solved that day. */
  readonly days: readonly string[];
}

const KEPT = "carrom.puzzles";
export const solved = signal<Solved>({ stars: {}, days: [], ...load<Partial<Solved>>(KEPT, {}) });

export function starsFor(tries: number, helped: boolean): number {
  return helped ? 1 : Math.max(1, 4 - tries);
}

export function solve(id: string, stars: number, day: string | null): void {
  const { stars: before, days } = solved.value;
  solved.value = {
    stars: { ...before, [id]: Math.max(stars, before[id] ?? 0) },
    days: day !== null && !days.includes(day) ? [...days, day].sort().slice(-400) : days,
  };
  save(KEPT, solved.value);
}

/** Consecutive days up to today, or yesterday while today's is open. */
export function streak(days: readonly string[], today: string): number {
  const all = new Set(days);
  let at = Date.parse(today);
  const day = 86_400_000;
  const text = (): string => new Date(at).toISOString().slice(0, 10);
  if (!all.has(text())) at -= day;
  let count = 0;
  for (; all.has(text()); at -= day) count += 1;
  return count;
}

export function starWords(stars: number): string {
  return "★".repeat(stars) + "☆".repeat(3 - stars);
}
