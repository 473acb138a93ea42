// Counts actions begun and acknowledged on this page: `data-actions` and `data-acknowledged` of <html>. While they are
// equal, the page shows the outcome of everything done on it. Browser tests wait for that.

import { useEffect, useState } from "preact/hooks";

let actions = 0;
let acknowledged = 0;

function show(): void {
  const page: HTMLElement | undefined = globalThis.document?.documentElement; // absent in unit tests
  page?.setAttribute("data-actions", String(actions));
  page?.setAttribute("data-acknowledged", String(acknowledged));
}

/** Begin an action; call the result when it is acknowledged, or clearly will not be now. */
export function beginAction(): () => void {
  let isOpen = true;
  actions += 1;
  show();
  return () => {
    if (isOpen) acknowledged += 1;
    isOpen = false;
    show();
  };
}

/** Count a promise as an action. */
export function asAction<T>(work: Promise<T>): Promise<T> {
  const end = beginAction();
  work.then(end, end);
  return work;
}

/** Debounce; returns a function to cancel. */
export function afterPause(milliseconds: number, act: () => unknown): () => void {
  const end = beginAction();
  const timer = setTimeout(() => {
    act();
    end();
  }, milliseconds);
  return () => {
    clearTimeout(timer);
    end();
  };
}

/** A debounced text. */
export function usePaused(words: string, milliseconds: number): string {
  const [paused, setPaused] = useState(words);
  useEffect(() => (words === paused ? undefined : afterPause(milliseconds, () => setPaused(words))), [words]);
  return paused;
}

show();
