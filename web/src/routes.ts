// All pages by the first word of their address. The server lists the words too (carrom/server/routes/pages.py).

import type { ComponentType } from "preact";
import type { Key } from "./i18n/en.ts";

interface PageEntry {
  readonly title: Key;
  /** A line for the front page's link; null for pages reached otherwise. */
  readonly note: Key | null;
  /** Loaded on demand. */
  readonly load: () => Promise<ComponentType>;
}

export const PAGES: Readonly<Record<string, PageEntry>> = {
  play: {
    title: "play",
    note: null,
    load: () => import("./play/PlayPage.tsx").then((module) => module.PlayPage),
  },
  lobby: {
    title: "lobby",
    note: null,
    load: () => import("./lobby/LobbyPage.tsx").then((module) => module.LobbyPage),
  },
  games: {
    title: "games",
    note: "games-note",
    load: () => import("./games/GamesPage.tsx").then((module) => module.GamesPage),
  },
  learn: {
    title: "learn",
    note: "learn-note",
    load: () => import("./pages/LessonPage.tsx").then((module) => module.LessonPage),
  },
  puzzles: {
    title: "puzzles",
    note: "puzzles-note",
    load: () => import("./pages/PuzzlePage.tsx").then((module) => module.PuzzlePage),
  },
  rules: {
    title: "rules",
    note: null,
    load: () => import("./pages/RulesPage.tsx").then((module) => module.RulesPage),
  },
  practice: {
    title: "practice",
    note: "practice-note",
    load: () => import("./pages/PracticePage.tsx").then((module) => module.PracticePage),
  },
  replay: {
    title: "replay",
    note: "replay-note",
    load: () => import("./pages/ReplayPage.tsx").then((module) => module.ReplayPage),
  },
  laws: {
    title: "laws",
    note: "laws-note",
    load: () => import("./pages/LawsPage.tsx").then((module) => module.LawsPage),
  },
  make: {
    title: "make",
    note: "make-note",
    load: () => import("./pages/MakePage.tsx").then((module) => module.MakePage),
  },
};

export function pageAt(name: string): PageEntry | undefined {
  return Object.hasOwn(PAGES, name) ? PAGES[name] : undefined;
}
