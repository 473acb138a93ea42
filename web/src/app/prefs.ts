// What this person likes, kept in this browser only.

import { signal } from "@preact/signals";

export interface Prefs {
  language: "en" | "hi" | "ur";
  sound: boolean;
  powder: boolean;
  /** Turn the board to whoever plays at this screen. */
  turning: boolean;
  speed: number;
  /** How long a computer's pauses are, in multiples of the usual; 0: none. */
  pace: number;
  /** Paper rains when one wins. */
  celebrate: boolean;
  name: string;
  /** Who plays at the same screen. */
  friend: string;
  /** Hear no polite words. */
  quiet: boolean;
  /** How one aims, and how much of the way is shown. */
  aiming: "auto" | "fine" | "quick";
  assist: "full" | "short" | "none";
  /** How board, pieces and striker look, by their names. */
  board: string;
  pieces: string;
  striker: string;
  /** The aim in numbers stands beside it. */
  numbers: boolean;
}

const DEFAULTS: Prefs = {
  language: guess(),
  sound: true,
  powder: false,
  turning: true,
  speed: 1,
  pace: 1,
  celebrate: true,
  name: "",
  friend: "",
  quiet: false,
  aiming: "auto",
  assist: "full",
  board: "maple",
  pieces: "club",
  striker: "blue",
  numbers: false,
};

function guess(): Prefs["language"] {
  const wished = (navigator.language || "en").slice(0, 2);
  return wished === "hi" || wished === "ur" ? wished : "en";
}

export function recall<T>(key: string, fallback: T): T {
  try {
    const text = localStorage.getItem(key);
    return text === null ? fallback : (JSON.parse(text) as T);
  } catch {
    return fallback;
  }
}

export function keep(key: string, value: unknown): void {
  try {
    localStorage.setItem(key, JSON.stringify(value));
  } catch {
    // A browser that keeps nothing still plays.
  }
}

const KEY = "carrom.prefs";

export const prefs = signal<Prefs>({ ...DEFAULTS, ...recall<Partial<Prefs>>(KEY, {}) });

/** What another tab has kept meanwhile counts here too. */
function renew(change: Partial<Prefs> = {}): void {
  prefs.value = { ...prefs.value, ...recall<Partial<Prefs>>(KEY, {}), ...change };
}

export function prefer(change: Partial<Prefs>): void {
  renew(change);
  keep(KEY, prefs.value);
}

globalThis.addEventListener?.("storage", ({ key }) => {
  if (key === KEY) renew();
});

const LOOKS_BLANK = /[\s\u115f\u1160\u2800\u3164\uffa0]/gu;

/** A name as it was typed, if there is something in it that can be read; the server asks the same. */
export function readable(name: string): string {
  return /[\p{L}\p{N}\p{P}\p{S}]/u.test(name.replace(LOOKS_BLANK, "")) ? name.trim() : "";
}

/** What this person wants to be called; empty: not known yet. */
export function ownName(): string {
  return readable(prefs.value.name);
}
