// Predicts a stroke: the paths of the striker and of the first piece it hits, by the server's physics. Without a speed,
// straight lines show where both set out.

import { sight } from "./course.ts";
import { type Disc, heading, type Point, radius, type Turn } from "./geometry.ts";
import * as kernel from "./kernel.ts";
import { PIECE_MASS, POCKET_CENTRE, STRIKER_MASS, STRIKER_RADIUS } from "./sizes.ts";

export interface Shot {
  readonly from: Point;
  readonly turn: Turn;
  /** Degrees, seen from this seat. */
  readonly direction: number;
  /** m/s; 0 if not chosen yet. */
  readonly speed: number;
}

export interface Way {
  /** Start, bends and end; a single point if it does not move. */
  readonly points: readonly Point[];
  readonly pocket: Point | null;
}

export interface Foreseen {
  /** The striker's path up to the first contact, or to its end. */
  readonly before: readonly Point[];
  readonly after: Way;
  readonly first: { readonly disc: Disc; readonly way: Way } | null;
  /** Whether the paths go on until everything is at rest. */
  readonly isWhole: boolean;
}

export function foresee(shot: Shot, discs: readonly Disc[]): Foreseen {
  return simulated(shot, discs) ?? begun(shot, discs);
}

/** Length of the striker's new path while the speed is unknown, mm. */
const ONWARD = 70;

/** First directions, without a speed. */
function begun({ from, turn, direction }: Shot, discs: readonly Disc[]): Foreseen {
  const { contact, struck, onward, lost } = sight(from, heading(turn, direction), discs);
  const next = { x: contact.x + onward.x * ONWARD, y: contact.y + onward.y * ONWARD };
  const first = struck && {
    disc: struck.disc,
    way: { points: [struck.disc, struck.way.end], pocket: struck.way.pocket },
  };
  const after = { points: lost && !struck ? [] : [contact, next], pocket: lost };
  return { before: [from, contact], after, first, isWhole: false };
}

/** In the kernel's order: from the north-east, counter-clockwise. */
const HOLES: readonly Point[] = [
  { x: POCKET_CENTRE, y: POCKET_CENTRE },
  { x: -POCKET_CENTRE, y: POCKET_CENTRE },
  { x: -POCKET_CENTRE, y: -POCKET_CENTRE },
  { x: POCKET_CENTRE, y: -POCKET_CENTRE },
];

/** Capacity for events and path pieces: twice the most seen in thousands of strokes. */
const ROOM = 1024;

const s = new Float64Array(kernel.FLOAT_FIELDS * kernel.MOST_DISCS);
const q = new Int32Array(kernel.INT_FIELDS * kernel.MOST_DISCS);
const g = new Float64Array(kernel.STROKE_FIELDS);
const c = new Float64Array(kernel.CONTACT_FIELDS * kernel.MOST_CONTACTS);
const k = new Int32Array(kernel.CONTACT_INTS * kernel.MOST_CONTACTS);
const log = new Float64Array(kernel.EVENT_COLUMNS * ROOM);
const tracks = new Float64Array(kernel.TRACK_COLUMNS * ROOM);
const count = new Int32Array(kernel.COUNTS);

function simulated({ from, turn, direction, speed }: Shot, discs: readonly Disc[]): Foreseen | null {
  const pieces = discs.filter((disc) => disc.kind !== "striker");
  const striker = pieces.length;
  if (striker >= kernel.MOST_DISCS || !(speed > 0)) return null;
  const overlaps = (disc: Disc): boolean =>
    Math.hypot(disc.x - from.x, disc.y - from.y) < radius(disc.kind) + STRIKER_RADIUS - 1e-3;
  if (pieces.some(overlaps)) return null;
  count.fill(0);
  count[kernel.FIRST_TOUCH] = -1;
  for (const [i, { x, y, kind }] of pieces.entries()) kernel.place_disc(i, x, y, radius(kind), PIECE_MASS, s, q);
  kernel.place_disc(striker, from.x, from.y, STRIKER_RADIUS, STRIKER_MASS, s, q);
  kernel.strike(direction, speed * 1000, turn, 0, striker, s, q);
  kernel.begin(g, kernel.CLUB, count);
  while (kernel.step(s, q, striker + 1, g, kernel.CLUB, c, k, log, tracks, count) === kernel.GOES_ON);
  const touched = count[kernel.FIRST_TOUCH] as number;
  const disc = pieces[touched];
  if (!disc) {
    const whole = way(striker, from);
    return { before: whole.points, after: { ...whole, points: [] }, first: null, isWhole: true };
  }
  const met = meeting(striker);
  return {
    before: way(striker, from, 0, met).points,
    after: way(striker, from, met),
    first: { disc, way: way(touched, disc) },
    isWhole: true,
  };
}

function meeting(striker: number): number {
  for (let row = 0; row < rows(kernel.EVENTS); row++) {
    const [time, kind, a, b] = log.subarray(row * kernel.EVENT_COLUMNS, (row + 1) * kernel.EVENT_COLUMNS);
    if (kind === kernel.PAIR && (a === striker || b === striker)) return time as number;
  }
  return Infinity;
}

function fallen(disc: number): Point | null {
  for (let row = 0; row < rows(kernel.EVENTS); row++) {
    const [, kind, a, hole] = log.subarray(row * kernel.EVENT_COLUMNS, (row + 1) * kernel.EVENT_COLUMNS);
    if (kind === kernel.POCKET && a === disc) return HOLES[hole as number] as Point;
  }
  return null;
}

/** The path of a disc between two moments. */
function way(disc: number, start: Point, since = -1, until = Infinity): Way {
  const points: Point[] = [];
  let last: Point = start;
  for (let row = 0; row < rows(kernel.TRACKS); row++) {
    const column = (n: number): number => tracks[row * kernel.TRACK_COLUMNS + n] as number;
    if (column(0) !== disc) continue;
    const [began, ended] = [column(1), column(2)];
    const [x, y] = [column(3), column(4)];
    if (began >= until) break;
    const t = ended - began;
    last = { x: x + (column(5) + (column(7) * t) / 2) * t, y: y + (column(6) + (column(8) * t) / 2) * t };
    if (began >= since) {
      if (!points.length) points.push({ x, y });
      points.push(last);
    }
  }
  return { points: points.length ? points : [last], pocket: fallen(disc) };
}

function rows(of: number): number {
  return Math.min(ROOM, count[of] as number);
}
