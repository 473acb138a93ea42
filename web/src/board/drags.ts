// What a press on or beside the board starts: slide the striker, turn the line, pull, lay a piece.

import { CANCEL_RING, force, intendedPoint, isHeld, type PullSample, Turning } from "./aim.ts";
import { type Disc, degrees, fromBoard, heading, type Point, radius, type Turn, toBoard } from "./geometry.ts";
import type { Drag } from "./gestures.ts";
import { BASE_MIDDLE, HALF } from "./sizes.ts";
import { type Aim, type Aiming, type BoardState, gapAt, type Lane, type Misfire, nearestFree } from "./state.ts";

export interface DragTarget {
  readonly state: BoardState;
  readonly aim: Aim;
  box(): DOMRect;
  under(at: Point): Point;
  over(point: Point): Point;
  /** Preview an aim; `settle` reports it. */
  show(aim: Aim, how: { pulling?: boolean; cancelled?: boolean }): void;
  /** The ring inside which a pull is cancelled; null for none. */
  ring(at: Point | null, isOff: boolean): void;
  refuse(along: number): void;
  /** It looked like a stroke, but nothing was struck. */
  onMisfire(how: Misfire): void;
  settle(aim: Aim): void;
  strike(aim: Aim): void;
  putDue(point: Point, drop: boolean): void;
  readonly placement: Point;
  movePiece(index: number, to: Point, done: boolean): void;
}

/** A drag this far back from the striker is no slide: players of other games pull there to shoot. */
const PULLED_PX = 28;

export function slide(target: DragTarget, lane: Lane, start: Point): Drag {
  const before = target.aim;
  const along = (at: Point): number => {
    const p = target.under(at);
    return fromBoard(lane.turn, p.x, p.y).x;
  };
  const grip = along(start) - before.along;
  const isBack = (to: Point): boolean => {
    const [from, at] = [target.under(start), target.under(to)];
    const { x, y } = fromBoard(lane.turn, at.x - from.x, at.y - from.y);
    const moved = Math.hypot(to.x - start.x, to.y - start.y);
    return moved > PULLED_PX && -y > Math.abs(x);
  };
  let last = start;
  return {
    move: (to) => {
      last = to;
      const wished = Math.max(-BASE_MIDDLE, Math.min(BASE_MIDDLE, along(to) - grip));
      if (gapAt(lane, wished)) target.refuse(wished);
      target.show({ ...before, along: wished, speed: 0 }, {});
    },
    end: () => {
      target.settle({ ...target.aim, along: nearestFree(lane, target.aim.along), speed: 0 });
      if (isBack(last)) target.onMisfire("pulled-back");
    },
    cancel: () => target.settle({ ...before, speed: 0 }),
  };
}

/** A sideways drag of the striker slides it; any other starts `other`. */
export function slideOr(target: DragTarget, lane: Lane, start: Point, other: Drag): Drag {
  let chosen: Drag | null = null;
  return {
    move: (to, when, fine) => {
      const dx = Math.abs(to.x - start.x);
      const dy = Math.abs(to.y - start.y);
      if (!chosen && dx + dy < 6) return;
      const isSideways = (lane.turn - target.state.view) % 2 === 0 ? dx > dy : dy > dx;
      chosen ??= isSideways ? slide(target, lane, start) : other;
      chosen.move(to, when, fine);
    },
    turn: (step) => chosen?.turn?.(step),
    end: (when) => (chosen ?? other).end(when),
    cancel: () => (chosen ?? other).cancel(),
  };
}

/** Pull back like a sling for direction and power, release to shoot. */
export function pull(target: DragTarget, { lane, fastest }: Aiming, start: Point, finger: boolean): Drag {
  const before = target.aim;
  const samples: PullSample[] = [];
  const reach = Math.max(110, Math.min(260, target.box().width * 0.42));
  let last = start;
  let at = start; // the pointer without the slowdown of fine movements
  let trim = 0;
  const read = (to: Point): { aim: Aim; cancelled: boolean } => {
    const dx = to.x - start.x;
    const dy = to.y - start.y;
    const length = Math.hypot(dx, dy);
    const back = toBoard(target.state.view, -dx, dy);
    const direction = degrees(lane.turn, back.x, back.y) + trim;
    return {
      aim: { along: before.along, direction, speed: force(length, reach) * fastest },
      cancelled: length <= CANCEL_RING,
    };
  };
  const show = (): void => {
    const { aim, cancelled } = read(at);
    target.ring(start, cancelled);
    target.show(aim, { pulling: true, cancelled });
  };
  const stop = (): void => {
    target.ring(null, false);
    target.settle({ ...before, speed: 0 });
  };
  return {
    move: (to, when, fine) => {
      const share = fine ? 1 / 8 : 1;
      at = { x: at.x + (to.x - last.x) * share, y: at.y + (to.y - last.y) * share };
      last = to;
      samples.push({ ...at, at: when });
      if (target.state.aiming) show();
    },
    turn: (step) => {
      trim += step;
      if (samples.length) show();
    },
    end: (when) => {
      const meant = target.state.aiming ? intendedPoint(samples, when, finger) : undefined;
      const made = meant && read(meant);
      target.ring(null, false);
      const isMeant = !finger || isHeld(samples, when);
      if (made && !made.cancelled && isMeant) target.strike(made.aim);
      else stop();
      if (made && !made.cancelled && !isMeant) target.onMisfire("swiped");
    },
    cancel: stop,
  };
}

const TAP_PX = 8;
const TAP_MS = 350;

/** Turn the line without shooting: around the striker on the board, left and right beside it. */
export function turn(target: DragTarget, lane: Lane, start: Point, began: number, finger: boolean): Drag {
  const before = target.aim;
  const striker = target.over(toBoard(lane.turn, before.along, lane.ahead));
  const turning = new Turning(start, began, before.direction);
  const box = target.box();
  const isOn = start.y <= box.bottom && start.y >= box.top && start.x >= box.left && start.x <= box.right;
  // Beside the board, dragging right always turns the line to the screen's right, even when it points backwards.
  const sense = onScreen(target.state.view, heading(lane.turn, 0)).y > 0.2 ? -1 : 1;
  let last = start;
  let strayed = false;
  const clockwise = (to: Point): number => {
    if (!isOn) return (to.x - last.x) * sense;
    const arm = { x: last.x - striker.x, y: last.y - striker.y };
    const length = Math.max(1, Math.hypot(arm.x, arm.y));
    return (arm.x * (to.y - last.y) - arm.y * (to.x - last.x)) / length;
  };
  return {
    move: (to, when, fine) => {
      if (!strayed && Math.hypot(to.x - start.x, to.y - start.y) < TAP_PX) return;
      if (!strayed) last = to;
      strayed = true;
      const arm = Math.max(60, Math.hypot(last.x - striker.x, last.y - striker.y));
      const most = fine ? 0 : isOn ? 180 / Math.PI / arm : 0.3;
      target.show({ ...before, direction: turning.move(to, when, clockwise(to), most) }, {});
      last = to;
    },
    turn: (step) => target.show({ ...target.aim, direction: target.aim.direction + step }, {}),
    end: (when) => {
      const tapped = isOn && !strayed && when - began < TAP_MS;
      const direction = tapped ? towards(target, lane, start) : strayed ? turning.end(when, finger) : before.direction;
      target.settle({ ...before, direction });
    },
    cancel: () => target.settle(before),
  };
}

/** This far above or below the bar the stroke is cancelled. */
const LEFT_PX = 90;
/** A finger that moves more across the bar than along it is not using it; rolling may add this much. */
const LIFTED_PX = 20;
/** Less than this share of the bar is no stroke. */
const LEAST = 0.04;

/** Set the power along a bar of this length; release to shoot. */
export function power(target: DragTarget, { fastest }: Aiming, start: Point, length: number, finger: boolean): Drag {
  const before = target.aim;
  const samples: PullSample[] = [];
  const read = (to: Point): Aim => {
    const [across, up] = [to.x - start.x, Math.abs(to.y - start.y)];
    const isOff = up > LEFT_PX || (finger && up > Math.max(across, LIFTED_PX));
    const share = isOff ? 0 : Math.min(1, Math.max(0, across / length));
    return { ...before, speed: share < LEAST ? 0 : share ** 1.5 * fastest };
  };
  return {
    move: (to, when) => {
      samples.push({ ...to, at: when });
      if (target.state.aiming) target.show(read(to), { pulling: true });
    },
    end: (when) => {
      const meant = target.state.aiming ? intendedPoint(samples, when, finger) : undefined;
      const made = meant && read(meant);
      const isMeant = !finger || isHeld(samples, when);
      if (made && made.speed > 0 && isMeant) target.strike(made);
      else target.settle({ ...before, speed: 0 });
      if (made && made.speed > 0 && !isMeant) target.onMisfire("swiped");
    },
    cancel: () => target.settle({ ...before, speed: 0 }),
  };
}

/** The direction to a tapped place, or to the centre of the piece there. */
function towards(target: DragTarget, lane: Lane, at: Point): number {
  const tapped = target.under(at);
  const piece = target.state.discs.find((disc) => Math.hypot(disc.x - tapped.x, disc.y - tapped.y) < radius(disc.kind));
  const goal = piece ?? tapped;
  const from = toBoard(lane.turn, target.aim.along, lane.ahead);
  return degrees(lane.turn, goal.x - from.x, goal.y - from.y);
}

/** A board vector on the screen, y down. */
function onScreen(view: Turn, vector: Point): Point {
  const { x, y } = fromBoard(view, vector.x, vector.y);
  return { x, y: -y };
}

/** Show the piece this far above the finger (mm), so that the thumb does not hide it. */
const HELD_ABOVE = 55;

/** Lay a due piece: drag it, tap its place, or move it from beside the board. */
export function lay(target: DragTarget, start: Point, finger: boolean): Drag {
  const before = target.placement;
  const from = target.under(start);
  const isGrabbed = Math.hypot(from.x - before.x, from.y - before.y) < 40;
  const isBeside = Math.max(Math.abs(from.x), Math.abs(from.y)) > HALF;
  const lift = toBoard(target.state.view, 0, finger ? HELD_ABOVE : 0);
  const offset = isGrabbed || isBeside ? { x: before.x - from.x, y: before.y - from.y } : lift;
  const to = (at: Point): Point => {
    const p = target.under(at);
    return { x: p.x + offset.x, y: p.y + offset.y };
  };
  if (!isGrabbed && !isBeside) target.putDue(to(start), false);
  return {
    move: (at) => target.putDue(to(at), false),
    end: () => target.putDue(target.placement, true),
    cancel: () => target.putDue(before, false),
  };
}

export function shift(target: DragTarget, index: number, start: Point): Drag {
  const disc = target.state.discs[index] as Disc;
  const from = target.under(start);
  const limit = HALF - radius(disc.kind);
  const clamp = (v: number): number => Math.max(-limit, Math.min(limit, v));
  let at: Point = disc;
  return {
    move: (to) => {
      const p = target.under(to);
      at = { x: clamp(disc.x + p.x - from.x), y: clamp(disc.y + p.y - from.y) };
      target.movePiece(index, at, false);
    },
    end: () => target.movePiece(index, at, true),
    cancel: () => target.movePiece(index, disc, false),
  };
}
