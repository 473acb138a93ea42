// What is drawn under and over the discs while somebody aims or places: lines and rings in board millimetres.

import type { Spots } from "../wire.ts";
import { sight } from "./aim.ts";
import { type Disc, heading, OUTER, type Point, type Turn, toBoard } from "./geometry.ts";
import { PIECE_RADIUS, STRIKER_RADIUS } from "./sizes.ts";
import { type Aim, type BoardState, isFree, type Lane } from "./state.ts";

const signs = {
  lawful: "#1f8a4c",
  unlawful: "#c62828",
  aim: "#ffffff",
  struck: "#ffca28",
  advice: "#0d47a1",
} as const;

const NS = "http://www.w3.org/2000/svg";

type Attributes = Record<string, string | number>;

function add(parent: SVGElement, name: string, attributes: Attributes): SVGElement {
  const element = document.createElementNS(NS, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, String(value));
  parent.append(element);
  return element;
}

function sheet(): SVGSVGElement {
  const element = document.createElementNS(NS, "svg");
  element.setAttribute("viewBox", `${-OUTER} ${-OUTER} ${2 * OUTER} ${2 * OUTER}`);
  element.setAttribute("class", "cb-overlay");
  element.setAttribute("aria-hidden", "true");
  return element;
}

export class Overlay {
  readonly under = sheet();
  readonly over = sheet();
  private readonly marks = add(this.under, "g", {});
  private readonly line = add(this.over, "g", {});

  private turn(view: Turn): void {
    for (const group of [this.marks, this.line]) group.setAttribute("transform", `rotate(${view * 90}) scale(1,-1)`);
  }

  /** The slow-changing marks: lane, spots, advice. */
  show(state: BoardState, lane: boolean): void {
    this.turn(state.view);
    this.marks.replaceChildren();
    if (state.aiming && lane) this.lane(state.aiming.lane);
    if (state.placing) this.spots(state.placing.spots);
    for (const hint of state.hints) this.hint(hint.from, hint.direction, state.discs);
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

  private spots(spots: Spots): void {
    const half = spots.step / 2;
    for (const mark of [".", "#"]) {
      let path = "";
      spots.rows.forEach((row, j) => {
        for (let i = 0; i < row.length; i++) {
          if (row[i] !== mark) continue;
          let run = i;
          while (row[run] === mark) run++;
          const x = spots.x + i * spots.step - half;
          const y = spots.y + j * spots.step - half;
          path += `M${x} ${y}h${(run - i) * spots.step}v${spots.step}H${x}z`;
          i = run;
        }
      });
      add(this.marks, "path", {
        d: path,
        fill: mark === "." ? signs.lawful : signs.unlawful,
        opacity: mark === "." ? 0.3 : 0.26,
      });
    }
  }

  private hint(from: Point, along: Point, discs: readonly Disc[]): void {
    add(this.marks, "circle", {
      cx: from.x,
      cy: from.y,
      r: STRIKER_RADIUS,
      fill: "none",
      stroke: signs.advice,
      "stroke-width": 3,
    });
    this.course(this.marks, from, along, discs, signs.advice);
  }

  private course(group: SVGElement, from: Point, along: Point, discs: readonly Disc[], colour: string): void {
    const seen = sight(from, along, discs);
    const start = { x: from.x + along.x * STRIKER_RADIUS, y: from.y + along.y * STRIKER_RADIUS };
    for (const [stroke, width] of [
      ["rgba(20,10,5,.55)", 4.6],
      [colour, 2.6],
    ] as const)
      add(group, "line", {
        x1: start.x,
        y1: start.y,
        x2: seen.contact.x,
        y2: seen.contact.y,
        stroke,
        "stroke-width": width,
        "stroke-dasharray": "10 7",
        "stroke-linecap": "round",
      });
    add(group, "circle", {
      class: "cb-ghost",
      cx: seen.contact.x,
      cy: seen.contact.y,
      r: STRIKER_RADIUS,
      fill: "rgba(255,255,255,.14)",
      stroke: colour,
      "stroke-width": 2.2,
    });
    const arrow = (p: Point, v: Point, length: number, tint: string, width: number): void => {
      add(group, "line", {
        x1: p.x,
        y1: p.y,
        x2: p.x + v.x * length,
        y2: p.y + v.y * length,
        stroke: tint,
        "stroke-width": width,
        "stroke-linecap": "round",
      });
    };
    if (seen.struck) {
      const { disc, along: way } = seen.struck;
      add(group, "circle", {
        cx: disc.x,
        cy: disc.y,
        r: PIECE_RADIUS + 1.5,
        fill: "none",
        stroke: signs.struck,
        "stroke-width": 3,
      });
      arrow({ x: disc.x + way.x * PIECE_RADIUS, y: disc.y + way.y * PIECE_RADIUS }, way, 130, signs.struck, 3.4);
      arrow(seen.contact, seen.onward, 70, "rgba(255,255,255,.75)", 2);
    } else arrow(seen.contact, seen.onward, 90, "rgba(255,255,255,.75)", 2);
  }

  /** The aim of this moment. `pulling` shows power and course; otherwise only the striker's place. */
  aim(state: BoardState, aim: Aim, pulling: boolean, cancelled: boolean): void {
    this.line.replaceChildren();
    if (!state.aiming) return;
    const { lane, fastest } = state.aiming;
    const from = toBoard(lane.turn, aim.along, lane.ahead);
    if (!isFree(lane, aim.along)) {
      add(this.line, "circle", {
        cx: from.x,
        cy: from.y,
        r: STRIKER_RADIUS + 4,
        fill: "none",
        stroke: signs.unlawful,
        "stroke-width": 5,
      });
      return;
    }
    if (cancelled) return;
    const along = heading(lane.turn, aim.direction);
    this.course(this.line, from, along, state.discs, signs.aim);
    const share = Math.min(1, aim.speed / fastest);
    const r = STRIKER_RADIUS + 7;
    add(this.line, "circle", {
      cx: from.x,
      cy: from.y,
      r,
      fill: "none",
      stroke: "rgba(20,10,5,.4)",
      "stroke-width": 7,
    });
    const round = 2 * Math.PI * r;
    const hue = 130 - 125 * share;
    add(this.line, "circle", {
      cx: from.x,
      cy: from.y,
      r,
      fill: "none",
      stroke: `hsl(${hue} 80% 48%)`,
      "stroke-width": 6,
      "stroke-linecap": "round",
      "stroke-dasharray": `${(share * round).toFixed(1)} ${round.toFixed(1)}`,
      transform: `rotate(${90 + lane.turn * 90} ${from.x} ${from.y})`,
    });
    if (pulling) {
      const back = 26 + 90 * share;
      add(this.line, "line", {
        x1: from.x - along.x * 26,
        y1: from.y - along.y * 26,
        x2: from.x - along.x * back,
        y2: from.y - along.y * back,
        stroke: `hsl(${hue} 80% 48%)`,
        "stroke-width": 7,
        "stroke-linecap": "round",
        opacity: 0.85,
      });
    }
  }

  clearAim(): void {
    this.line.replaceChildren();
  }
}
