// Every page by the first word of its address; whatever else is asked for is the front page.

import type { ComponentType } from "preact";
import type { Key } from "../i18n/en.ts";

export interface PageEntry {
  readonly title: Key;
  /** A line for its link on the front page. The page of a match has none: one gets there by starting a match. */
  readonly note: Key | null;
  /** Loaded when it is asked for: the game itself stays small. */
  readonly load: () => Promise<ComponentType>;
}

export const PAGES: Readonly<Record<string, PageEntry>> = {
  play: {
    title: "play",
    note: null,
    load: () => import("../play/PlayPage.tsx").then((module) => module.PlayPage),
  },
  practice: {
    title: "practice",
    note: "practice-note",
    load: () => import("../pages/PracticePage.tsx").then((module) => module.PracticePage),
  },
  replay: {
    title: "replay",
    note: "replay-note",
    load: () => import("../pages/ReplayPage.tsx").then((module) => module.ReplayPage),
  },
  laws: {
    title: "laws",
    note: "laws-note",
    load: () => import("../pages/LawsPage.tsx").then((module) => module.LawsPage),
  },
  make: {
    title: "make",
    note: "make-note",
    load: () => import("../pages/MakePage.tsx").then((module) => module.MakePage),
  },
};

export function pageAt(name: string): PageEntry | undefined {
  return Object.hasOwn(PAGES, name) ? PAGES[name] : undefined;
}
