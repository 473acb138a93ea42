// Texts of the pages beside the game; matches do not load them.

import { speech } from "../../i18n/speaking.ts";
import { en, type PageKey } from "./en.ts";

export const { t: say, wordsFor: sayFor } = speech<PageKey>(en, {
  hi: () => import("./hi.ts").then(({ hi }) => hi),
  ur: () => import("./ur.ts").then(({ ur }) => ur),
});
