// A trial board before the match (40): its strokes count for nothing and are not sent.

import { useSignal } from "@preact/signals";
import type { JSX } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { BoardView } from "../app/BoardView.tsx";
import { prefs } from "../app/prefs.ts";
import { Dialog, LawChip } from "../app/ui.tsx";
import type { Board } from "../board/board.ts";
import { type Aim, EMPTY } from "../board/state.ts";
import type { Key } from "../i18n/en.ts";
import { t } from "../i18n/i18n.ts";
import { layOut, tryStroke } from "../pages/simulator.ts";
import type { StrokeBody } from "../wire.ts";
import "./trial.css";
import { AimPanel } from "./AimPanel.tsx";
import { startOf, TURNS } from "./fromWire.ts";
import type { SeatName } from "./messages.ts";

type Laid = Awaited<ReturnType<typeof layOut>>;

/** Its texts, and the law that grants it. */
export interface Tried {
  readonly title: string;
  readonly how: Key;
  readonly over: Key;
  readonly law: string;
}

export function trialBoard(): Tried {
  return { title: t("trial-board"), how: "trial-how", over: "trial-over", law: "40" };
}

export function Trial({ seat, tried, onOver }: { seat: SeatName; tried: Tried; onOver: () => void }): JSX.Element {
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
      await board?.play(trace, startOf(trace, before), { rate: prefs.value.speed });
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
