// Line chart of the first side's chance to win after every stroke. In a one-sided match: of the points the board
// promised.

import type { JSX } from "preact";
import type { CoachReport } from "../wire.ts";
import { say } from "./words/words.ts";

const WIDE = 300;
const HIGH = 90;
/** Most points of a board. */
const MOST = 14;

export function Graph({
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
