// How long to wait before trying again.

/** Milliseconds to wait after this many failures in a row, with jitter so that a hall's devices do not retry together. */
export function backOff(failures: number, firstMs: number, longestMs: number): number {
  return Math.min(longestMs, firstMs * 2 ** Math.min(failures - 1, 10)) * (0.5 + Math.random());
}
