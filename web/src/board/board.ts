// The board: a bitmap of wood, one element per disc, an overlay for aiming. It knows no rules: it gets the position and
// the free places, and reports what the player does.

import type { StrokeTrace } from "../api/wire.ts";
import { CANCEL_RING } from "./aim.ts";
import * as drags from "./drags.ts";
import { DuePiece } from "./due.ts";
import { type Disc, inOneTurn, type Point, radius, toBoard } from "./geometry.ts";
import { type Drag, gestures } from "./gestures.ts";
import { type Assist, paintLens } from "./lines.ts";
import { type Look, PLAIN } from "./look.ts";
import type { Motion } from "./motion.ts";
import { Overlay, type Showing } from "./overlay.ts";
import { type Clock, type PlayOptions, StrokePlayer } from "./player.ts";
import { STRIKER_RADIUS } from "./sizes.ts";
import { Sound } from "./sound.ts";
import { Stage } from "./stage.ts";
import {
  type Aim,
  type BoardState,
  EMPTY,
  gapAt,
  type Intents,
  isFree,
  type Lane,
  type Misfire,
  nearestFree,
} from "./state.ts";

/** Turn the line and then set the power; pull and release; or by input device. */
type AimMode = "auto" | "fine" | "quick";

export class Board implements drags.DragTarget {
  readonly sound = new Sound();
  state: BoardState = EMPTY;
  aim: Aim = { along: 0, direction: 0, speed: 0 };
  private readonly overlay = new Overlay();
  private readonly stage: Stage;
  private readonly circle = document.createElement("div");
  private look: Look = PLAIN;
  private pulled = false;
  private mode: AimMode = "auto";
  /** Whether the last input was touch; at first, the device's primary pointer. */
  private finger = matchMedia("(pointer: coarse)").matches;
  private watched: { readonly lane: Lane; readonly aim: Aim } | null = null;
  private readonly due: DuePiece;
  private readonly player: StrokePlayer;
  private readonly undo: (() => void)[] = [];
  private readonly intents: Partial<Intents>;

  constructor(host: HTMLElement, area: HTMLElement, intents: Partial<Intents> = {}) {
    this.intents = intents;
    this.stage = new Stage(host, this.overlay.under, this.overlay.over);
    this.due = new DuePiece(this.stage, (why) => this.intents.refuse?.(why));
    this.player = new StrokePlayer(this.stage, this.sound);
    this.circle.className = "cb-ring";
    this.circle.hidden = true;
    (host.closest("dialog") ?? document.body).append(this.circle); // an open dialog covers everything else
    const resize = (): void => {
      if (this.stage.resize()) this.draw();
    };
    const watcher = new ResizeObserver(resize);
    watcher.observe(host);
    this.undo.push(
      () => watcher.disconnect(),
      gestures(area, {
        begin: (at, event) => this.begin(at, event),
        turn: (step, event) => this.wheel(step, event),
      }),
    );
    resize();
  }

  destroy(): void {
    this.stop();
    for (const step of this.undo) step();
    this.circle.remove();
    this.stage.element.remove();
  }

  set(state: BoardState): void {
    const fresh = state.aiming && !this.state.aiming;
    this.state = state;
    this.stage.view = state.view;
    if (fresh && state.aiming) {
      this.aim = { along: nearestFree(state.aiming.lane, 0), direction: 0, speed: 0 };
      this.intents.aim?.(this.aim);
    }
    if (state.aiming && !isFree(state.aiming.lane, this.aim.along))
      this.aim = { ...this.aim, along: nearestFree(state.aiming.lane, this.aim.along) };
    this.due.wait(state.placing);
    if (!this.moving) this.draw();
  }

  setLook(look: Look): void {
    this.look = look;
    this.due.remove();
    this.stage.setLook(look);
    if (!this.moving) this.draw();
  }

  setAimMode(mode: AimMode, assist: Assist): void {
    this.mode = mode;
    this.overlay.assist = assist;
    if (!this.moving) this.draw();
  }

  /** Whether the line is turned first and power set afterwards. */
  get isFine(): boolean {
    return this.mode === "auto" ? this.finger : this.mode === "fine";
  }

  /** Whether releasing the pointer now would shoot. */
  get isPulled(): boolean {
    return this.pulled;
  }

  watch(watched: { readonly lane: Lane; readonly aim: Aim } | null): void {
    this.watched = watched;
    if (this.moving || this.state.aiming) return;
    this.drawStriker();
    if (watched && (watched.aim.speed > 0 || watched.aim.direction !== 0))
      this.overlay.watch(this.state, watched.lane, watched.aim);
    else this.overlay.clearAim();
  }

  lens(canvas: HTMLCanvasElement): void {
    const { aiming, discs, view } = this.state;
    if (!aiming) return;
    const from = toBoard(aiming.lane.turn, this.aim.along, aiming.lane.ahead);
    paintLens(canvas, this.stage.canvas, view, { ...this.aim, from, turn: aiming.lane.turn }, discs, this.look);
  }

  setAim(change: Partial<Aim>): void {
    const { aiming } = this.state;
    if (!aiming) return;
    const next = { ...this.aim, ...change };
    this.refuse(next.along);
    const speed = Math.min(aiming.fastest, Math.max(0, next.speed));
    this.settle({ ...next, along: nearestFree(aiming.lane, next.along), speed });
  }

  // --- what a hand does (see drags.ts) ------------------------------------------------------------------------------

  box(): DOMRect {
    return this.stage.element.getBoundingClientRect();
  }

  under(at: Point): Point {
    return this.stage.under(at);
  }

  over(point: Point): Point {
    return this.stage.over(point);
  }

  show(aim: Aim, how: Showing): void {
    this.pulled = how.pulling ?? false;
    this.hold(aim);
    this.drawStriker();
    this.overlay.aim(this.state, this.aim, { line: true, ...how });
    this.intents.aim?.(this.aim);
  }

  /** All aims pass here: keep the direction within one turn. */
  private hold(aim: Aim): void {
    this.aim = { ...aim, direction: inOneTurn(aim.direction) };
  }

  ring(at: Point | null, isOff: boolean): void {
    this.circle.hidden = !at;
    this.circle.classList.toggle("cb-off", isOff);
    if (at) this.circle.style.transform = `translate(${at.x - CANCEL_RING}px,${at.y - CANCEL_RING}px)`;
  }

  refuse(along: number): void {
    const gap = this.state.aiming && gapAt(this.state.aiming.lane, along);
    if (gap) this.intents.refuse?.(gap);
  }

  onMisfire(how: Misfire): void {
    this.intents.onMisfire?.(how);
  }

  settle(aim: Aim): void {
    this.show(aim, { line: this.isFine || aim.speed > 0 });
  }

  movePiece(index: number, to: Point, done: boolean): void {
    if (done) this.intents.move?.(index, to);
    else this.stage.put(this.stage.pieces[index] as HTMLElement, to);
  }

  strike(aim: Aim = this.aim): void {
    this.hold(aim);
    const { aiming } = this.state;
    if (!aiming || this.moving || this.aim.speed <= 0) return;
    const at = toBoard(aiming.lane.turn, this.aim.along, aiming.lane.ahead);
    this.overlay.clearAim();
    this.intents.strike?.({ ...at, direction: this.aim.direction, speed: this.aim.speed });
  }

  get placement(): Point {
    return this.due.point;
  }

  /** Move the piece being placed; `drop` leaves it there. */
  putDue(point: Point, drop: boolean): void {
    this.due.put(point, drop);
  }

  place(): void {
    const spot = this.due.spot();
    if (spot) this.intents.place?.(spot);
  }

  // --- the course of a stroke -------------------------------------------------------------------------------------

  get moving(): boolean {
    return this.player.motion !== null;
  }

  /** Animate a stroke; resolves when all is at rest or `stop` is called. */
  play(trace: StrokeTrace, discs: readonly Disc[], how: PlayOptions = {}): Promise<void> {
    this.load(trace, discs);
    return this.player.play(how);
  }

  load(trace: StrokeTrace, discs: readonly Disc[]): Motion {
    this.overlay.clearAim();
    this.overlay.show({ ...this.state, aiming: null, placing: null, hints: [] });
    this.due.remove();
    return this.player.load(trace, discs);
  }

  seek(t: number): void {
    this.player.seek(t);
  }

  set clock(clock: Clock) {
    this.player.clock = clock;
  }

  stop(): void {
    this.player.stop();
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
    this.stage.lineUp(state.captured.near, state.captured.far);
    this.overlay.show(state);
    if (state.aiming) this.overlay.aim(state, this.aim, { line: this.isFine || this.aim.speed > 0 });
    else this.watch(this.watched);
    this.due.draw();
  }

  private drawStriker(): void {
    const { aiming, striker } = this.state;
    const hand = aiming ? { lane: aiming.lane, aim: this.aim } : this.watched;
    const at = hand ? toBoard(hand.lane.turn, hand.aim.along, hand.lane.ahead) : striker;
    this.stage.striker.hidden = !at;
    this.stage.striker.classList.toggle("cb-ready", !!aiming);
    if (at) this.stage.put(this.stage.striker, at);
  }

  // --- the person at the board ------------------------------------------------------------------------------------

  private begin(at: Point, event: PointerEvent): Drag | null {
    this.sound.wake();
    // The nearest marked element decides: dials turn the line, texts are for reading. A container of the whole table,
    // such as a dialog with a board in it, says nothing about its parts.
    const found = (event.target as Element).closest("button,input,select,a,summary,label,[data-keep],[data-turn]");
    const part = found?.contains(event.currentTarget as Element) ? null : found;
    const isDial = part?.hasAttribute("data-turn") ?? false;
    if (this.moving || (part && !isDial)) return null;
    this.finger = event.pointerType !== "mouse";
    const { aiming, placing, editing, discs } = this.state;
    const point = this.stage.under(at);
    if (placing) return drags.lay(this, at, this.finger);
    const index = editing
      ? discs.findIndex((disc) => Math.hypot(disc.x - point.x, disc.y - point.y) < radius(disc.kind) * 1.3)
      : -1;
    if (index >= 0) return drags.shift(this, index, at);
    if (!aiming) return null;
    const striker = toBoard(aiming.lane.turn, this.aim.along, aiming.lane.ahead);
    const isNear = Math.hypot(point.x - striker.x, point.y - striker.y) < STRIKER_RADIUS * 1.7;
    if (this.isFine && isNear) return drags.slide(this, aiming.lane, at);
    if (this.isFine || isDial) return drags.turn(this, aiming.lane, at, event.timeStamp, this.finger);
    const pull = drags.pull(this, aiming, at, this.finger);
    return isNear ? drags.slideOr(this, aiming.lane, at, pull) : pull;
  }

  /** Turn an element into a power bar; returns a function to remove it. */
  addPower(bar: HTMLElement): () => void {
    return gestures(bar, {
      begin: (at, event) => {
        this.sound.wake();
        this.finger = event.pointerType !== "mouse";
        const { aiming } = this.state;
        return aiming && !this.moving ? drags.power(this, aiming, at, bar.clientWidth * 0.8, this.finger) : null;
      },
      turn: () => false,
    });
  }

  /** Turn a visible line by the wheel. */
  private wheel(step: number, event: WheelEvent): boolean {
    const isSeen = this.state.aiming && (this.isFine || this.aim.speed > 0);
    if (!isSeen || this.moving || !this.stage.element.contains(event.target as Node)) return false;
    this.setAim({ direction: this.aim.direction + step });
    return true;
  }
}
