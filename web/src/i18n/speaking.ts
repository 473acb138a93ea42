// Catalogues in the chosen language. Each app (game, pad, desk) has its own, loaded with it.

import { effect, signal } from "@preact/signals";
import { type Prefs, prefs } from "../prefs.ts";

export const LANGUAGES: readonly (readonly [Prefs["language"], string])[] = [
  ["en", "English"],
  ["hi", "हिन्दी (Hindi)"],
  ["ur", "اردو (Urdu)"],
];

type Values = Readonly<Record<string, string | number | boolean>>;
export type Words<K extends string> = Readonly<Record<K, string>>;

export interface Speech<K extends string> {
  t: (key: K, values?: Values) => string;
  isKey: (key: string) => key is K;
  /** Words for a code from elsewhere, which may be unknown here. */
  wordsFor: (key: string, values?: Values) => string | null;
}

// Urdu is written from right to left.
effect(() => {
  const { language } = prefs.value;
  document.documentElement.lang = language;
  document.documentElement.dir = language === "ur" ? "rtl" : "ltr";
});

/** A list with the language's comma. */
export function listed(things: readonly string[]): string {
  return new Intl.ListFormat(prefs.value.language, { style: "narrow" }).format(things);
}

const coming: Promise<unknown>[] = [];

/** Resolves when all requested catalogues have loaded; where one fails, its texts stay English. */
export async function wordsAreThere(): Promise<void> {
  await Promise.allSettled(coming);
}

export function speech<K extends string>(
  en: Words<K>,
  others: Readonly<Record<Exclude<Prefs["language"], "en">, () => Promise<Words<K>>>>,
): Speech<K> {
  const words = signal(en);
  effect(() => {
    const { language } = prefs.value;
    if (language === "en") {
      words.value = en;
      return;
    }
    const loading = others[language]().then((catalogue) => {
      if (prefs.value.language === language) words.value = catalogue;
    });
    coming.push(loading);
  });

  function t(key: K, values: Values = {}): string {
    return words.value[key].replace(/\{(\w+)\}/g, (_, name: string) => String(values[name] ?? ""));
  }

  function isKey(key: string): key is K {
    return Object.hasOwn(en, key);
  }

  return { t, isKey, wordsFor: (key, values = {}) => (isKey(key) ? t(key, values) : null) };
}
