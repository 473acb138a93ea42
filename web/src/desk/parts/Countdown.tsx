// Time that runs down, in minutes and seconds when it is short; over, it says for how long.

import type { JSX } from "preact";
import { secondsUntil, timeOf } from "../core/clock.ts";
import { t } from "../words/words.ts";

export function Countdown({ until, soon = 300 }: { until: string; soon?: number }): JSX.Element {
  const left = secondsUntil(until);
  const minutes = Math.floor(Math.abs(left) / 60);
  const seconds = String(Math.abs(left) % 60).padStart(2, "0");
  const shown =
    minutes >= 60 ? `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, "0")} h` : `${minutes}:${seconds}`;
  const kind = left < 0 ? "over" : left < soon ? "soon" : "";
  return (
    <span class={`countdown ${kind}`} title={timeOf(until)}>
      {left < 0 ? t("overdue-by", { time: shown }) : t("time-left", { time: shown, until: timeOf(until) })}
    </span>
  );
}
