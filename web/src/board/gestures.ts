// Mouse, pen and finger as one: what a press that moves and lifts means for whoever listens.

import type { Point } from "./geometry.ts";

export interface Drag {
  /** `at` is the pointer in client pixels, `when` the time of the event in milliseconds. */
  move(at: Point, when: number): void;
  /** The lift itself carries no place: a finger rolls when it leaves. */
  end(when: number): void;
  cancel(): void;
}

/** Calls `begin` for each press; the drag that it returns hears the rest, even outside the element. */
export function gestures(area: HTMLElement, begin: (at: Point, event: PointerEvent) => Drag | null): () => void {
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
    for (const step of steps.length ? steps : [event]) drag.move({ x: step.clientX, y: step.clientY }, step.timeStamp);
  };
  const up = (event: PointerEvent): void => {
    if (!drag || event.pointerId !== pointer) return;
    const ended = drag;
    drag = null;
    ended.end(event.timeStamp);
  };
  const cancel = (event: PointerEvent): void => {
    if (!drag || event.pointerId !== pointer) return;
    const ended = drag;
    drag = null;
    ended.cancel();
  };
  const abandon = (event: KeyboardEvent): void => {
    if (event.key !== "Escape" || !drag) return;
    const ended = drag;
    drag = null;
    ended.cancel();
  };
  // Words beside the board are for reading; while somebody pulls they are not to be marked, which each browser begins
  // to do at a moment of its own.
  const mark = (event: Event): void => {
    if (drag) event.preventDefault();
  };
  area.addEventListener("pointerdown", down);
  area.addEventListener("pointermove", move);
  area.addEventListener("pointerup", up);
  area.addEventListener("pointercancel", cancel);
  window.addEventListener("keydown", abandon);
  document.addEventListener("selectstart", mark);
  return () => {
    area.removeEventListener("pointerdown", down);
    area.removeEventListener("pointermove", move);
    area.removeEventListener("pointerup", up);
    area.removeEventListener("pointercancel", cancel);
    window.removeEventListener("keydown", abandon);
    document.removeEventListener("selectstart", mark);
  };
}
