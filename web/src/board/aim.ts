// What the movements of a hand mean: a pull that is let go, a finger that lifts, a line that is turned.

import type { Point } from "./geometry.ts";

export interface PullSample extends Point {
  readonly at: number;
}

/** A finger that lifts rolls a little: within this time and distance of the end its movement does not count. */
const LIFT_MS = 70;
const LIFT_PX = 16;
/** Where nothing is struck at the lift, it does no harm to take more of it for rolling: a trembling hand rolls farther. */
const LIFT_TURNING_PX = 30;

/** The point of the pull that the player meant, from its samples in order of time. */
export function intendedPoint<S extends PullSample>(
  samples: readonly S[],
  lifted: number,
  finger: boolean,
  roll = LIFT_PX,
): S | undefined {
  const last = samples[samples.length - 1];
  if (!last || !finger) return last;
  for (let i = samples.length - 1; i >= 0; i--) {
    const sample = samples[i] as S;
    if (Math.hypot(sample.x - last.x, sample.y - last.y) > roll) return last;
    if (lifted - sample.at >= LIFT_MS) return sample;
  }
  return last;
}

/** Whoever aims rests on the line for so long before he lets go; whoever swipes, however slowly, does not rest. */
const HELD_MS = 200;

/** Whether the finger lay still before it left, but for its trembling and rolling: it aimed, it did not swipe. */
export function isHeld(samples: readonly PullSample[], lifted: number): boolean {
  const late = samples.findIndex((sample) => lifted - sample.at < HELD_MS);
  const since = (late < 0 ? samples.length : late) - 1;
  const place = samples[since];
  if (!place) return false;
  return samples.slice(since).every((sample) => Math.hypot(sample.x - place.x, sample.y - place.y) <= LIFT_PX);
}

/** Pull lengths in pixels: inside the ring the stroke is called off, at the far end it has full force. */
export const CANCEL_RING = 22;

export function force(pull: number, reach: number): number {
  const share = Math.min(1, Math.max(0, (pull - CANCEL_RING) / (reach - CANCEL_RING)));
  return share ** 1.5;
}

/** Degrees for a pixel: a slow hand turns so finely that its trembling does not show. */
export const FINE = 0.025;
/** Pixels in a millisecond up to which a hand is slow, and from which on it is quick. */
const SLOW = 0.12;
const QUICK = 0.9;
/** Over this time speed is measured: trembling goes to and fro within it. */
const WHILE_MS = 120;

/** How many degrees a pixel turns, for a hand of this speed; `most` is what a quick one gets. */
export function gear(speed: number, most: number): number {
  const share = Math.min(1, Math.max(0, (speed - SLOW) / (QUICK - SLOW)));
  return FINE + (Math.max(FINE, most) - FINE) * share;
}

interface TurnSample extends PullSample {
  readonly direction: number;
}

/** A line that is turned by a hand: what it is turned to, at every moment and after the lift. */
export class Turning {
  private readonly samples: TurnSample[];

  constructor(start: Point, at: number, direction: number) {
    this.samples = [{ ...start, at, direction }];
  }

  /** The hand has come to a point; `along` is how far that was clockwise, in pixels, `most` the degrees for a pixel. */
  move(to: Point, at: number, along: number, most: number): number {
    const last = this.samples[this.samples.length - 1] as TurnSample;
    const then = this.samples.find((sample) => at - sample.at <= WHILE_MS) ?? last;
    const speed = Math.hypot(to.x - then.x, to.y - then.y) / Math.max(WHILE_MS / 2, at - then.at);
    const direction = last.direction + along * gear(speed, most);
    this.samples.push({ ...to, at, direction });
    while (this.samples.length > 2 && at - (this.samples[1] as TurnSample).at > 4 * WHILE_MS) this.samples.shift();
    return direction;
  }

  /** Where the line was when the hand began to lift. */
  end(at: number, finger: boolean): number {
    return (intendedPoint(this.samples, at, finger, LIFT_TURNING_PX) as TurnSample).direction;
  }
}
