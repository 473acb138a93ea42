// What can be chosen for a match, asked for once.

import { signal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { get } from "../app/api.ts";
import { prefs } from "../app/prefs.ts";
import type { MatchOptions } from "../wire.ts";

const known = signal<{ readonly language: string; readonly choices: MatchOptions } | null>(null);

let asked: { readonly language: string; readonly come: Promise<MatchOptions> } | null = null;

/** They are asked for once, by whoever needs them first; what failed is asked for again. */
export function comingChoices(): Promise<MatchOptions> {
  const { language } = prefs.value;
  if (asked?.language === language) return asked.come;
  const come = get("/api/choices");
  asked = { language, come };
  come.then(
    (choices) => (known.value = { language, choices }),
    () => (asked = null),
  );
  return come;
}

/** Null until they have come; without a server there are none. */
export function useChoices(): MatchOptions | null {
  const { language } = prefs.value;
  useEffect(() => void comingChoices().catch(() => undefined), [language]);
  return known.value?.choices ?? null;
}
