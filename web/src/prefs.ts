// Preferences, stored in this browser.

import { signal } from "@preact/signals";

export interface Prefs {
  language: "en" | "hi" | "ur";
  sound: boolean;
  powder: boolean;
  /** Turn the board to the player in turn on this screen. */
  turning: boolean;
  speed: number;
  /** Factor for computers' pauses; 0 for none. */
  pace: number;
  /** Confetti after a win. */
  celebrate: boolean;
  name: string;
  /** Name of the opponent at the same screen. */
  friend: string;
  /** Mute phrases. */
  quiet: boolean;
  /** Aiming mode, and how much of the stroke's path is shown. */
  aiming: "auto" | "fine" | "quick";
  assist: "full" | "short" | "none";
  /** Look of board, pieces and striker, by name. */
  board: string;
  pieces: string;
  striker: string;
  /** Show the aim in numbers. */
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

export function load<T>(key: string, fallback: T): T {
  try {
    const text = localStorage.getItem(key);
    return text === null ? fallback : (JSON.parse(text) as T);
  } catch {
    return fallback;
  }
}

export function save(key: string, value: unknown): void {
  try {
    localStorage.setItem(key, JSON.stringify(value));
  } catch {
    // Storage may be blocked; play works without.
  }
}

const KEY = "carrom.prefs";

export const prefs = signal<Prefs>({ ...DEFAULTS, ...load<Partial<Prefs>>(KEY, {}) });

/** Include what another tab has saved meanwhile. */
function renew(change: Partial<Prefs> = {}): void {
  prefs.value = { ...prefs.value, ...load<Partial<Prefs>>(KEY, {}), ...change };
}

export function setPrefs(change: Partial<Prefs>): void {
  renew(change);
  save(KEY, prefs.value);
}

globalThis.addEventListener?.("storage", ({ key }) => {
  if (key === KEY) renew();
});

const LOOKS_BLANK = /[\s\u115f\u1160\u2800\u3164\uffa0]/gu;

/** A trimmed name, if it has visible characters; the server checks the same. */
export function visibleName(name: string): string {
  return /[\p{L}\p{N}\p{P}\p{S}]/u.test(name.replace(LOOKS_BLANK, "")) ? name.trim() : "";
}

/** The user's name; empty if unknown. */
export function ownName(): string {
  return visibleName(prefs.value.name);
}
