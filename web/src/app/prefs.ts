// What this person likes, kept in this browser only.

import { effect, signal } from "@preact/signals";

export interface Prefs {
  language: "en" | "hi" | "ur";
  sound: boolean;
  powder: boolean;
  /** Turn the board to whoever plays at this screen. */
  turning: boolean;
  speed: number;
  name: string;
}

const DEFAULTS: Prefs = { language: guess(), sound: true, powder: false, turning: true, speed: 1, name: "" };

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

export const prefs = signal<Prefs>({ ...DEFAULTS, ...recall<Partial<Prefs>>("carrom.prefs", {}) });
effect(() => keep("carrom.prefs", prefs.value));

export function prefer(change: Partial<Prefs>): void {
  prefs.value = { ...prefs.value, ...change };
}
