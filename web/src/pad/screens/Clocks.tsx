// The clocks: they warn by colour and vibration, and never act on their own.

import type { JSX } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { buzz } from "../likes.ts";
import type { ClockView, PadView } from "../types.ts";
import { t, wordsFor } from "../words/words.ts";
import { clockText } from "./labels.ts";

const MOST = 3;

/** Without strokes entered, these clocks mean nothing. */
const OF_STROKES = ["stroke", "placing"];

interface Props {
  readonly shown: PadView;
  readonly now: () => number;
  readonly byBoards: boolean;
}

export function Clocks({ shown, now, byBoards }: Props): JSX.Element | null {
  const [time, setTime] = useState(now);
  const clocks = shown.clocks.filter((clock) => !byBoards || !OF_STROKES.includes(clock.what)).slice(0, MOST);
  const runs = clocks.some((clock) => clock.until !== null);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>;
    const tick = (): void => {
      const at = now();
      setTime(at);
      if (runs) timer = setTimeout(tick, untilNextSecond(clocks, at));
    };
    tick();
    return () => clearTimeout(timer);
  }, [runs, shown]);
  if (clocks.length === 0) return null;
  return (
    <section class="clocks" aria-label={t("clocks")}>
      {clocks.map((clock) => (
        <Clock key={clock.what} clock={clock} time={time} />
      ))}
    </section>
  );
}

/** Milliseconds until a clock shows another second: redraw only then, so that taps are not delayed. */
function untilNextSecond(clocks: readonly ClockView[], at: number): number {
  const fractions = clocks.flatMap(({ until }) => (until === null ? [] : [until - at - Math.floor(until - at)]));
  return Math.max(100, Math.min(...fractions) * 1000 + 5);
}

function Clock({ clock, time }: { clock: ClockView; time: number }): JSX.Element {
  const left = clock.until === null ? (clock.left ?? 0) : clock.until - time;
  const share = Math.min(1, Math.max(0, left / clock.seconds));
  const stands = clock.until === null;
  const state = stands ? "stands" : left <= 0 ? "over" : left <= Math.min(5, clock.seconds / 3) ? "near" : "runs";
  const before = useRef(state);
  useEffect(() => {
    const was = before.current;
    before.current = state;
    if (was !== state && state === "near") buzz("tap");
    if (was !== state && state === "over") buzz("clock");
  }, [state]);
  return (
    <div class={`clock ${state}`} role="timer" aria-label={wordsFor(`clock-${clock.what}`) ?? clock.what}>
      <span>{wordsFor(`clock-${clock.what}`) ?? clock.what}</span>
      <b>{state === "over" ? `+${clockText(-left)}` : clockText(left)}</b>
      <i style={{ inlineSize: `${share * 100}%` }} />
    </div>
  );
}
