// Questions that follow what a person does: answers overtake each other on their way, and only the last one is heard.

import { type Inputs, useEffect } from "preact/hooks";

/** Asks whenever one of the inputs changes; null asks nothing. What comes back for an earlier question is dropped. */
export function useLatest<T>(
  ask: () => Promise<T> | null,
  heard: (answer: T) => void,
  failed: (error: Error) => void,
  inputs: Inputs,
): void {
  useEffect(() => {
    let isOld = false;
    ask()?.then(
      (answer) => isOld || heard(answer),
      (error: Error) => isOld || failed(error),
    );
    return () => {
      isOld = true;
    };
  }, inputs);
}
