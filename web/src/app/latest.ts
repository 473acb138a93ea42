// Requests that follow user input: answers may overtake each other, and only the last counts.

import { type Inputs, useEffect } from "preact/hooks";

/** Send a request whenever an input changes (null sends none) and drop answers to earlier ones. */
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
