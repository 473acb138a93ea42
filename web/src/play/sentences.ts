// What the umpire says and what he refuses, in the words of this page.

import { sentences } from "../app/sentences.ts";
import { isKey, t, wordsFor } from "../i18n/i18n.ts";
import type { Word } from "./messages.ts";

/** A refusal in the page's words where it has some for the code, in the server's otherwise. */
export function refusalWords({ code, text, law }: { code?: string; text: string; law?: string | null }): string {
  const words = wordsFor(`refused-${code}`) ?? text;
  return law ? `${words} (${t("law", { law })})` : words;
}

const sentence = sentences({ t, isKey, wordsFor });

export function sentenceOf(word: Word): string {
  return word.code === "remark" && word.data.text === "server-restarted" ? t("restarted") : sentence(word);
}
