// Words in the language that the person has chosen. Urdu is written from right to left, and the page with it.

import { effect, signal } from "@preact/signals";
import { prefs, type Prefs } from "../app/prefs";
import { en, type Catalogue, type Key } from "./en";

export const LANGUAGES: readonly (readonly [Prefs["language"], string])[] = [
  ["en", "English"],
  ["hi", "हिन्दी"],
  ["ur", "اردو"],
];

const words = signal<Catalogue>(en);

effect(() => {
  const { language } = prefs.value;
  document.documentElement.lang = language;
  document.documentElement.dir = language === "ur" ? "rtl" : "ltr";
  if (language === "en") words.value = en;
  else if (language === "hi") void import("./hi").then(({ hi }) => prefs.value.language === "hi" && (words.value = hi));
  else void import("./ur").then(({ ur }) => prefs.value.language === "ur" && (words.value = ur));
});



export function t(key: Key, values: Readonly<Record<string, string | number>> = {}): string {
  return words.value[key].replace(/\{(\w+)\}/g, (_, name: string) => String(values[name] ?? ""));
}
