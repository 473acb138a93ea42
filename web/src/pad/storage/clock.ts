// Seconds since a match was opened, by differences: a phone whose clock is wrong by an hour, or is put right in the
// middle of a board, counts the same seconds. Time never runs backwards, and the time in which a phone slept counts.

/** Where time comes from; tests have one of their own. */
export interface TimeSource {
  /** The time of day, ms: may jump. */
  wall(): number;
  /** Counts evenly, ms; may stand while the phone sleeps, and starts anew with each page. */
  steady(): number;
  /** Whether the page was in sight all the time since it was asked last: then the phone did not sleep. */
  wasAwake(): boolean;
}

const JUMP_MS = 5000;

export class MatchClock {
  private readonly source: TimeSource;
  private elapsed: number;
  private wall: number;
  private steady: number;

  /** `created` is the wall clock when the match was opened, `last` the seconds of its last fact. */
  constructor(created: number, last: number, source: TimeSource = pageTime()) {
    this.source = source;
    this.wall = source.wall();
    this.steady = source.steady();
    this.elapsed = Math.max(this.wall - created, last * 1000, 0);
    source.wasAwake();
  }

  /** Seconds since the match was opened, to the millisecond. */
  now(): number {
    const wall = this.source.wall();
    const steady = this.source.steady();
    const awake = this.source.wasAwake();
    const byWall = wall - this.wall;
    const bySteady = Math.max(0, steady - this.steady);
    // Behind the steady clock: the time of day was put back. Far ahead of it in a page that was in sight: put forward.
    const isJump = byWall < bySteady || (awake && byWall - bySteady > JUMP_MS);
    this.elapsed += isJump ? bySteady : byWall;
    this.wall = wall;
    this.steady = steady;
    return Math.round(this.elapsed) / 1000;
  }
}

function pageTime(): TimeSource {
  let slept = false;
  if (typeof document !== "undefined") {
    document.addEventListener("visibilitychange", () => {
      slept = true;
    });
  }
  return {
    wall: () => Date.now(),
    steady: () => performance.now(),
    wasAwake: () => {
      const awake = !slept && (typeof document === "undefined" || document.visibilityState === "visible");
      slept = false;
      return awake;
    },
  };
}
