// What somebody has put stands as it was put, from the tap until the page shows what came of it. A view that is looked at
// anew meanwhile knows nothing of it yet, and what jumps back would be pressed a second time.

import { useEffect, useState } from "preact/hooks";
import { online } from "./ask.ts";
import { seq } from "./tournament.ts";

interface Asked<T> {
  readonly value: T;
  /** The line of the log that has to be seen; null while the act is on its way. */
  readonly until: number | null;
}

/** What is asked for and not seen yet, and how to ask. `seen` is the last line of the log that the view knows of. */
export function useAsked<T>(seen: number): readonly [T | null, (value: T, doing: Promise<boolean>) => void] {
  const [asked, setAsked] = useState<Asked<T> | null>(null);
  const isSeen = asked?.until != null && seen >= asked.until;
  useEffect(() => {
    if (isSeen) setAsked(null);
  }, [isSeen]);
  const ask = (value: T, doing: Promise<boolean>): void => {
    const own: Asked<T> = { value, until: null };
    setAsked(own);
    void doing
      .catch(() => false)
      .then((isDone) => {
        // Kept for later, it is a line that nobody has written yet.
        const until = online.value ? seq.value : seq.value + 1;
        setAsked((now) => (now !== own ? now : isDone ? { value, until } : null));
      });
  };
  return [asked === null || isSeen ? null : asked.value, ask];
}
