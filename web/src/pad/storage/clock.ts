// Match time in seconds, independent of wrong or adjusted phone clocks. It never runs backwards, and includes the time
// a phone slept.

interface TimeSource {
  /** Wall clock in ms; may jump. */
  wall(): number;
  /** Monotonic clock in ms; may stop while the phone sleeps, and restarts with each page. */
  steady(): number;
  /** Whether the page was visible since the last call: then the phone did not sleep. */
  wasAwake(): boolean;
}

const JUMP_MS = 5000;

export class MatchClock {
  private readonly source: TimeSource;
  private elapsed: number;
  private wall: number;
  private steady: number;

  /** `created` is the wall clock at the start of the match, `last` the time of its last event. */
  constructor(created: number, last: number, source: TimeSource = pageTime()) {
    this.source = source;
    this.wall = source.wall();
    this.steady = source.steady();
    this.elapsed = Math.max(this.wall - created, last * 1000, 0);
    source.wasAwake();
  }

  now(): number {
    const wall = this.source.wall();
    const steady = this.source.steady();
    const awake = this.source.wasAwake();
    const byWall = wall - this.wall;
    const bySteady = Math.max(0, steady - this.steady);
    // Behind the monotonic clock: the wall clock was set back. Far ahead while the page was visible: it was set
    // forward.
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
