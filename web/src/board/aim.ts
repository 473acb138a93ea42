// The geometry of aiming: what the striker meets first, and what a pull of the finger means.

import { type Disc, type Point, radius } from "./geometry.ts";
import { HALF, STRIKER_RADIUS } from "./sizes.ts";

export interface Sight {
  /** Where the striker's centre is at its first contact, or at the frame. */
  readonly contact: Point;
  /** The piece that is met first, with the direction in which it will leave (along the line of centres). */
  readonly struck: { readonly disc: Disc; readonly along: Point } | null;
  /** Where the striker itself goes on: off the frame as in a mirror, or past the piece along the tangent. */
  readonly onward: Point;
}

export function sight(from: Point, along: Point, discs: readonly Disc[]): Sight {
  let best = Infinity;
  let struck: Disc | null = null;
  for (const disc of discs) {
    if (disc.kind === "striker") continue;
    const reach = STRIKER_RADIUS + radius(disc.kind);
    const dx = disc.x - from.x;
    const dy = disc.y - from.y;
    const ahead = dx * along.x + dy * along.y;
    const aside = dx * along.y - dy * along.x;
    if (ahead <= 0 || Math.abs(aside) >= reach) continue;
    const distance = ahead - Math.sqrt(reach * reach - aside * aside);
    if (distance >= -1e-6 && distance < best) {
      best = Math.max(0, distance);
      struck = disc;
    }
  }
  const wall = HALF - STRIKER_RADIUS;
  const toX = along.x === 0 ? Infinity : (Math.sign(along.x) * wall - from.x) / along.x;
  const toY = along.y === 0 ? Infinity : (Math.sign(along.y) * wall - from.y) / along.y;
  const frame = Math.min(toX, toY);
  if (struck && best <= frame) {
    const contact = { x: from.x + along.x * best, y: from.y + along.y * best };
    const reach = STRIKER_RADIUS + radius(struck.kind);
    const line = { x: (struck.x - contact.x) / reach, y: (struck.y - contact.y) / reach };
    const push = along.x * line.x + along.y * line.y;
    const tangent = { x: along.x - push * line.x, y: along.y - push * line.y };
    return { contact, struck: { disc: struck, along: line }, onward: tangent };
  }
  const contact = { x: from.x + along.x * frame, y: from.y + along.y * frame };
  return { contact, struck: null, onward: toX < toY ? { x: -along.x, y: along.y } : { x: along.x, y: -along.y } };
}

export interface PullSample extends Point {
  readonly at: number;
}

/** A finger that lifts rolls a little: within this time and distance of the end its movement does not count. */
const LIFT_MS = 70;
const LIFT_PX = 16;

/** The point of the pull that the player meant, from its samples in order of time. */
export function intendedPoint(samples: readonly PullSample[], lifted: number, finger: boolean): PullSample | undefined {
  const last = samples[samples.length - 1];
  if (!last || !finger) return last;
  for (let i = samples.length - 1; i >= 0; i--) {
    const sample = samples[i] as PullSample;
    if (Math.hypot(sample.x - last.x, sample.y - last.y) > LIFT_PX) return last;
    if (lifted - sample.at >= LIFT_MS) return sample;
  }
  return last;
}

/** Pull lengths in pixels: inside the ring the stroke is called off, at the far end it has full force. */
export const CANCEL_RING = 22;

export function force(pull: number, reach: number): number {
  const share = Math.min(1, Math.max(0, (pull - CANCEL_RING) / (reach - CANCEL_RING)));
  return share ** 1.5;
}
