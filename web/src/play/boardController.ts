// One match on this screen as the board's state. Aims, laid pieces and requests are local until sent.

import { type Signal, useSignal } from "@preact/signals";
import { useEffect, useMemo, useRef } from "preact/hooks";
import type { AimSeen, Snapshot } from "../api/wire.ts";
import type { Board } from "../board/board.ts";
import type { Disc, Point } from "../board/geometry.ts";
import { type Aim, type BoardState, type Lane, nearestFree, spotFree } from "../board/state.ts";
import { t } from "../i18n/i18n.ts";
import { prefs } from "../prefs.ts";
import { type Advice, adviceIn, hintLines } from "./hint.ts";
import type { MatchSource } from "./live.ts";
import { discsAtStart, discsOf, pocketedIn, spotsLeft, TURNS, turnedRack } from "./position.ts";
import { refusalWords } from "./sentences.ts";
import { type Act, type PlayerName, type Viewer, viewSeat } from "./viewer.ts";

const NOTE_MS = 8000;

interface BoardController {
  /** The player here who must act; null if another does. */
  readonly actor: PlayerName | null;
  readonly isMoving: boolean;
  readonly isSent: boolean;
  readonly state: BoardState;
  readonly lane: Lane | null;
  /** The angle the breaker has chosen; null if untouched. */
  readonly rack: Signal<number | null>;
  /** Due pieces laid but not sent. */
  readonly laid: Signal<readonly Point[]>;
  readonly hasRoom: boolean;
  readonly advice: Signal<readonly Advice[]>;
  readonly isAsking: boolean;
  readonly note: Signal<string | null>;
  readonly act: (what: Act, as?: PlayerName | null) => void;
  readonly hint: () => void;
  readonly place: (point: Point) => void;
  readonly placeLaid: () => void;
}

export interface PromptProps {
  readonly view: Snapshot;
  /** The player here who must act; null if another does. */
  readonly actor: PlayerName | null;
  readonly mine: readonly PlayerName[];
  /** Players who are connected. */
  readonly here: readonly PlayerName[];
  readonly viewer: Viewer;
  /** The angle the breaker has chosen; null if untouched. */
  readonly rack: Signal<number | null>;
  readonly act: (what: Act, as?: PlayerName) => void;
}

export function useBoardController(match: MatchSource, view: Snapshot, board: Board | null): BoardController {
  const note = useSignal<string | null>(null);
  const rack = useSignal<number | null>(null);
  const laid = useSignal<readonly Point[]>([]);
  const isMoving = useSignal(false);
  const isAsking = useSignal(false);
  const advice = useSignal<readonly Advice[]>([]);
  const mine = match.mine.value;
  const { todo } = view;
  const actor = todo.players.find((player) => mine.includes(player)) ?? null;
  const isSent = match.pending.value > 0;
  const isFree = !isMoving.value && !isSent;

  useEffect(() => {
    match.onStroke = async (event) => {
      if (!board || !event.trace) return;
      isMoving.value = true;
      board.watch(null);
      board.set({ ...board.state, aiming: null, placing: null, hints: [], striker: null });
      await board.play(event.trace, discsAtStart(event.trace, event.before ?? []), { rate: prefs.value.speed });
      isMoving.value = false;
    };
    match.onSkip = () => board?.stop();
  }, [match, board]);
  useEffect(() => {
    laid.value = [];
    rack.value = null;
    advice.value = [];
    note.value = null;
  }, [view.seq]);
  useEffect(() => {
    const refusal = match.refusal.value;
    if (!refusal) return;
    note.value = t("refused", { text: refusalWords(refusal) });
    laid.value = []; // the pieces were refused: start again
  }, [match.refusal.value]);

  // A refusal replaces the umpire's last words for a while.
  useEffect(() => {
    if (note.value === null) return;
    const timer = setTimeout(() => (note.value = null), NOTE_MS);
    return () => clearTimeout(timer);
  }, [note.value]);

  const facing = viewSeat(view, mine, actor, prefs.value.turning);
  const lane = useMemo(() => (todo.lane ? { ...todo.lane, turn: TURNS[todo.lane.seat] } : null), [todo.lane]);
  const striker = view.seats.find((one) => one.player === todo.players[0]);
  const isLaid = !actor && isFree && todo.what === "strike" && striker?.computer === null;
  useRemoteAim(board, lane, actor ? null : match.remoteAim.value, isLaid);
  const room = useMemo(() => spotsLeft(todo, laid.value), [todo, laid.value]);
  const state: BoardState = useMemo(() => {
    const fresh = laid.value.map((p): Disc => ({ ...p, kind: todo.kind ?? "white" }));
    return {
      view: TURNS[facing],
      discs: view.rack && rack.value !== null ? turnedRack(view.rack, rack.value) : [...discsOf(view.pieces), ...fresh],
      striker: null,
      aiming: actor && isFree && todo.what === "strike" && lane ? { lane, fastest: lane.fastest } : null,
      placing: actor && isFree && room ? { kind: todo.kind ?? "white", spots: room } : null,
      editing: false,
      captured: pocketedIn(view, facing),
      hints: hintLines(advice.value),
    };
  }, [view, facing, actor, isFree, laid.value, room, rack.value, advice.value, lane]);

  const act: BoardController["act"] = (what, as = actor ?? mine[0] ?? null) => {
    note.value = null;
    if (as) match.act(as, what);
  };
  const placeLaid = (): void => act({ do: "place", at: laid.value.map((p) => [p.x, p.y]) });
  return {
    actor,
    isMoving: isMoving.value,
    isSent,
    state,
    lane,
    rack,
    laid,
    hasRoom: room !== null,
    advice,
    note,
    act,
    isAsking: isAsking.value,
    hint: () => {
      isAsking.value = true;
      void adviceIn(view)
        .then(
          (best) => {
            advice.value = best;
            if (best.length) match.hintTaken();
          },
          (error: Error) => (note.value = error.message || t("no-server")),
        )
        .finally(() => (isAsking.value = false));
    },
    place: (point) => {
      // On two quick taps the board does not know the first piece yet.
      const left = spotsLeft(todo, laid.value);
      if (!left || !spotFree(left, point)) return;
      laid.value = [...laid.value, point];
      if (laid.value.length >= todo.count) placeLaid();
    },
    placeLaid,
  };
}

/** Interpolate between two aims. A line that was not visible before does not swing in. */
function between(from: Aim, to: Aim, part: number): Aim {
  const ease = part * part * (3 - 2 * part);
  const mix = (a: number, b: number): number => a + (b - a) * ease;
  const turn = ((((to.direction - from.direction) % 360) + 540) % 360) - 180;
  return {
    along: mix(from.along, to.along),
    direction:
      from.speed > 0 || to.speed === 0 ? from.direction + turn * ease : to.direction + turn * (ease - 1) * 0.25,
    speed: mix(from.speed, to.speed),
  };
}

/** Show the striker of the player in turn, unless a player here is aiming. `isLaid`: show it before they have moved
 * it. */
function useRemoteAim(board: Board | null, lane: Lane | null, received: AimSeen | null, isLaid: boolean): void {
  const shown = useRef<Aim | null>(null);
  useEffect(() => {
    const laid = isLaid && lane ? { along: nearestFree(lane, 0), direction: 0, speed: 0, over: 0 } : null;
    const aim = received ?? laid;
    if (!board || !lane || !aim) {
      shown.current = null;
      board?.watch(null);
      return;
    }
    const from = shown.current ?? { along: 0, direction: 0, speed: 0 };
    const started = performance.now();
    const over = (aim.over ?? 0) * 1000;
    let frame = 0;
    const step = (): void => {
      const part = over > 0 ? Math.min(1, (performance.now() - started) / over) : 1;
      shown.current = between(from, aim, part);
      board.watch({ lane, aim: shown.current });
      if (part < 1) frame = requestAnimationFrame(step);
    };
    step();
    return () => cancelAnimationFrame(frame);
  }, [board, lane, received, isLaid]);
}
