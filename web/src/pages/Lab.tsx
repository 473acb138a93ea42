// A board to try strokes on.

import { useSignal } from "@preact/signals";
import type { ComponentChildren, JSX } from "preact";
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { BoardView } from "../app/BoardView.tsx";
import { useBoardKeys } from "../app/keys.ts";
import { prefs } from "../app/prefs.ts";
import type { Board } from "../board/board.ts";
import type { Disc } from "../board/geometry.ts";
import { type Aim, type BoardState, EMPTY, type Lane } from "../board/state.ts";
import { AimPanel } from "../play/AimPanel.tsx";
import { discsOf, startOf, TURNS } from "../play/fromWire.ts";
import type { SeatName } from "../play/messages.ts";
import { refusalWords } from "../play/sentences.ts";
import { layOut, textOf, tryStroke } from "./simulator.ts";

export interface LabProps {
  readonly position: string;
  readonly seat: SeatName;
  readonly editing?: boolean;
  readonly hints?: BoardState["hints"];
  /** A stroke has come to rest: what fell, and where things lie now. */
  readonly onResult: (position: string, pocketed: readonly string[]) => void;
  /** Pieces were moved by hand. */
  readonly onMoved?: (position: string) => void;
  readonly children?: ComponentChildren;
}

export function Lab({
  position,
  seat,
  editing = false,
  hints = [],
  onResult,
  onMoved,
  children,
}: LabProps): JSX.Element {
  const [board, setBoard] = useState<Board | null>(null);
  const area = useRef<HTMLDivElement>(null);
  const [laid, setLaid] = useState<{ discs: Disc[]; text: string; lane: Lane; fastest: number } | null>(null);
  const aim = useSignal<Aim>({ along: 0, direction: 0, speed: 0 });
  const busy = useSignal(false);
  const [problem, setProblem] = useState("");
  useEffect(() => {
    layOut(position, seat).then(setLaid, (error: Error) => setProblem(error.message));
  }, [position, seat]);
  const state: BoardState = useMemo(
    () => ({
      ...EMPTY,
      view: TURNS[seat],
      discs: laid?.discs ?? [],
      aiming: laid && !busy.value ? { lane: laid.lane, fastest: laid.fastest } : null,
      editing,
      hints,
    }),
    [laid, seat, editing, busy.value, hints],
  );
  const strike = async (stroke: { x: number; y: number; direction: number; speed: number }): Promise<void> => {
    if (!laid || !board) return;
    busy.value = true;
    setProblem("");
    try {
      const tried = await tryStroke(laid.text, seat, stroke);
      await board.play(tried.trace, startOf(tried.trace, tried.before), { rate: prefs.value.speed });
      setLaid({ ...laid, discs: discsOf(tried.after) });
      onResult(tried.position, tried.pocketed);
    } catch (error) {
      setProblem((error as Error).message);
    }
    busy.value = false;
  };
  const moved = (index: number, point: { x: number; y: number }): void => {
    if (!laid) return;
    const discs = laid.discs.map((disc, i) => (i === index ? { ...disc, ...point } : disc));
    layOut(textOf(discs), seat).then(
      (next) => {
        setProblem("");
        setLaid(next);
        onMoved?.(next.text);
      },
      (error: Error) => {
        setProblem(error.message);
        setLaid({ ...laid });
      },
    );
  };
  useBoardKeys(board);
  return (
    <div class="two" ref={area} data-busy={busy.value}>
      <BoardView
        state={state}
        area={area}
        onReady={setBoard}
        on={{
          aim: (next) => (aim.value = next),
          strike: (stroke) => void strike(stroke),
          refuse: (gap) => setProblem(refusalWords(gap)),
          move: moved,
        }}
      />
      <aside class="panel" data-keep>
        {problem && (
          <p class="refusal" role="alert">
            {problem}
          </p>
        )}
        {children}
        {board && state.aiming && (
          <AimPanel board={board} aim={aim.value} lane={state.aiming.lane} fastest={state.aiming.fastest} />
        )}
      </aside>
    </div>
  );
}
