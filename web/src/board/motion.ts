// The exact motion of one stroke: each disc moves along quadratic pieces, so that any moment can be computed.

import type { Segment, StrokeTrace } from "../api/wire.ts";
import { type DiscKind, nearestPocket, type Point } from "./geometry.ts";

export type MotionEvent = StrokeTrace["events"][number];

interface Pose extends Point {
  /** 0 on the board, rising to 1 as the disc falls. */
  readonly sunk: number;
}

const SWALLOW = 0.26;
/** How long a net swings after a fall, and the table after a hard hit, s. */
const SWING = 0.9;
const TREMOR = 0.35;
/** Hits from this speed shake the table, m/s. */
const HARD = 3.5;

export interface Swing {
  readonly pocket: Point;
  /** -1 … 1, decaying. */
  readonly lift: number;
}

export class Motion {
  readonly duration: number;
  readonly kinds: readonly DiscKind[];
  readonly events: readonly MotionEvent[];
  private readonly start: readonly Point[];
  private readonly paths: Segment[][];
  private readonly fallen: (number | undefined)[];
  private readonly blow: MotionEvent | undefined;

  constructor(trace: StrokeTrace, start: readonly Point[]) {
    this.start = start;
    this.kinds = trace.discs.map(([kind]) => kind);
    this.events = trace.events;
    this.blow = trace.events.find((event) => event[1] === "disc" && event[4] >= HARD);
    this.paths = trace.discs.map(() => []);
    for (const segment of trace.segments) this.paths[segment[0]]?.push(segment);
    for (const path of this.paths) path.sort((a, b) => a[1] - b[1]);
    this.fallen = trace.discs.map(() => undefined);
    for (const event of trace.events) if (event[1] === "pocket") this.fallen[event[2]] = event[0];
    const last = this.fallen.reduce<number>((most, t) => (t === undefined ? most : Math.max(most, t + SWALLOW)), 0);
    this.duration = Math.max(trace.duration, last);
  }

  at(disc: number, t: number): Pose {
    const fell = this.fallen[disc];
    if (fell === undefined || t <= fell) return { ...this.along(disc, t), sunk: 0 };
    const edge = this.along(disc, fell);
    const hole = nearestPocket(edge);
    const sunk = Math.min(1, (t - fell) / SWALLOW);
    const ease = 1 - (1 - sunk) ** 3;
    return { x: edge.x + (hole.x - edge.x) * ease, y: edge.y + (hole.y - edge.y) * ease, sunk };
  }

  swings(t: number): Swing[] {
    return this.fallen.flatMap((fell, disc) => {
      if (fell === undefined || t <= fell || t - fell > SWING) return [];
      const s = t - fell;
      return [{ pocket: nearestPocket(this.along(disc, fell)), lift: Math.exp(-4.5 * s) * Math.sin(26 * s) }];
    });
  }

  /** Displacement of the table, -1 … 1 for a hit of 10 m/s; only the first hard hit counts. */
  tremor(t: number): number {
    const { blow } = this;
    const s = blow ? t - blow[0] : -1;
    return blow && s > 0 && s < TREMOR ? (blow[4] / 10) * Math.exp(-13 * s) * Math.sin(55 * s) : 0;
  }

  private along(disc: number, t: number): Point {
    const path = this.paths[disc] ?? [];
    let low = 0;
    let high = path.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((path[middle] as Segment)[1] <= t) low = middle + 1;
      else high = middle;
    }
    const segment = path[Math.max(0, low - 1)];
    if (!segment) return this.start[disc] ?? { x: 0, y: 0 };
    const [, t0, t1, x, y, vx, vy, ax, ay] = segment;
    const s = Math.min(Math.max(t, t0), t1) - t0;
    return { x: x + vx * s + (ax * s * s) / 2, y: y + vy * s + (ay * s * s) / 2 };
  }
}
