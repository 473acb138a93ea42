import { en, type Key } from "./en.ts";
import { speech } from "./speaking.ts";

export { LANGUAGES } from "./speaking.ts";

export const { t, isKey, wordsFor } = speech<Key>(en, {
  hi: () => import("./hi.ts").then(({ hi }) => hi),
  ur: () => import("./ur.ts").then(({ ur }) => ur),
});
