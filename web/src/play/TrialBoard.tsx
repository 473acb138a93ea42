// A trial board before the match (40): its strokes count for nothing and are not sent.

import { useSignal } from "@preact/signals";
import type { JSX } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import type { Seat, Snapshot, StrokeBody } from "../api/wire.ts";
import { Dialog, LawChip } from "../app/ui.tsx";
import { BoardView } from "../board/BoardView.tsx";
import type { Board } from "../board/board.ts";
import { type Aim, EMPTY } from "../board/state.ts";
import type { Key } from "../i18n/en.ts";
import { t } from "../i18n/i18n.ts";
import { layOut, tryStroke } from "../pages/simulator.ts";
import { load, prefs, save } from "../prefs.ts";
import { AimPanel } from "./AimPanel.tsx";
import { clockFace } from "./clocks.ts";
import { discsAtStart, TURNS } from "./position.ts";
import type { PlayerName } from "./viewer.ts";
import "./trial.css";

type Laid = Awaited<ReturnType<typeof layOut>>;

interface TrialTexts {
  readonly title: string;
  readonly how: Key;
  readonly over: Key;
  readonly law: string;
}

export function trialTexts(): TrialTexts {
  return { title: t("trial-board"), how: "trial-how", over: "trial-over", law: "40" };
}

export function TrialBoard({
  seat,
  tried,
  onOver,
}: {
  seat: Seat;
  tried: TrialTexts;
  onOver: () => void;
}): JSX.Element {
  const area = useRef<HTMLDivElement>(null);
  const [laid, setLaid] = useState<Laid | null>(null);
  const [moving, setMoving] = useState(false);
  const [board, setBoard] = useState<Board | null>(null);
  const aim = useSignal<Aim>({ along: 0, direction: 0, speed: 0 });
  const lay = (position: string): Promise<void> => layOut(position, seat).then(setLaid, () => undefined);
  useEffect(() => void lay("start"), [seat]);
  const strike = async (stroke: StrokeBody): Promise<void> => {
    if (!laid) return;
    setMoving(true);
    try {
      const { trace, before, position } = await tryStroke(laid.text, seat, stroke);
      await board?.play(trace, discsAtStart(trace, before), { rate: prefs.value.speed });
      await lay(position);
    } finally {
      setMoving(false);
    }
  };
  return (
    <Dialog title={tried.title} onClose={onOver}>
      <div class="trial" data-testid="trial" ref={area}>
        <BoardView
          state={{
            ...EMPTY,
            view: TURNS[seat],
            discs: laid?.discs ?? [],
            aiming: laid && !moving ? { lane: laid.lane, fastest: laid.fastest } : null,
          }}
          area={area}
          onReady={setBoard}
          on={{ strike: (stroke) => void strike(stroke), aim: (next) => (aim.value = next) }}
        />
        <p class="small">
          {t(tried.how)} <LawChip law={tried.law} />
        </p>
        <div class="aim-room" inert={moving}>
          {board && laid && <AimPanel board={board} aim={aim.value} lane={laid.lane} fastest={laid.fastest} />}
        </div>
        <div class="buttons">
          <button onClick={() => void lay("start")}>{t("trial-again")}</button>
          <button class="go" onClick={onOver}>
            {t(tried.over)}
          </button>
        </div>
      </div>
    </Dialog>
  );
}

// Timed warm-up before the match, where the rulebook grants it.

export function WarmUp({
  id,
  view,
  mine,
}: {
  readonly id: string;
  readonly view: Snapshot;
  readonly mine: readonly PlayerName[];
}): JSX.Element | null {
  const key = `carrom.tested.${id}`;
  const [begun, setBegun] = useState<number | null>(() => load<number | null>(key, null));
  const [isOpen, setOpen] = useState(false);
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    if (begun === null) return;
    const timer = setInterval(() => setNow(Date.now()), 500);
    return () => clearInterval(timer);
  }, [begun]);
  const { testing } = view;
  const own = view.seats.find((one) => mine.includes(one.player));
  if (!testing || !own) return null;
  const left = begun === null ? testing.seconds : testing.seconds - (now - begun) / 1000;
  if (left <= 0) return null; // this also clears the board
  const title = t("test-board", { time: clockFace(Math.min(left, testing.seconds)) });
  return (
    <>
      <button
        class="try-board"
        data-testid="test-board"
        onClick={() => {
          if (begun === null) {
            save(key, Date.now());
            setBegun(Date.now());
          }
          setOpen(true);
        }}
      >
        {title}
      </button>
      {isOpen && (
        <TrialBoard
          seat={own.seat}
          tried={{ title, how: "test-how", over: "test-over", law: testing.law ?? "40" }}
          onOver={() => setOpen(false)}
        />
      )}
    </>
  );
}
