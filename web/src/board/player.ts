// Plays a stroke on the stage with its sounds, or shows any moment of it.

import type { StrokeTrace } from "../api/wire.ts";
import type { Disc } from "./geometry.ts";
import { Motion } from "./motion.ts";
import type { Sound } from "./sound.ts";
import type { Stage } from "./stage.ts";

/** How far a hit of 10 m/s moves the table on screen, in board mm. */
const TREMOR_MM = 9;

export interface PlayOptions {
  readonly rate?: number;
  readonly from?: number;
  readonly onTime?: (t: number) => void;
}

export class StrokePlayer {
  clock: Clock = WALL_CLOCK;
  motion: Motion | null = null;
  private readonly stage: Stage;
  private readonly sound: Sound;
  private run = 0;

  constructor(stage: Stage, sound: Sound) {
    this.stage = stage;
    this.sound = sound;
  }

  /** Load a stroke for `seek`, without playing it. */
  load(trace: StrokeTrace, discs: readonly Disc[]): Motion {
    this.motion = new Motion(trace, discs);
    this.stage.fill(this.motion.kinds.filter((kind) => kind !== "striker"));
    return this.motion;
  }

  /** Play the loaded stroke; resolves when all is at rest or `stop` is called. */
  play({ rate = 1, from = 0, onTime }: PlayOptions): Promise<void> {
    const { motion } = this;
    if (!motion) return Promise.resolve();
    const run = ++this.run;
    if (matchMedia("(prefers-reduced-motion: reduce)").matches) {
      this.seek(motion.duration);
      onTime?.(motion.duration);
      this.end();
      return Promise.resolve();
    }
    this.sound.schedule(motion.events, from, rate);
    const started = this.clock.now();
    return new Promise((resolve) => {
      const step = (): void => {
        if (run !== this.run) {
          resolve();
          return;
        }
        const t = Math.min(motion.duration, from + (this.clock.now() - started) * rate);
        this.seek(t);
        onTime?.(t);
        if (t < motion.duration) {
          this.clock.next(step);
        } else {
          this.end();
          resolve();
        }
      };
      step();
    });
  }

  seek(t: number): void {
    const { motion } = this;
    if (!motion) return;
    let piece = 0;
    motion.kinds.forEach((kind, index) => {
      const element = kind === "striker" ? this.stage.striker : (this.stage.pieces[piece++] as HTMLElement);
      const pose = motion.at(index, t);
      if (element.hidden !== pose.sunk >= 1) element.hidden = pose.sunk >= 1;
      this.stage.put(element, pose, 1 - 0.34 * pose.sunk, 1 - pose.sunk * pose.sunk);
    });
    this.stage.stir(motion.swings(t), TREMOR_MM * motion.tremor(t));
  }

  stop(): void {
    this.run++;
    this.end();
    this.sound.silence();
  }

  private end(): void {
    this.motion = null;
    this.stage.stir([], 0);
  }
}

// The board's clock; replaceable for tests and films.

export interface Clock {
  now(): number;
  next(step: () => void): void;
}

const NO_FRAME_MS = 250;

const WALL_CLOCK: Clock = {
  now: () => performance.now() / 1000,
  next: (step) => {
    // Hidden pages get no frames; a timeout ends their strokes, so that the bell can ring.
    const frame = requestAnimationFrame(() => {
      clearTimeout(timer);
      step();
    });
    const timer = setTimeout(() => {
      cancelAnimationFrame(frame);
      step();
    }, NO_FRAME_MS);
  },
};
