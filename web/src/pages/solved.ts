// Solved puzzles with stars and days, stored in this browser.

import { signal } from "@preact/signals";
import { keep, recall } from "../app/prefs.ts";

interface Solved {
  /** By puzzle: three stars for the first try, two for the second, one for later or with help. */
  readonly stars: Readonly<Record<string, number>>;
  /** Days whose puzzle of the day was solved that day. */
  readonly days: readonly string[];
}

const KEPT = "carrom.puzzles";
export const solved = signal<Solved>({ stars: {}, days: [], ...recall<Partial<Solved>>(KEPT, {}) });

export function starsFor(tries: number, helped: boolean): number {
  return helped ? 1 : Math.max(1, 4 - tries);
}

export function solve(id: string, stars: number, day: string | null): void {
  const { stars: before, days } = solved.value;
  solved.value = {
    stars: { ...before, [id]: Math.max(stars, before[id] ?? 0) },
    days: day !== null && !days.includes(day) ? [...days, day].sort().slice(-400) : days,
  };
  keep(KEPT, solved.value);
}

/** Consecutive days up to today, or yesterday while today's is open. */
export function streak(days: readonly string[], today: string): number {
  const all = new Set(days);
  let at = Date.parse(today);
  const day = 86_400_000;
  const text = (): string => new Date(at).toISOString().slice(0, 10);
  if (!all.has(text())) at -= day;
  let count = 0;
  for (; all.has(text()); at -= day) count += 1;
  return count;
}

export function starWords(stars: number): string {
  return "★".repeat(stars) + "☆".repeat(3 - stars);
}
