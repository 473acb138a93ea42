// Ways over the board, drawn in board millimetres: the striker's up to what it meets, the struck piece's from there.

import { type Sight, sight } from "./course.ts";
import { type Disc, type Point, radius } from "./geometry.ts";
import { PIECE_RADIUS, POCKET_RADIUS, STRIKER_RADIUS } from "./sizes.ts";

/** How much of a stroke's way is shown before it is played: to its first meeting and beyond, its beginning, nothing. */
export type Assist = "full" | "short" | "none";

export const signs = {
  lawful: "#1f8a4c",
  unlawful: "#c62828",
  aim: "#ffffff",
  struck: "#ffca28",
  advice: "#0d47a1",
} as const;

/** How far the short help reaches, and how far the stub that only says which way the striker points, mm. */
const SHORT = 110;
const STUB = 34;
/** The striker is drawn so far on its new way; a struck piece all the way. */
const ONWARD = 70;

const NS = "http://www.w3.org/2000/svg";

export type Attributes = Record<string, string | number>;

export function add(parent: SVGElement, name: string, attributes: Attributes): SVGElement {
  const element = document.createElementNS(NS, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, String(value));
  parent.append(element);
  return element;
}

function line(group: SVGElement, a: Point, b: Point, stroke: string, width: number, dash = "none"): void {
  add(group, "line", {
    x1: a.x,
    y1: a.y,
    x2: b.x,
    y2: b.y,
    stroke,
    "stroke-width": width,
    "stroke-dasharray": dash,
    "stroke-linecap": "round",
  });
}

/** A line that is seen on light wood and on dark. */
function edged(group: SVGElement, a: Point, b: Point, stroke: string, width: number, dash = "none"): void {
  line(group, a, b, "rgba(20,10,5,.55)", width + 2, dash);
  line(group, a, b, stroke, width, dash);
}

const step = (p: Point, v: Point, far: number): Point => ({ x: p.x + v.x * far, y: p.y + v.y * far });

/** A stroke from a place in a direction, as far as the help goes. */
export function drawCourse(
  group: SVGElement,
  from: Point,
  along: Point,
  discs: readonly Disc[],
  colour: string,
  assist: Assist,
  speed?: number,
): void {
  const start = step(from, along, STRIKER_RADIUS);
  const seen = sight(from, along, discs, speed || undefined);
  if (assist === "full") {
    drawWhole(group, start, seen, colour);
    return;
  }
  const room = Math.hypot(seen.contact.x - from.x, seen.contact.y - from.y) - STRIKER_RADIUS;
  edged(group, start, step(start, along, Math.min(room, assist === "short" ? SHORT : STUB)), colour, 2.6, "10 7");
}

function drawWhole(group: SVGElement, start: Point, seen: Sight, colour: string): void {
  edged(group, start, seen.contact, colour, 2.6, "10 7");
  add(group, "circle", {
    class: "cb-ghost",
    cx: seen.contact.x,
    cy: seen.contact.y,
    r: STRIKER_RADIUS,
    fill: "rgba(255,255,255,.14)",
    stroke: seen.lost && !seen.struck ? signs.unlawful : colour,
    "stroke-width": 2.2,
  });
  const { struck } = seen;
  if (struck) {
    const { disc, along: way } = struck;
    add(group, "circle", {
      cx: disc.x,
      cy: disc.y,
      r: PIECE_RADIUS + 1.5,
      fill: "none",
      stroke: signs.struck,
      "stroke-width": 3,
    });
    // The line is where the piece's centre goes; it ends where its rim meets the next thing.
    const rim = struck.way.pocket ? 0 : radius(disc.kind);
    const room = Math.hypot(struck.way.end.x - disc.x, struck.way.end.y - disc.y);
    if (room > PIECE_RADIUS) edged(group, step(disc, way, PIECE_RADIUS), step(disc, way, room + rim), signs.struck, 3);
    if (struck.way.pocket) glow(group, struck.way.pocket, signs.struck);
  }
  // A striker that follows its piece into the pocket makes it red, whatever falls there with it.
  if (seen.lost) glow(group, seen.lost, signs.unlawful);
  if (!seen.lost || struck)
    line(group, seen.contact, step(seen.contact, seen.onward, ONWARD), "rgba(255,255,255,.75)", 2);
}

/** The pocket that something goes to. */
function glow(group: SVGElement, pocket: Point, colour: string): void {
  for (const [wide, opacity] of [
    [13, 0.22],
    [8, 0.4],
    [3.4, 1],
  ] as const)
    add(group, "circle", {
      class: "cb-glow",
      cx: pocket.x,
      cy: pocket.y,
      r: POCKET_RADIUS,
      fill: "none",
      stroke: colour,
      "stroke-width": wide,
      opacity,
    });
}
