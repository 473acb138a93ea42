// The umpire's sentences: facts in the page's words, consequences in those of the laws' catalogue.

import type { MatchWords } from "../i18n/match/en.ts";
import { listed, type Speech } from "../i18n/speaking.ts";

/** A code with values; `text` if the sentence comes from the laws' catalogue. */
export interface UmpireWord {
  readonly code: string;
  readonly laws: readonly string[];
  readonly text?: string | null;
  readonly data: Readonly<Record<string, string | number | boolean>>;
}

/** Speech of an app that includes the match catalogue. */
interface MatchSpeech extends Pick<Speech<keyof MatchWords>, "t" | "wordsFor"> {
  readonly isKey: (key: string) => boolean;
}

/** Values that select a variant of a sentence, if the catalogue has one. */
const FLAGS = ["covered", "queen-slam", "slam", "late", "carried", "reason", "extra", "one", "queen"] as const;

function upper(text: string): string {
  return text.charAt(0).toLocaleUpperCase() + text.slice(1);
}

export function sentences({ t, isKey, wordsFor }: MatchSpeech): (word: UmpireWord) => string {
  /** What was pocketed. */
  function whatFell(data: UmpireWord["data"]): string {
    const count = (key: string): number => Number(data[key] ?? 0);
    const parts: string[] = [];
    // Where colours are known, the engine has counted the coins.
    const coins = typeof data.coins === "string" ? data.coins : null;
    if (data.touched === false) parts.push(t("ruled-untouched"));
    const fell: string[] = [];
    if (coins) fell.push(coins);
    else if (coins === null && count("own")) fell.push(t("ruled-own", { count: count("own") }));
    if (coins === null && count("opponent")) fell.push(t("ruled-opponent", { count: count("opponent") }));
    if (data.queen_fell) fell.push(t("queen"));
    if (data.striker) fell.push(t("ruled-striker"));
    if (fell.length) parts.push(coins === null ? t("fell", { what: listed(fell) }) : `${upper(listed(fell))}.`);
    return parts.join(" ");
  }

  return (word) => {
    if (word.code === "ruling") return `${whatFell(word.data)} ${word.text ?? ""}`.trim();
    if (word.code === "remark") return String(word.data.text ?? "");
    if (word.code === "hand") return word.text ?? "";
    const { slam } = word.data;
    const one = word.data.points === 1;
    const data: Record<string, string | number | boolean> = {
      ...word.data,
      one,
      "queen-slam": Boolean(slam && word.data.queen),
      ...(slam && { slam: wordsFor(String(slam)) ?? slam }),
    };
    const flag = FLAGS.find((name) => data[name] && isKey(`said-${word.code}-${name}`));
    return wordsFor(flag ? `said-${word.code}-${flag}` : `said-${word.code}`, data) ?? word.code;
  };
}
