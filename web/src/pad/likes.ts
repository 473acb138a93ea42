// How this umpire likes his pad, kept in this browser only.

import { effect, signal } from "@preact/signals";
import { keep, recall } from "../app/prefs.ts";
import { buzz as shake } from "./engine/phone.ts";

export interface Likes {
  /** The hand that taps: big buttons stand under its thumb. */
  hand: "left" | "right";
  /** Black on white, for a board in the sun. */
  sun: boolean;
  vibrate: boolean;
  umpire: string;
  /** How often each law was given with each kind of act: the usual ones come first. */
  laws: Readonly<Record<string, number>>;
}

const KEY = "carrom.pad";
const DEFAULTS: Likes = { hand: "right", sun: false, vibrate: true, umpire: "", laws: {} };

export const likes = signal<Likes>({ ...DEFAULTS, ...recall<Partial<Likes>>(KEY, {}) });

effect(() => {
  keep(KEY, likes.value);
  document.documentElement.dataset.hand = likes.value.hand;
  document.documentElement.dataset.sun = String(likes.value.sun);
});

export function like(change: Partial<Likes>): void {
  likes.value = { ...likes.value, ...change };
}

export function noteLaw(kind: string, law: string): void {
  const key = `${kind} ${law}`;
  like({ laws: { ...likes.value.laws, [key]: (likes.value.laws[key] ?? 0) + 1 } });
}

export function lawUse(kind: string, law: string): number {
  return likes.value.laws[`${kind} ${law}`] ?? 0;
}

/** What is felt, if this umpire likes it. */
export function buzz(what: Parameters<typeof shake>[0]): void {
  if (likes.value.vibrate) shake(what);
}
