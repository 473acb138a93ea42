// Preferences of the pad, stored in this browser.

import { effect, signal } from "@preact/signals";
import { keep, recall } from "../app/prefs.ts";
import { buzz as shake } from "./engine/phone.ts";

export interface Likes {
  /** The big buttons lie under this thumb. */
  hand: "left" | "right";
  /** Black on white, for bright sun. */
  sun: boolean;
  vibrate: boolean;
  umpire: string;
  /** How often each law was used with each kind of act, to list frequent ones first. */
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

/** Vibrate, if the umpire wants it. */
export function buzz(what: Parameters<typeof shake>[0]): void {
  if (likes.value.vibrate) shake(what);
}
