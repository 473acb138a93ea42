// A puzzle's title: its number in the list and its difficulty.

import type { PuzzleList } from "../wire.ts";
import { say, sayFor } from "./words/words.ts";

const LEVELS = [
  [1000, "level-easy"],
  [1400, "level-medium"],
  [1900, "level-hard"],
  [Infinity, "level-master"],
] as const;

/** Difficulty in words, and the rating it suits. */
export function difficulty(rating: number): string {
  const [, words] = LEVELS.find(([below]) => rating < below) ?? LEVELS[3];
  return `${sayFor(words)} (${rating})`;
}

/** The easiest is number one; empty until the list has loaded. */
export function numberOf(id: string, shelf: PuzzleList | null): string {
  const at = shelf?.puzzles.findIndex((one) => one.id === id) ?? -1;
  return at < 0 ? "" : say("puzzle-number", { number: at + 1 });
}
