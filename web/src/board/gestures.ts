// Turns mouse, pen and touch input into drags.

import type { Point } from "./geometry.ts";

export interface Drag {
  /** `at` in client pixels, `when` the event's time in ms, `fine` while Shift is held. */
  move(at: Point, when: number, fine: boolean): void;
  /** The wheel was turned during the drag, in degrees. */
  turn?(step: number): void;
  /** Without a place: a finger rolls when it lifts. */
  end(when: number): void;
  cancel(): void;
}

/** Degrees per pixel of scrolling; one notch of most mice is a hundred pixels. */
const WHEEL = 0.0005;

interface Listener {
  /** A press; the returned drag receives the rest, even outside the element. */
  begin(at: Point, event: PointerEvent): Drag | null;
  /** The wheel was turned without a press; returns whether it was used. */
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
  // Prevent text selection beside the board while pulling; browsers start it at different moments.
  const mark = (event: Event): void => {
    if (drag) event.preventDefault();
  };
  // Prevent a fling: the browser would take the next tap for its end.
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
  const held = matchMedia("(orientation: portrait)"); // turning the phone ends the drag
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
