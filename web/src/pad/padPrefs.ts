// Preferences of the pad, stored in this browser.

import { effect, signal } from "@preact/signals";
import { load, save } from "../prefs.ts";
import { vibrate } from "./engine/phone.ts";

interface PadPrefs {
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
const DEFAULTS: PadPrefs = { hand: "right", sun: false, vibrate: true, umpire: "", laws: {} };

export const padPrefs = signal<PadPrefs>({ ...DEFAULTS, ...load<Partial<PadPrefs>>(KEY, {}) });

effect(() => {
  save(KEY, padPrefs.value);
  document.documentElement.dataset.hand = padPrefs.value.hand;
  document.documentElement.dataset.sun = String(padPrefs.value.sun);
});

export function setPadPrefs(change: Partial<PadPrefs>): void {
  padPrefs.value = { ...padPrefs.value, ...change };
}

export function noteLaw(kind: string, law: string): void {
  const key = `${kind} ${law}`;
  setPadPrefs({ laws: { ...padPrefs.value.laws, [key]: (padPrefs.value.laws[key] ?? 0) + 1 } });
}

export function lawUse(kind: string, law: string): number {
  return padPrefs.value.laws[`${kind} ${law}`] ?? 0;
}

export function buzz(what: Parameters<typeof vibrate>[0]): void {
  if (padPrefs.value.vibrate) vibrate(what);
}
