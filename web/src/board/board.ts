// The board: a bitmap of wood, one element per disc, an overlay for aiming. It knows no rule of play: it is told what
// lies where and which places are free, and it says what the person at it wants.

import type { StrokeTrace } from "../wire.ts";
import { CANCEL_RING, force, intendedPoint, type PullSample } from "./aim.ts";
import { type Disc, degrees, fromBoard, type Point, radius, toBoard } from "./geometry.ts";
import { type Drag, gestures } from "./gestures.ts";
import { Motion } from "./motion.ts";
import { Overlay } from "./overlay.ts";
import { BASE_MIDDLE, HALF, STRIKER_RADIUS } from "./sizes.ts";
import { Sound } from "./sound.ts";
import { Stage } from "./stage.ts";
import {
  type Aim,
  type Aiming,
  type BoardState,
  EMPTY,
  gapAt,
  type Intents,
  isFree,
  nearestFree,
  nearestSpot,
  spotFree,
} from "./state.ts";

/** Time as the board sees it; tests and films put their own in its place. */
export interface Clock {
  now(): number;
  next(step: () => void): void;
}

const WALL_CLOCK: Clock = { now: () => performance.now() / 1000, next: (step) => void requestAnimationFrame(step) };

export interface Playing {
  readonly rate?: number;
  readonly from?: number;
  readonly onTime?: (t: number) => void;
}

export class Board {
  readonly sound = new Sound();
  clock: Clock = WALL_CLOCK;
  state: BoardState = EMPTY;
  aim: Aim = { along: 0, direction: 0, speed: 0 };
  private readonly overlay = new Overlay();
  private readonly stage: Stage;
  private readonly ring = document.createElement("div");
  private due: HTMLElement | null = null;
  private duePoint: Point = { x: 0, y: 0 };
  private motion: Motion | null = null;
  private run = 0;
  private readonly undo: (() => void)[] = [];
  private readonly intents: Partial<Intents>;

  /** `area` is where a pull may begin: the table around the board, not only the board itself. */
  constructor(host: HTMLElement, area: HTMLElement, intents: Partial<Intents> = {}) {
    this.intents = intents;
    this.stage = new Stage(host, this.overlay.under, this.overlay.over);
    this.ring.className = "cb-ring";
    this.ring.hidden = true;
    document.body.append(this.ring);
    const resize = (): void => {
      if (this.stage.resize()) this.draw();
    };
    const watcher = new ResizeObserver(resize);
    watcher.observe(host);
    this.undo.push(
      () => watcher.disconnect(),
      gestures(area, (at, event) => this.begin(at, event)),
    );
    resize();
  }

  destroy(): void {
    this.stop();
    for (const step of this.undo) step();
    this.ring.remove();
    this.stage.element.remove();
  }

  set(state: BoardState): void {
    const fresh = state.aiming && !this.state.aiming;
    const due = state.placing && !this.state.placing;
    this.state = state;
    this.stage.view = state.view;
    if (fresh && state.aiming) {
      this.aim = { along: nearestFree(state.aiming.lane, 0), direction: 0, speed: 0 };
      this.intents.aim?.(this.aim);
    }
    if (state.aiming && !isFree(state.aiming.lane, this.aim.along))
      this.aim = { ...this.aim, along: nearestFree(state.aiming.lane, this.aim.along) };
    if (state.placing && (due || !spotFree(state.placing.spots, this.duePoint)))
      this.duePoint = nearestSpot(state.placing.spots, { x: 0, y: 40 }) ?? this.duePoint;
    if (!this.motion) this.draw();
  }

  dust(powder: boolean): void {
    this.stage.dust(powder);
  }

  setAim(change: Partial<Aim>): void {
    const { aiming } = this.state;
    if (!aiming) return;
    const next = { ...this.aim, ...change };
    const gap = gapAt(aiming.lane, next.along);
    if (gap) this.intents.refuse?.(gap);
    const speed = Math.min(aiming.fastest, Math.max(0, next.speed));
    let direction = next.direction % 360;
    if (direction > 180) direction -= 360;
    if (direction <= -180) direction += 360;
    this.aim = { along: nearestFree(aiming.lane, next.along), direction, speed };
    this.drawStriker();
    this.overlay.aim(this.state, this.aim, this.aim.speed > 0, false);
    this.intents.aim?.(this.aim);
  }

  strike(): void {
    const { aiming } = this.state;
    if (!aiming || this.motion || this.aim.speed <= 0) return;
    const at = toBoard(aiming.lane.turn, this.aim.along, aiming.lane.ahead);
    this.overlay.clearAim();
    this.intents.strike?.({ ...at, direction: this.aim.direction, speed: this.aim.speed });
  }

  get placement(): Point {
    return this.duePoint;
  }

  /** Moves the piece that is being placed; `drop` says that it stays there. */
  putDue(point: Point, drop: boolean): void {
    const { placing } = this.state;
    if (!placing) return;
    this.duePoint = point;
    const free = spotFree(placing.spots, point);
    if (this.due) {
      this.stage.put(this.due, point);
      this.due.classList.toggle("cb-refused", !free);
    }
    // What is dropped near a free place goes there: the raster is coarser than a hand, the law is not.
    const spot = drop ? nearestSpot(placing.spots, point) : null;
    if (!spot) return;
    if (Math.hypot(spot.x - point.x, spot.y - point.y) > placing.spots.step) return;
    this.intents.place?.(spot);
  }

  // --- the course of a stroke -------------------------------------------------------------------------------------

  get moving(): boolean {
    return this.motion !== null;
  }

  /** Shows a stroke from the given discs; resolves when everything lies still, or when `stop` is called. */
  play(trace: StrokeTrace, discs: readonly Disc[], { rate = 1, from = 0, onTime }: Playing = {}): Promise<void> {
    const motion = this.load(trace, discs);
    const run = ++this.run;
    const still = matchMedia("(prefers-reduced-motion: reduce)").matches;
    if (still) {
      this.seek(motion.duration);
      onTime?.(motion.duration);
      this.motion = null;
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
          this.motion = null;
          resolve();
        }
      };
      step();
    });
  }

  /** Takes up a stroke without playing it, so that `seek` can go to any moment of it. */
  load(trace: StrokeTrace, discs: readonly Disc[]): Motion {
    this.motion = new Motion(trace, discs);
    this.overlay.clearAim();
    this.overlay.show({ ...this.state, aiming: null, placing: null, hints: [] }, false);
    this.due?.remove();
    this.due = null;
    this.stage.fill(this.motion.kinds.filter((kind) => kind !== "striker"));
    return this.motion;
  }

  seek(t: number): void {
    const { motion } = this;
    if (!motion) return;
    let piece = 0;
    motion.kinds.forEach((kind, index) => {
      const element = kind === "striker" ? this.stage.striker : (this.stage.pieces[piece++] as HTMLElement);
      const pose = motion.at(index, t);
      element.hidden = pose.sunk >= 1;
      this.stage.put(element, pose, 1 - 0.34 * pose.sunk, 1 - pose.sunk * pose.sunk);
    });
  }

  stop(): void {
    this.run++;
    this.motion = null;
    this.sound.silence();
  }

  // --- drawing ----------------------------------------------------------------------------------------------------

  private draw(): void {
    const { state } = this;
    this.stage.fill(state.discs.map((disc) => disc.kind));
    state.discs.forEach((disc, index) => {
      const element = this.stage.pieces[index] as HTMLElement;
      element.hidden = false;
      element.dataset.x = disc.x.toFixed(1);
      element.dataset.y = disc.y.toFixed(1);
      this.stage.put(element, disc);
    });
    this.drawStriker();
    this.overlay.show(state, true);
    if (state.aiming && this.aim.speed > 0) this.overlay.aim(state, this.aim, false, false);
    else this.overlay.clearAim();
    if (state.placing) {
      this.due ??= this.stage.add(state.placing.kind);
      this.due.classList.add("cb-due");
      this.putDue(this.duePoint, false);
    } else {
      this.due?.remove();
      this.due = null;
    }
  }

  private drawStriker(): void {
    const { aiming, striker } = this.state;
    const at = aiming ? toBoard(aiming.lane.turn, this.aim.along, aiming.lane.ahead) : striker;
    this.stage.striker.hidden = !at;
    this.stage.striker.classList.toggle("cb-ready", !!aiming);
    if (at) this.stage.put(this.stage.striker, at);
  }

  // --- the person at the board ------------------------------------------------------------------------------------

  private begin(at: Point, event: PointerEvent): Drag | null {
    this.sound.wake();
    if ((event.target as Element).closest("button,input,select,a,summary,label,[data-keep]")) return null;
    if (this.motion) return null;
    const point = this.stage.under(at);
    if (this.state.placing) return this.dragDue(point);
    if (this.state.editing) {
      const index = this.state.discs.findIndex(
        (disc) => Math.hypot(disc.x - point.x, disc.y - point.y) < radius(disc.kind) * 1.3,
      );
      if (index >= 0) return this.dragPiece(index, point);
    }
    if (!this.state.aiming) return null;
    const striker = toBoard(this.state.aiming.lane.turn, this.aim.along, this.state.aiming.lane.ahead);
    const near = Math.hypot(point.x - striker.x, point.y - striker.y) < STRIKER_RADIUS * 1.7;
    return this.dragAim(this.state.aiming, at, near, event.pointerType !== "mouse");
  }

  private dragDue(from: Point): Drag {
    const start = this.duePoint;
    const grabbed = Math.hypot(from.x - start.x, from.y - start.y) < 40;
    const offset = grabbed ? { x: start.x - from.x, y: start.y - from.y } : { x: 0, y: 0 };
    if (!grabbed) this.putDue(from, false);
    return {
      move: (at) => {
        const p = this.stage.under(at);
        this.putDue({ x: p.x + offset.x, y: p.y + offset.y }, false);
      },
      end: () => this.putDue(this.duePoint, true),
      cancel: () => this.putDue(start, false),
    };
  }

  private dragPiece(index: number, from: Point): Drag {
    const disc = this.state.discs[index] as Disc;
    let at: Point = disc;
    const limit = HALF - radius(disc.kind);
    const clamp = (v: number): number => Math.max(-limit, Math.min(limit, v));
    return {
      move: (to) => {
        const p = this.stage.under(to);
        at = { x: clamp(disc.x + p.x - from.x), y: clamp(disc.y + p.y - from.y) };
        this.stage.put(this.stage.pieces[index] as HTMLElement, at);
      },
      end: () => this.intents.move?.(index, at),
      cancel: () => this.stage.put(this.stage.pieces[index] as HTMLElement, disc),
    };
  }

  /** A press on the striker that goes sideways slides it; every other pull aims. */
  private dragAim(aiming: Aiming, start: Point, near: boolean, finger: boolean): Drag {
    const before = this.aim;
    const samples: PullSample[] = [];
    let sliding: boolean | null = near ? null : false;
    const { lane, fastest } = aiming;
    const grip = fromBoard(lane.turn, this.stage.under(start).x, this.stage.under(start).y).x - before.along;
    const box = this.stage.element.getBoundingClientRect();
    const reach = Math.max(110, Math.min(260, box.width * 0.42));
    const aimAt = (to: Point): { aim: Aim; cancelled: boolean } => {
      const dx = to.x - start.x;
      const dy = to.y - start.y;
      const pull = Math.hypot(dx, dy);
      const back = toBoard(this.state.view, -dx, dy);
      return {
        aim: {
          along: before.along,
          direction: degrees(lane.turn, back.x, back.y),
          speed: force(pull, reach) * fastest,
        },
        cancelled: pull <= CANCEL_RING,
      };
    };
    const slide = (to: Point): void => {
      const p = this.stage.under(to);
      const along = fromBoard(lane.turn, p.x, p.y).x - grip;
      this.aim = { ...before, along: Math.max(-BASE_MIDDLE, Math.min(BASE_MIDDLE, along)), speed: 0 };
      const gap = gapAt(lane, this.aim.along);
      if (gap) this.intents.refuse?.(gap);
      this.drawStriker();
      this.overlay.aim(this.state, this.aim, false, true);
    };
    const settle = (): void => {
      this.ring.hidden = true;
      this.aim = { ...this.aim, along: nearestFree(lane, this.aim.along) };
      this.drawStriker();
    };
    return {
      move: (to, when) => {
        if (!this.state.aiming) return;
        if (sliding === null) {
          const dx = Math.abs(to.x - start.x);
          const dy = Math.abs(to.y - start.y);
          if (dx + dy < 6) return;
          const sideways = (lane.turn - this.state.view) % 2 === 0 ? dx > dy : dy > dx;
          sliding = sideways;
        }
        if (sliding) return slide(to);
        samples.push({ ...to, at: when });
        const { aim, cancelled } = aimAt(to);
        this.aim = aim;
        this.ring.hidden = false;
        this.ring.classList.toggle("cb-off", cancelled);
        this.ring.style.transform = `translate(${start.x - CANCEL_RING}px,${start.y - CANCEL_RING}px)`;
        this.overlay.aim(this.state, aim, true, cancelled);
        this.intents.aim?.(aim);
      },
      end: (when) => {
        const pulled = sliding === false && this.state.aiming ? intendedPoint(samples, when, finger) : undefined;
        const last = pulled && aimAt(pulled);
        settle();
        if (last && !last.cancelled) {
          this.aim = { ...last.aim, along: this.aim.along };
          this.strike();
        } else {
          this.aim = { ...this.aim, speed: 0 };
          this.overlay.clearAim();
          this.intents.aim?.(this.aim);
        }
      },
      cancel: () => {
        this.aim = { ...before, speed: 0 };
        settle();
        this.overlay.clearAim();
        this.intents.aim?.(this.aim);
      },
    };
  }
}
