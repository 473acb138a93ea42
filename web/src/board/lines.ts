// Draws the paths of striker and struck piece, in board millimetres.

import { type Foreseen, foresee, type Shot } from "./foresight.ts";
import { type Disc, fromBoard, heading, OUTER, type Point, radius, type Turn } from "./geometry.ts";
import { discColours, type Look } from "./look.ts";
import { BOARDS } from "./palette.ts";
import { PIECE_RADIUS, POCKET_RADIUS, STRIKER_RADIUS } from "./sizes.ts";

/** How much of a stroke's path is shown: to the first contact and beyond, its beginning, nothing. */
export type Assist = "full" | "short" | "none";

export const signs = {
  lawful: "#1f8a4c",
  unlawful: "#c62828",
  aim: "#ffffff",
  struck: "#ffca28",
  advice: "#0d47a1",
} as const;

/** Lengths in mm: of the short path, and of the stub that shows only the direction. */
const SHORT = 110;
const STUB = 34;

const NS = "http://www.w3.org/2000/svg";

type Attributes = Record<string, string | number>;

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

/** A line visible on light and dark wood. */
function edged(group: SVGElement, a: Point, b: Point, stroke: string, width: number, dash = "none"): void {
  line(group, a, b, "rgba(20,10,5,.55)", width + 2, dash);
  line(group, a, b, stroke, width, dash);
}

/** A path with bends, visible on light and dark wood. */
function bent(group: SVGElement, points: readonly Point[], stroke: string, width: number, more: Attributes = {}): void {
  if (points.length < 2) return;
  const inside = { points: points.map(({ x, y }) => `${x.toFixed(2)},${y.toFixed(2)}`).join(" "), fill: "none" };
  const ends = { "stroke-linecap": "round", "stroke-linejoin": "round" };
  add(group, "polyline", { ...inside, ...ends, stroke: "rgba(20,10,5,.55)", "stroke-width": width + 2 });
  add(group, "polyline", { ...inside, ...ends, stroke, "stroke-width": width, ...more });
}

const step = (p: Point, v: Point, far: number): Point => ({ x: p.x + v.x * far, y: p.y + v.y * far });

/** A stroke's path, as far as the chosen help shows it. */
export function drawCourse(
  group: SVGElement,
  shot: Shot,
  discs: readonly Disc[],
  colour: string,
  assist: Assist,
): void {
  const seen = foresee(shot, discs);
  const along = heading(shot.turn, shot.direction);
  const start = step(shot.from, along, STRIKER_RADIUS);
  if (assist === "full") {
    drawWhole(group, start, seen, colour);
    return;
  }
  const contact = seen.before[1] ?? shot.from;
  const room = Math.hypot(contact.x - shot.from.x, contact.y - shot.from.y) - STRIKER_RADIUS;
  edged(group, start, step(start, along, Math.min(room, assist === "short" ? SHORT : STUB)), colour, 2.6, "10 7");
}

function drawWhole(group: SVGElement, start: Point, seen: Foreseen, colour: string): void {
  const { before, after, first, isWhole } = seen;
  const contact = before[before.length - 1] as Point;
  const isLost = after.pocket !== null;
  const toContact = isLost && !first ? signs.unlawful : colour;
  bent(group, [start, ...before.slice(1)], toContact, 2.6, {
    class: `cb-line${isLost && !first ? " cb-lost" : ""}`,
    "stroke-dasharray": "10 7",
  });
  add(group, "circle", {
    class: "cb-ghost",
    cx: contact.x,
    cy: contact.y,
    r: STRIKER_RADIUS,
    fill: "rgba(255,255,255,.14)",
    stroke: toContact,
    "stroke-width": 2.2,
  });
  if (first) {
    const { disc, way } = first;
    ring(group, disc, PIECE_RADIUS + 1.5, signs.struck, 3);
    bent(group, way.points, signs.struck, 3, { class: "cb-coin-way" });
    if (way.pocket) glow(group, way.pocket, signs.struck);
    else if (isWhole) ring(group, way.points[way.points.length - 1] as Point, PIECE_RADIUS, signs.struck, 1.5);
  }
  // Red if the striker follows its piece into the pocket.
  const tone = isLost ? signs.unlawful : "rgba(255,255,255,.75)";
  bent(group, after.points, tone, isLost ? 3.4 : 2, { class: `cb-onward${isLost ? " cb-lost" : ""}` });
  if (after.pocket) glow(group, after.pocket, signs.unlawful);
  else if (isWhole && after.points.length > 1)
    ring(group, after.points[after.points.length - 1] as Point, STRIKER_RADIUS, tone, 1.5);
}

function ring(group: SVGElement, { x, y }: Point, r: number, stroke: string, width: number): void {
  add(group, "circle", { cx: x, cy: y, r, fill: "none", stroke, "stroke-width": width });
}

/** Highlight the pocket that something falls into. */
function glow(group: SVGElement, pocket: Point, colour: string): void {
  for (const [wide, opacity] of [
    [13, 0.22],
    [8, 0.4],
    [3.4, 1],
  ] as const)
    add(group, "circle", {
      class: colour === signs.unlawful ? "cb-glow cb-lost" : "cb-glow",
      cx: pocket.x,
      cy: pocket.y,
      r: POCKET_RADIUS,
      fill: "none",
      stroke: colour,
      "stroke-width": wide,
      opacity,
    });
}

// The magnifier over the first contact of an aim.

const REACH = 46;

export function paintLens(
  canvas: HTMLCanvasElement,
  surface: HTMLCanvasElement,
  view: Turn,
  shot: Shot,
  discs: readonly Disc[],
  look: Look,
): void {
  const pixels = Math.round(canvas.clientWidth * Math.min(2, devicePixelRatio || 1));
  const c = canvas.getContext("2d");
  if (!c || !pixels) return;
  if (canvas.width !== pixels) canvas.width = canvas.height = pixels;
  const { before, after, first } = foresee(shot, discs);
  const contact = (first ? before[before.length - 1] : before[1]) ?? shot.from;
  const isLost = after.pocket !== null;
  const seen = (p: Point): Point => fromBoard(view, p.x, p.y);
  const middle = seen(first ? { x: (contact.x + first.disc.x) / 2, y: (contact.y + first.disc.y) / 2 } : contact);
  const scale = pixels / (2 * REACH);
  const mm = surface.width / (2 * OUTER);
  c.setTransform(1, 0, 0, 1, 0, 0);
  c.fillStyle = BOARDS[look.board].frameDeep;
  c.fillRect(0, 0, pixels, pixels);
  const left = (OUTER + middle.x - REACH) * mm;
  const top = (OUTER - middle.y - REACH) * mm;
  c.drawImage(surface, left, top, 2 * REACH * mm, 2 * REACH * mm, 0, 0, pixels, pixels);
  c.setTransform(scale, 0, 0, -scale, pixels / 2 - middle.x * scale, pixels / 2 + middle.y * scale);

  const circle = (p: Point, r: number): void => {
    c.beginPath();
    c.arc(p.x, p.y, r, 0, 2 * Math.PI);
  };
  for (const disc of discs) {
    const at = seen(disc);
    if (Math.hypot(at.x - middle.x, at.y - middle.y) > 2 * REACH) continue;
    const [face, shade, rim, mark] = discColours(disc.kind, look);
    const r = radius(disc.kind);
    circle(at, r - 0.8);
    c.fillStyle = disc.kind === "white" ? face : shade;
    c.fill();
    c.lineWidth = 1.6;
    c.strokeStyle = rim;
    c.stroke();
    circle(at, r * 0.6);
    c.lineWidth = 1.3;
    c.strokeStyle = mark;
    c.stroke();
  }
  const follow = (points: readonly Point[], colour: string, width: number): void => {
    c.beginPath();
    for (const [index, { x, y }] of points.map(seen).entries()) {
      if (index) c.lineTo(x, y);
      else c.moveTo(x, y);
    }
    for (const [tone, wide] of [
      ["rgba(20,10,5,.6)", width + 0.9],
      [colour, width],
    ] as const) {
      c.strokeStyle = tone;
      c.lineWidth = wide;
      c.stroke();
    }
  };
  follow(before, !first && isLost ? signs.unlawful : signs.aim, 0.8);
  circle(seen(contact), STRIKER_RADIUS);
  c.fillStyle = "rgba(255,255,255,.22)";
  c.fill();
  c.lineWidth = 1.2;
  c.strokeStyle = !first && isLost ? signs.unlawful : signs.aim;
  c.stroke();
  if (first) follow(first.way.points, signs.struck, 1.1);
  follow(after.points, isLost ? signs.unlawful : "#ffffffb0", isLost ? 1 : 0.6);
}
