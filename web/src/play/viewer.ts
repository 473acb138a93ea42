// Who is "you" on this screen; everyone else is named.

import { t } from "../i18n/i18n.ts";
import type { PlayerName } from "./messages.ts";

export interface Viewer {
  /** Whether this player (`a1`) or side (`a`) is the viewer. */
  readonly isYou: (code: string | undefined) => boolean;
}

export const NOBODY: Viewer = { isYou: () => false };

/** Two partners at one screen are "you" only as a side; opponents at one screen are named. */
export function viewerOf(mine: readonly PlayerName[]): Viewer {
  const parties = new Set(mine.map((player) => player[0]));
  const you = new Set<string>([
    ...(mine.length === 1 ? mine : []),
    ...(parties.size === 1 ? [...parties] : []),
  ] as string[]);
  return { isYou: (code) => code !== undefined && you.has(code) };
}

/** Whether this is the partner of the only player here. */
export function isPartner(
  one: { readonly player: PlayerName; readonly party: "a" | "b" },
  mine: readonly PlayerName[],
): boolean {
  return mine.length === 1 && mine[0] !== one.player && mine[0]?.[0] === one.party;
}

/** Capitalise a sentence, also where it starts with a name. */
export function capital(text: string): string {
  return text.charAt(0).toLocaleUpperCase() + text.slice(1);
}

export function youOr(viewer: Viewer, code: string | undefined, name: string): string {
  return viewer.isYou(code) ? t("you-word") : name;
}
