// A board to try strokes on. `strike` decides what a stroke does; without it the stroke is simulated alone.

import { useSignal } from "@preact/signals";
import type { ComponentChildren, JSX } from "preact";
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { ApiError } from "../api/errors.ts";
import { useRequest } from "../api/http.ts";
import type { Seat, StrokeBody, StrokeTrace } from "../api/wire.ts";
import { BoardView } from "../board/BoardView.tsx";
import type { Board } from "../board/board.ts";
import { sight } from "../board/course.ts";
import { type Disc, type DiscKind, heading, type Turn, toBoard } from "../board/geometry.ts";
import { useBoardKeys } from "../board/keys.ts";
import { POCKET_CENTRE, POCKET_RADIUS } from "../board/sizes.ts";
import { type Aim, type BoardState, EMPTY, type Lane } from "../board/state.ts";
import { t } from "../i18n/i18n.ts";
import { AimPanel } from "../play/AimPanel.tsx";
import { useVictory } from "../play/attention.ts";
import { Celebration } from "../play/Celebration.tsx";
import { discsAtStart, discsOf, TURNS } from "../play/position.ts";
import { refusalWords } from "../play/sentences.ts";
import type { PieceRow } from "../play/viewer.ts";
import { prefs } from "../prefs.ts";
import { layOut, textOf, tryStroke } from "./simulator.ts";
import { say } from "./words/words.ts";

/** A stroke and its outcome, as the board shows it. */
export interface Shown {
  readonly trace: StrokeTrace;
  readonly before: readonly PieceRow[];
  readonly after: readonly PieceRow[];
}

interface LabProps {
  readonly position: string;
  readonly seat: Seat;
  readonly editing?: boolean;
  readonly won?: boolean;
  /** No shooting now: it is over, or the user must continue first. */
  readonly still?: boolean;
  readonly hints?: BoardState["hints"];
  /** An aim to adopt, whenever it changes. */
  readonly taken?: Aim | null;
  /** A stroke has come to rest; `isShort` if it was too weak for its line. */
  readonly onResult?: (position: string, pocketed: readonly string[], touched: boolean, isShort: boolean) => void;
  readonly onMoved?: (position: string) => void;
  /** The current aim, and the kind of piece it hits. */
  readonly onAim?: (aim: Aim, met: DiscKind | null) => void;
  /** Plays the stroke elsewhere; its result is shown, then reported. */
  readonly strike?: (stroke: StrokeBody) => Promise<Shown & { readonly done: () => void }>;
  /** Lay out the position again when this changes. */
  readonly round?: number;
  /** Feedback in a fixed area; the page then fits one screen. */
  readonly feedback?: ComponentChildren;
  readonly children?: ComponentChildren;
}

export function Lab({
  position,
  seat,
  editing = false,
  won = false,
  still = false,
  hints = [],
  taken = null,
  onResult,
  onMoved,
  onAim,
  strike,
  round = 0,
  feedback,
  children,
}: LabProps): JSX.Element {
  const [board, setBoard] = useState<Board | null>(null);
  const area = useRef<HTMLDivElement>(null);
  const [laid, setLaid] = useState<LaidOut | null>(null);
  const aim = useSignal<Aim>({ along: 0, direction: 0, speed: 0 });
  const busy = useSignal(false);
  const [problem, setProblem] = useState("");
  useRequest(
    () => layOut(position, seat),
    (found) => {
      setProblem("");
      setLaid({ ...found, round });
    },
    (error) => setProblem(refusalOf(error)),
    [position, seat, round],
  );
  const isOpen = laid?.round === round && !busy.value && !still;
  const state: BoardState = useMemo(
    () => ({
      ...EMPTY,
      view: TURNS[seat],
      discs: laid?.discs ?? [],
      aiming: laid && isOpen ? { lane: laid.lane, fastest: laid.fastest } : null,
      editing,
      hints,
    }),
    [laid, seat, editing, isOpen, hints],
  );
  // An aim requested during layout is adopted once, when possible.
  const lastTaken = useRef<Aim | null>(null);
  useEffect(() => {
    if (!taken || !board || !isOpen || lastTaken.current === taken) return;
    lastTaken.current = taken;
    board.setAim(taken);
  }, [taken, board, isOpen]);
  const plain = async (stroke: StrokeBody): Promise<Shown & { done: () => void }> => {
    const tried = await tryStroke(laid?.text ?? position, seat, stroke);
    const isShort = cameShort(stroke, TURNS[seat], laid?.discs ?? [], tried);
    return { ...tried, done: () => onResult?.(tried.position, tried.pocketed, tried.touched, isShort) };
  };
  const played = async (stroke: StrokeBody): Promise<void> => {
    if (!laid || !board) return;
    busy.value = true;
    setProblem("");
    try {
      const shown = await (strike ?? plain)(stroke);
      await board.play(shown.trace, discsAtStart(shown.trace, shown.before), { rate: prefs.value.speed });
      setLaid({ ...laid, discs: discsOf(shown.after) });
      shown.done();
    } catch (error) {
      setProblem((error as Error).message || t("no-server"));
    }
    busy.value = false;
  };
  const levelChange = (index: number, point: { x: number; y: number }): void => {
    if (!laid) return;
    const isGone = Math.hypot(Math.abs(point.x) - POCKET_CENTRE, Math.abs(point.y) - POCKET_CENTRE) < POCKET_RADIUS;
    const discs = isGone
      ? laid.discs.filter((_, i) => i !== index)
      : laid.discs.map((disc, i) => (i === index ? { ...disc, ...point } : disc));
    layOut(textOf(discs), seat).then(
      (next) => {
        setProblem("");
        setLaid({ ...next, round });
        onMoved?.(next.text);
      },
      (error: Error) => {
        setProblem(refusalOf(error));
        setLaid({ ...laid, discs: [...laid.discs] });
      },
    );
  };
  useBoardKeys(board);
  const isNewlyWon = useVictory(won, board);
  const refusal = problem && (
    <p class="refusal" role="alert">
      {problem}
    </p>
  );
  return (
    <div class={feedback ? "two fits" : "two"} ref={area} data-busy={busy.value}>
      {isNewlyWon && <Celebration />}
      <BoardView
        state={state}
        area={area}
        onReady={setBoard}
        on={{
          aim: (next) => {
            aim.value = next;
            if (laid) onAim?.(next, metBy(next, laid));
          },
          strike: (stroke) => void played(stroke),
          refuse: (gap) => setProblem(refusalWords(gap)),
          onMisfire: (how) => setProblem(t(how)),
          move: levelChange,
        }}
      />
      <aside class="panel" data-keep>
        {feedback ? (
          <div class="said-here">
            {refusal}
            {feedback}
          </div>
        ) : (
          refusal
        )}
        {/* keeps its space while disabled, so that nothing below moves */}
        {board && laid && (
          <div class="aim-room" inert={!isOpen} data-still={still}>
            <AimPanel board={board} aim={aim.value} lane={laid.lane} fastest={laid.fastest} />
          </div>
        )}
        {children}
      </aside>
    </div>
  );
}

/** The server's refusal of a position; null for other errors. */
function refusalOf(error: Error): string {
  if (!(error instanceof ApiError)) return t("no-server");
  return error.status === UNREADABLE ? say("does-not-fit") : error.message;
}

const UNREADABLE = 422;

interface LaidOut {
  readonly discs: Disc[];
  readonly text: string;
  readonly lane: Lane;
  readonly fastest: number;
  readonly round: number;
}

function metBy({ along, direction }: Aim, { discs, lane }: LaidOut): DiscKind | null {
  const way = sight(toBoard(lane.turn, along, lane.ahead), heading(lane.turn, direction), discs);
  return way.struck?.disc.kind ?? null;
}

// Whether a stroke was too weak: on line, but the piece stopped short.

export function cameShort(
  stroke: StrokeBody,
  turn: Turn,
  discs: readonly Disc[],
  { pocketed, touched }: { readonly pocketed: readonly string[]; readonly touched: boolean },
): boolean {
  const along = heading(turn, stroke.direction);
  const { struck, lost } = sight(stroke, along, discs);
  if (!struck) return lost !== null && !pocketed.includes("striker");
  if (!touched) return true;
  const falls = sight(stroke, along, discs, stroke.speed).struck?.way.pocket ?? null;
  return struck.way.pocket !== null && falls === null && !pocketed.includes(struck.disc.kind);
}
