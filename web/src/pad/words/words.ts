import { speech } from "../../i18n/speaking.ts";
import { en, type Key } from "./en.ts";

export const { t, isKey, wordsFor } = speech<Key>(en, {
  hi: () => import("./hi.ts").then(({ hi }) => hi),
  ur: () => import("./ur.ts").then(({ ur }) => ur),
});
