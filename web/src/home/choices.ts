// What can be chosen for a match, asked for once.

import { signal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { get } from "../app/api.ts";
import { prefs } from "../app/prefs.ts";
import type { Choices } from "../wire.ts";

const known = signal<{ language: string; choices: Choices } | null>(null);

/** Null until they have come; without a server there are none. */
export function useChoices(): Choices | null {
  const { language } = prefs.value;
  useEffect(() => {
    if (known.value?.language !== language)
      get("/api/choices").then(
        (choices) => {
          known.value = { language, choices };
        },
        () => undefined,
      );
  }, [language]);
  return known.value?.choices ?? null;
}
