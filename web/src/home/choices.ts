// What can be chosen for a match, asked for once.

import { signal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { get } from "../app/api.ts";
import { prefs } from "../app/prefs.ts";
import type { Choices } from "../wire.ts";

const known = signal<{ readonly language: string; readonly choices: Choices } | null>(null);

let asked: { readonly language: string; readonly come: Promise<Choices> } | null = null;

/** They are asked for once, by whoever needs them first; what failed is asked for again. */
export function comingChoices(): Promise<Choices> {
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
export function useChoices(): Choices | null {
  const { language } = prefs.value;
  useEffect(() => void comingChoices().catch(() => undefined), [language]);
  return known.value?.choices ?? null;
}
