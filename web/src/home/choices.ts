// Options for a new match, fetched once.

import { signal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { get } from "../app/api.ts";
import { prefs } from "../app/prefs.ts";
import type { MatchOptions } from "../wire.ts";

const known = signal<{ readonly language: string; readonly choices: MatchOptions } | null>(null);

let asked: { readonly language: string; readonly come: Promise<MatchOptions> } | null = null;

/** Fetched on first use; a failure is retried at the next. */
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

/** Null while loading, and without a server. */
export function useChoices(): MatchOptions | null {
  const { language } = prefs.value;
  useEffect(() => void comingChoices().catch(() => undefined), [language]);
  return known.value?.choices ?? null;
}
