// Lines and rings under and over the discs while aiming or placing, in board millimetres.

import type { DueSpots } from "../api/wire.ts";
import { heading, OUTER, type Point, type Turn, toBoard } from "./geometry.ts";
import { type Assist, add, drawCourse, signs } from "./lines.ts";
import { STRIKER_RADIUS } from "./sizes.ts";
import { type Aim, type BoardState, isFree, type Lane } from "./state.ts";

function sheet(): SVGSVGElement {
  const element = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  element.setAttribute("viewBox", `${-OUTER} ${-OUTER} ${2 * OUTER} ${2 * OUTER}`);
  element.setAttribute("class", "cb-overlay");
  element.setAttribute("aria-hidden", "true");
  return element;
}

/** How to show an aim: line, pull, or hidden because it is being cancelled. */
export interface Showing {
  readonly line?: boolean;
  readonly pulling?: boolean;
  readonly cancelled?: boolean;
}

export class Overlay {
  readonly under = sheet();
  readonly over = sheet();
  assist: Assist = "full";
  private readonly marks = add(this.under, "g", {});
  private readonly line = add(this.over, "g", {});

  private turn(view: Turn): void {
    for (const group of [this.marks, this.line]) group.setAttribute("transform", `rotate(${view * 90}) scale(1,-1)`);
  }

  /** Marks that rarely change: lane, spots, advice. */
  show(state: BoardState): void {
    this.turn(state.view);
    this.marks.replaceChildren();
    if (state.aiming) this.lane(state.aiming.lane);
    if (state.placing) this.spots(state.placing.spots);
    for (const hint of state.hints) {
      this.ring(this.marks, hint.from, STRIKER_RADIUS, signs.advice, 3);
      drawCourse(this.marks, hint, state.discs, signs.advice, "full");
    }
  }

  private ring(group: SVGElement, at: Point, r: number, stroke: string, width: number): void {
    add(group, "circle", { cx: at.x, cy: at.y, r, fill: "none", stroke, "stroke-width": width });
  }

  private lane(lane: Lane): void {
    const bar = (from: number, to: number, colour: string, dash: string): void => {
      const a = toBoard(lane.turn, from, lane.ahead);
      const b = toBoard(lane.turn, to, lane.ahead);
      add(this.marks, "line", {
        x1: a.x,
        y1: a.y,
        x2: b.x,
        y2: b.y,
        stroke: colour,
        "stroke-width": 5,
        "stroke-linecap": "round",
        "stroke-dasharray": dash,
        opacity: 0.75,
      });
    };
    for (const [from, to] of lane.free) bar(from, to, signs.lawful, "none");
    for (const gap of lane.gaps) bar(gap.from, gap.to, signs.unlawful, "1 9");
  }

  private spots(spots: DueSpots): void {
    const half = spots.step / 2;
    for (const isOpen of [true, false]) {
      const fits = (mark: string | undefined): boolean =>
        mark !== undefined && (isOpen ? mark === "." : mark !== "." && mark !== " ");
      let path = "";
      spots.rows.forEach((row, j) => {
        for (let i = 0; i < row.length; i++) {
          if (!fits(row[i])) continue;
          let run = i;
          while (fits(row[run])) run++;
          const x = spots.x + i * spots.step - half;
          const y = spots.y + j * spots.step - half;
          path += `M${x} ${y}h${(run - i) * spots.step}v${spots.step}H${x}z`;
          i = run;
        }
      });
      add(this.marks, "path", {
        d: path,
        fill: isOpen ? signs.lawful : signs.unlawful,
        opacity: isOpen ? 0.3 : 0.26,
      });
    }
  }

  aim(state: BoardState, aim: Aim, { line = false, pulling = false, cancelled = false }: Showing): void {
    this.line.replaceChildren();
    if (!state.aiming) return;
    const { lane, fastest } = state.aiming;
    const from = toBoard(lane.turn, aim.along, lane.ahead);
    const isBarred = !isFree(lane, aim.along);
    if (isBarred) this.ring(this.line, from, STRIKER_RADIUS + 4, signs.unlawful, 5);
    if (isBarred || cancelled || !line) return;
    const along = heading(lane.turn, aim.direction);
    drawCourse(this.line, { ...aim, from, turn: lane.turn }, state.discs, signs.aim, this.assist);
    const share = Math.min(1, aim.speed / fastest);
    if (share > 0) this.power(from, along, lane.turn, share, pulling);
  }

  watch(state: BoardState, lane: Lane, aim: Aim): void {
    this.line.replaceChildren();
    const from = toBoard(lane.turn, aim.along, lane.ahead);
    drawCourse(this.line, { ...aim, from, turn: lane.turn }, state.discs, signs.aim, this.assist);
  }

  private power(from: Point, along: Point, turn: Turn, share: number, pulling: boolean): void {
    const r = STRIKER_RADIUS + 7;
    this.ring(this.line, from, r, "rgba(20,10,5,.4)", 7);
    const round = 2 * Math.PI * r;
    const tone = `hsl(${130 - 125 * share} 80% 48%)`;
    add(this.line, "circle", {
      cx: from.x,
      cy: from.y,
      r,
      fill: "none",
      stroke: tone,
      "stroke-width": 6,
      "stroke-linecap": "round",
      "stroke-dasharray": `${(share * round).toFixed(1)} ${round.toFixed(1)}`,
      transform: `rotate(${90 + turn * 90} ${from.x} ${from.y})`,
    });
    if (!pulling) return;
    const back = 26 + 90 * share;
    add(this.line, "line", {
      x1: from.x - along.x * 26,
      y1: from.y - along.y * 26,
      x2: from.x - along.x * back,
      y2: from.y - along.y * back,
      stroke: tone,
      "stroke-width": 7,
      "stroke-linecap": "round",
      opacity: 0.85,
    });
  }

  clearAim(): void {
    this.line.replaceChildren();
  }
}
