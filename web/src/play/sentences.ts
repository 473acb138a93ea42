// The umpire's words and refusals as sentences.

import { sentences } from "../app/sentences.ts";
import { isKey, t, wordsFor } from "../i18n/i18n.ts";
import type { Word } from "./messages.ts";
import { pieces, sayOf, strokeSentence } from "./telling.ts";
import { capital, NOBODY, type Viewer, youOr } from "./viewer.ts";

/** A refusal in the page's language, if it knows the code; otherwise the server's text. */
export function refusalWords({ code, text, law }: { code?: string; text: string; law?: string | null }): string {
  const words = wordsFor(`refused-${code}`) ?? text;
  return law ? `${words} (${t("law", { law })})` : words;
}

const sentence = sentences({ t, isKey, wordsFor });

/** The umpire's sentence; the viewer is "you". */
export function sentenceOf(word: Word, viewer: Viewer = NOBODY): string {
  if (word.code === "stroke") return strokeSentence(word, viewer);
  if (word.code === "remark" && word.data.text === "server-restarted") return t("restarted");
  const { who = {} } = word;
  if (word.code === "play" && viewer.isYou(who.breaker)) return t("said-play-you");
  const data = { ...word.data };
  for (const key of Object.keys(who)) data[key] = youOr(viewer, who[key], String(data[key] ?? ""));
  if (word.code === "to-place")
    return sayOf(viewer, "said-to-place", who.by, { ...data, pieces: pieces(Number(data.count)) });
  if (word.code === "corrected" && who.to) return sayOf(viewer, "said-corrected-to", who.to, data);
  const said = sentence({ ...word, data }) + (data.target ? ` ${t("said-to-target", data)}` : "");
  return Object.values(who).some(viewer.isYou) ? capital(said) : said;
}
