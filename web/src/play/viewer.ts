// Who "you" is at this screen: names are for everybody else.

import { t } from "../i18n/i18n.ts";
import type { PlayerName } from "./messages.ts";

export interface Viewer {
  /** Whether this player (`a1`) or party (`a`) is the one person, or the one side, at this screen. */
  readonly isYou: (code: string | undefined) => boolean;
}

export const NOBODY: Viewer = { isYou: () => false };

/** Two of one side are "you" as a side only; where both sides share a screen, names tell them apart. */
export function viewerOf(mine: readonly PlayerName[]): Viewer {
  const parties = new Set(mine.map((player) => player[0]));
  const you = new Set<string>([
    ...(mine.length === 1 ? mine : []),
    ...(parties.size === 1 ? [...parties] : []),
  ] as string[]);
  return { isYou: (code) => code !== undefined && you.has(code) };
}

/** Whether this is the one who plays with the only person of this screen. */
export function isPartner(
  one: { readonly player: PlayerName; readonly party: "a" | "b" },
  mine: readonly PlayerName[],
): boolean {
  return mine.length === 1 && mine[0] !== one.player && mine[0]?.[0] === one.party;
}

/** Sentences begin with a capital letter, also where a person's word stands first. */
export function capital(text: string): string {
  return text.charAt(0).toLocaleUpperCase() + text.slice(1);
}

export function youOr(viewer: Viewer, code: string | undefined, name: string): string {
  return viewer.isYou(code) ? t("you-word") : name;
}
