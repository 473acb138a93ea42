// Straight paths: what a disc hits first, and a stroke up to its first contact and one beyond.

import { type Disc, POCKETS, type Point, radius } from "./geometry.ts";
import {
  CONTACT_FRICTION,
  HALF,
  PIECE_MASS,
  POCKET_RADIUS,
  RESTITUTION,
  SLOWING,
  STRIKER_MASS,
  STRIKER_RADIUS,
} from "./sizes.ts";

interface Course {
  readonly end: Point;
  readonly met: Disc | null;
  /** The pocket, if it falls before hitting anything. */
  readonly pocket: Point | null;
  /** The side of the frame that ends it. */
  readonly wall: "x" | "y";
}

/** Distance along a path to within `reach` of `centre`; Infinity if it passes by. */
function meeting(from: Point, along: Point, centre: Point, reach: number): number {
  const dx = centre.x - from.x;
  const dy = centre.y - from.y;
  const ahead = dx * along.x + dy * along.y;
  const aside = dx * along.y - dy * along.x;
  if (ahead <= 0 || Math.abs(aside) >= reach) return Infinity;
  const distance = ahead - Math.sqrt(reach * reach - aside * aside);
  return distance >= -1e-6 ? Math.max(0, distance) : Infinity;
}

/** The path of a disc of radius `r`; `self` is ignored as an obstacle. */
export function course(from: Point, along: Point, r: number, discs: readonly Disc[], self?: Disc): Course {
  const limit = HALF - r;
  const toX = along.x === 0 ? Infinity : (Math.sign(along.x) * limit - from.x) / along.x;
  const toY = along.y === 0 ? Infinity : (Math.sign(along.y) * limit - from.y) / along.y;
  let best = Math.min(toX, toY);
  let met: Disc | null = null;
  let pocket: Point | null = null;
  for (const disc of discs) {
    if (disc.kind === "striker" || disc === self) continue;
    const distance = meeting(from, along, disc, r + radius(disc.kind));
    if (distance > best || distance === Infinity) continue;
    best = distance;
    met = disc;
  }
  for (const hole of POCKETS) {
    const distance = meeting(from, along, hole, POCKET_RADIUS);
    if (distance >= best) continue;
    best = distance;
    met = null;
    pocket = hole;
  }
  const end = { x: from.x + along.x * best, y: from.y + along.y * best };
  return { end, met, pocket, wall: toX < toY ? "x" : "y" };
}

interface Sight {
  /** The striker's centre at first contact, at the frame or at the pocket. */
  readonly contact: Point;
  readonly struck: { readonly disc: Disc; readonly along: Point; readonly way: Course } | null;
  /** Where the striker goes next: reflected by the frame, or past the piece. */
  readonly onward: Point;
  /** The pocket the striker falls into, directly or after its first contact. */
  readonly lost: Point | null;
}

/** Share of the striker's speed passed on along the line of centres, and share it loses. */
const GIVEN = ((1 + RESTITUTION) * STRIKER_MASS) / (STRIKER_MASS + PIECE_MASS);
const KEPT_BACK = ((1 + RESTITUTION) * PIECE_MASS) / (STRIKER_MASS + PIECE_MASS);

const run = (speed: number): number => (speed * speed) / (2 * SLOWING);

/** What a stroke does. With `speed` (m/s), pockets out of reach are left out. */
export function sight(from: Point, along: Point, discs: readonly Disc[], speed = Infinity): Sight {
  const { end: contact, met, pocket, wall } = course(from, along, STRIKER_RADIUS, discs);
  if (!met) {
    const onward = wall === "x" ? { x: -along.x, y: along.y } : { x: along.x, y: -along.y };
    return { contact, struck: null, onward, lost: pocket };
  }
  const reach = STRIKER_RADIUS + radius(met.kind);
  const line = { x: (met.x - contact.x) / reach, y: (met.y - contact.y) / reach };
  const across = { x: -line.y, y: line.x };
  const push = along.x * line.x + along.y * line.y;
  const aside = along.x * across.x + along.y * across.y;
  // Friction at the rim: at most its share of the impulse, and no more than stops the slipping.
  const grip = aside / Math.max(push, 1e-9) / (3 * (1 + RESTITUTION));
  const drawn = Math.max(-CONTACT_FRICTION, Math.min(CONTACT_FRICTION, grip));
  const shove = { x: line.x + drawn * across.x, y: line.y + drawn * across.y };
  const onward = { x: along.x - KEPT_BACK * push * shove.x, y: along.y - KEPT_BACK * push * shove.y };
  const left = unit(shove);
  const way = course(met, left, radius(met.kind), discs, met);
  const start = speed * 1000;
  const there = Math.sqrt(Math.max(0, start * start - 2 * SLOWING * distance(from, contact)));
  const falls = way.pocket && distance(met, way.end) <= run(there * GIVEN * push * Math.hypot(shove.x, shove.y));
  const follows = course(contact, unit(onward), STRIKER_RADIUS, discs, met);
  const isLost = follows.pocket && distance(contact, follows.end) <= run(there * Math.hypot(onward.x, onward.y));
  return {
    contact,
    struck: { disc: met, along: left, way: falls ? way : { ...way, pocket: null } },
    onward,
    lost: isLost ? follows.pocket : null,
  };
}

function unit({ x, y }: Point): Point {
  const long = Math.hypot(x, y) || 1;
  return { x: x / long, y: y / long };
}

function distance(a: Point, b: Point): number {
  return Math.hypot(a.x - b.x, a.y - b.y);
}
