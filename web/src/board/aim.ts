// Interprets hand movements: a released pull, a lifting finger, a turning line.

import type { Point } from "./geometry.ts";

export interface PullSample extends Point {
  readonly at: number;
}

/** A lifting finger rolls a little: ignore movement within this time and distance of the end. */
const LIFT_MS = 70;
const LIFT_PX = 16;
/** Where lifting does not shoot, ignore more: a trembling hand rolls farther. */
const LIFT_TURNING_PX = 30;

/** The end of the pull the player intended, from its samples in time order. */
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

/** A deliberate shot is held still this long before release; a swipe is not. */
const HELD_MS = 200;

/** Whether the finger rested before lifting, apart from trembling and rolling. */
export function isHeld(samples: readonly PullSample[], lifted: number): boolean {
  const late = samples.findIndex((sample) => lifted - sample.at < HELD_MS);
  const since = (late < 0 ? samples.length : late) - 1;
  const place = samples[since];
  if (!place) return false;
  return samples.slice(since).every((sample) => Math.hypot(sample.x - place.x, sample.y - place.y) <= LIFT_PX);
}

/** Pull lengths in pixels: inside the ring the stroke is cancelled; at the maximum it has full force. */
export const CANCEL_RING = 22;

export function force(pull: number, reach: number): number {
  const share = Math.min(1, Math.max(0, (pull - CANCEL_RING) / (reach - CANCEL_RING)));
  return share ** 1.5;
}

/** Degrees per pixel for a slow hand: small enough to hide its trembling. */
export const FINE = 0.025;
/** Speeds in pixels per ms below which a hand is slow and above which it is quick. */
const SLOW = 0.12;
const QUICK = 0.9;
/** Speed is averaged over this time to cancel out trembling. */
const WHILE_MS = 120;

/** Degrees per pixel at this speed; `most` is the figure for a quick hand. */
export function gear(speed: number, most: number): number {
  const share = Math.min(1, Math.max(0, (speed - SLOW) / (QUICK - SLOW)));
  return FINE + (Math.max(FINE, most) - FINE) * share;
}

interface TurnSample extends PullSample {
  readonly direction: number;
}

/** Direction of a line being turned, at each moment and after the lift. */
export class Turning {
  private readonly samples: TurnSample[];

  constructor(start: Point, at: number, direction: number) {
    this.samples = [{ ...start, at, direction }];
  }

  /** Move to a point; `along` is the clockwise distance in pixels, `most` the degrees per pixel. */
  move(to: Point, at: number, along: number, most: number): number {
    const last = this.samples[this.samples.length - 1] as TurnSample;
    const then = this.samples.find((sample) => at - sample.at <= WHILE_MS) ?? last;
    const speed = Math.hypot(to.x - then.x, to.y - then.y) / Math.max(WHILE_MS / 2, at - then.at);
    const direction = last.direction + along * gear(speed, most);
    this.samples.push({ ...to, at, direction });
    while (this.samples.length > 2 && at - (this.samples[1] as TurnSample).at > 4 * WHILE_MS) this.samples.shift();
    return direction;
  }

  /** The direction before the hand began to lift. */
  end(at: number, finger: boolean): number {
    return (intendedPoint(this.samples, at, finger, LIFT_TURNING_PX) as TurnSample).direction;
  }
}
