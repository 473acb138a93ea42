// Secrets of role links, each for one tournament, kept in this browser only. Who has an account needs none: the session
// is a cookie that no script reads.

import { signal } from "@preact/signals";
import { keep, recall } from "../../app/prefs.ts";

const KEPT = "carrom.desk.links";
export const links = signal<Readonly<Record<string, string>>>(recall(KEPT, {}));

export function holdLink(tournament: string, secret: string | null): void {
  // As all tabs have left it: another one may have opened a link of another tournament meanwhile.
  const { [tournament]: _, ...others } = recall(KEPT, links.value);
  links.value = secret === null ? others : { ...others, [tournament]: secret };
  keep(KEPT, links.value);
}

/** The secret with which a tournament is asked, if it was opened by a link. */
export function bearerFor(tournament: string | null): string | null {
  return tournament === null ? null : (links.value[tournament] ?? null);
}
