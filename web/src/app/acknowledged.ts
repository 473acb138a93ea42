// How many actions this page has begun, and how many are acknowledged: `data-actions` and `data-acknowledged` of <html>.
// While they are equal, the page shows what came of everything that was done on it. Browser tests wait for that.

import { useEffect, useState } from "preact/hooks";

let actions = 0;
let acknowledged = 0;

function show(): void {
  const page: HTMLElement | undefined = globalThis.document?.documentElement; // unit tests have none
  page?.setAttribute("data-actions", String(actions));
  page?.setAttribute("data-acknowledged", String(acknowledged));
}

/** Begin an action; call what comes back when it is acknowledged, or when it is clear that it cannot be now. */
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

/** Count this work as an action that is acknowledged when it ends. */
export function asAction<T>(work: Promise<T>): Promise<T> {
  const end = beginAction();
  work.then(end, end);
  return work;
}

/** Do this once nobody has typed for a moment; returns how to cancel it. */
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

/** What is typed, once nobody has typed for a moment. */
export function usePaused(words: string, milliseconds: number): string {
  const [paused, setPaused] = useState(words);
  useEffect(() => (words === paused ? undefined : afterPause(milliseconds, () => setPaused(words))), [words]);
  return paused;
}

show();
