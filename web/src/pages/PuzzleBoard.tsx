// One puzzle: unlimited attempts; the server plays the strokes and says when it is solved.

import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { get, post } from "../app/api.ts";
import { Icon } from "../app/icons.tsx";
import { useLatest } from "../app/latest.ts";
import { Laws } from "../app/ui.tsx";
import { fromBoard } from "../board/geometry.ts";
import type { Aim, BoardState } from "../board/state.ts";
import { t } from "../i18n/i18n.ts";
import { discsOf } from "../play/fromWire.ts";
import { canShare, copyText, shareLink } from "../social/copying.ts";
import type { PuzzleList, PuzzleResult, PuzzleView, StrokeBody } from "../wire.ts";
import { Lab, type Shown } from "./Lab.tsx";
import { difficulty, numberOf } from "./shelf.ts";
import { cameShort } from "./short.ts";
import { solve, solved, starsFor, starWords } from "./solved.ts";
import { say, sayFor } from "./words/words.ts";

export function PuzzleBoard({ name, shelf }: { name: string; shelf: PuzzleList | null }): JSX.Element {
  const [puzzle, setPuzzle] = useState<PuzzleView | null>(null);
  const [problem, setProblem] = useState("");
  useLatest(
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
  /** Why it missed, in the lesson's words. */
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
      said={
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
