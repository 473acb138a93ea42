// Words in the language that the person has chosen. Urdu is written from right to left, and the page with it.

import { effect, signal } from "@preact/signals";
import { type Prefs, prefs } from "../app/prefs.ts";
import { type Catalogue, en, type Key } from "./en.ts";

export const LANGUAGES: readonly (readonly [Prefs["language"], string])[] = [
  ["en", "English"],
  ["hi", "हिन्दी"],
  ["ur", "اردو"],
];

const CATALOGUES: Readonly<Record<Prefs["language"], () => Promise<Catalogue>>> = {
  en: () => Promise.resolve(en),
  hi: () => import("./hi.ts").then(({ hi }) => hi),
  ur: () => import("./ur.ts").then(({ ur }) => ur),
};

const words = signal<Catalogue>(en);

effect(() => {
  const { language } = prefs.value;
  document.documentElement.lang = language;
  document.documentElement.dir = language === "ur" ? "rtl" : "ltr";
  void CATALOGUES[language]().then((catalogue) => {
    if (prefs.value.language === language) words.value = catalogue;
  });
});

type Values = Readonly<Record<string, string | number | boolean>>;

export function t(key: Key, values: Values = {}): string {
  return words.value[key].replace(/\{(\w+)\}/g, (_, name: string) => String(values[name] ?? ""));
}

export function isKey(key: string): key is Key {
  return Object.hasOwn(en, key);
}

/** Words for a code that the server sent; a newer server may send one that this page has no words for. */
export function wordsFor(key: string, values: Values = {}): string | null {
  return isKey(key) ? t(key, values) : null;
}
