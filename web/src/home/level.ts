// The user's level among the computer opponents: stated once, then adjusted by results.

import { signal } from "@preact/signals";
import type { Opponent } from "../api/wire.ts";
import { load, save } from "../prefs.ts";

export interface Level {
  /** Index of the next opponent, from the weakest; null until a level is stated. */
  readonly at: number | null;
  /** Recent boards at this level, w or l. */
  readonly recent: string;
}

export type Skill = "new" | "plays" | "good";

/** Of this many recent boards, this many wins (losses) move up (down). */
const RECENT_BOARDS = 3;
const TO_MOVE = 2;
const START_LEVELS: Readonly<Record<Skill, number>> = { new: 0, plays: 0.4, good: 0.75 };

export const level = signal<Level>(load<Level>("carrom.level", { at: null, recent: "" }));

function set(next: Level): void {
  level.value = next;
  save("carrom.level", next);
}

export function setInitialLevel(skill: Skill, opponents: number): number {
  const at = Math.round(START_LEVELS[skill] * Math.max(0, opponents - 1));
  choose(at);
  return at;
}

/** The next opponent; null if there are none. */
export function defaultOpponent(opponents: readonly Opponent[]): Opponent | null {
  return opponents[Math.min(level.value.at ?? 0, opponents.length - 1)] ?? null;
}

export function choose(at: number): void {
  set({ at, recent: "" });
}

/** The level after one more board: two of the last three decide, then counting restarts. */
export function nextLevel({ at, recent }: Level, won: boolean, opponents: number): Level {
  if (at === null) return { at, recent };
  const seen = (recent + (won ? "w" : "l")).slice(-RECENT_BOARDS);
  const count = (kind: string): number => seen.split(kind).length - 1;
  if (count("w") >= TO_MOVE && at < opponents - 1) return { at: at + 1, recent: "" };
  if (count("l") >= TO_MOVE && at > 0) return { at: at - 1, recent: "" };
  return { at, recent: seen };
}

/** The change after a match's last board, for the announcement. */
export const levelChange = signal<{ readonly match: string; readonly from: number; readonly to: number } | null>(null);

/** Count a board of a match. */
export function boardPlayed(match: string, won: boolean, opponents: number): void {
  const before = level.value;
  set(nextLevel(before, won, opponents));
  const [from, to] = [before.at, level.value.at];
  if (from !== null && to !== null && from !== to) levelChange.value = { match, from, to };
}
