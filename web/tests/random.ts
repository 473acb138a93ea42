// Repeatable chance for properties: the same cases in every run.

/** Calls `check` with a generator of its own, many times; a failure names the case. */
export function forAll(check: (random: Random) => void, cases = 300): void {
  for (let seed = 1; seed <= cases; seed++) {
    try {
      check(new Random(seed));
    } catch (error) {
      throw new Error(`case ${seed}`, { cause: error });
    }
  }
}

export class Random {
  private state: number;

  constructor(seed: number) {
    this.state = seed * 0x9e3779b9;
  }

  /** mulberry32 */
  next(): number {
    this.state = (this.state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(this.state ^ (this.state >>> 15), 1 | this.state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  }

  between(low: number, high: number): number {
    return low + (high - low) * this.next();
  }

  below(count: number): number {
    return Math.floor(this.next() * count);
  }

  pick<T>(from: readonly T[]): T {
    return from[this.below(from.length)] as T;
  }
}
