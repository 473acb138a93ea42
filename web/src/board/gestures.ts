// Mouse, pen and finger as one: what a press that moves and lifts means for whoever listens.

import type { Point } from "./geometry.ts";

export interface Drag {
  /** `at` is the pointer in client pixels, `when` the time of the event in milliseconds, `fine` whether Shift is held. */
  move(at: Point, when: number, fine: boolean): void;
  /** The wheel has been turned meanwhile, by so many degrees. */
  turn?(step: number): void;
  /** The lift itself carries no place: a finger rolls when it leaves. */
  end(when: number): void;
  cancel(): void;
}

/** Degrees for a pixel that a wheel scrolls: a notch of most mice is a hundred. */
const WHEEL = 0.0005;

export interface Listener {
  /** Somebody presses; the drag that is returned hears the rest, even outside the element. */
  begin(at: Point, event: PointerEvent): Drag | null;
  /** The wheel is turned without a press; answers whether it meant anything. */
  turn(step: number, event: WheelEvent): boolean;
}

export function gestures(area: HTMLElement, { begin, turn }: Listener): () => void {
  let drag: Drag | null = null;
  let pointer = -1;
  const down = (event: PointerEvent): void => {
    if (drag || event.button !== 0) return;
    drag = begin({ x: event.clientX, y: event.clientY }, event);
    if (!drag) return;
    pointer = event.pointerId;
    area.setPointerCapture(pointer);
    event.preventDefault();
  };
  const move = (event: PointerEvent): void => {
    if (!drag || event.pointerId !== pointer) return;
    const steps = event.getCoalescedEvents?.() ?? [];
    for (const step of steps.length ? steps : [event])
      drag.move({ x: step.clientX, y: step.clientY }, step.timeStamp, event.shiftKey);
  };
  const up = (event: PointerEvent): void => {
    if (!drag || event.pointerId !== pointer) return;
    const ended = drag;
    drag = null;
    ended.end(event.timeStamp);
  };
  const callOff = (): void => {
    const ended = drag;
    drag = null;
    ended?.cancel();
  };
  const cancel = (event: PointerEvent): void => {
    if (event.pointerId === pointer) callOff();
  };
  const abandon = (event: KeyboardEvent): void => {
    if (event.key === "Escape") callOff();
  };
  const wheel = (event: WheelEvent): void => {
    const step = (event.deltaY || event.deltaX) * WHEEL; // with Shift some browsers scroll sideways
    if (drag ? !drag.turn : !turn(step, event)) return;
    drag?.turn?.(step);
    event.preventDefault();
  };
  // Words beside the board are for reading; while somebody pulls they are not to be marked, which each browser begins
  // to do at a moment of its own.
  const mark = (event: Event): void => {
    if (drag) event.preventDefault();
  };
  // A finger that is torn away would fling, although nothing here scrolls, and the browser takes a tap that follows for
  // the end of that.
  const still = (event: TouchEvent): void => {
    if (drag && event.cancelable) event.preventDefault();
  };
  area.addEventListener("touchmove", still, { passive: false });
  area.addEventListener("pointerdown", down);
  area.addEventListener("pointermove", move);
  area.addEventListener("pointerup", up);
  area.addEventListener("pointercancel", cancel);
  area.addEventListener("wheel", wheel, { passive: false });
  window.addEventListener("keydown", abandon);
  const held = matchMedia("(orientation: portrait)"); // who turns the phone has nothing under the finger any more
  held.addEventListener("change", callOff);
  document.addEventListener("selectstart", mark);
  return () => {
    area.removeEventListener("touchmove", still);
    area.removeEventListener("pointerdown", down);
    area.removeEventListener("pointermove", move);
    area.removeEventListener("pointerup", up);
    area.removeEventListener("pointercancel", cancel);
    area.removeEventListener("wheel", wheel);
    window.removeEventListener("keydown", abandon);
    held.removeEventListener("change", callOff);
    document.removeEventListener("selectstart", mark);
  };
}
