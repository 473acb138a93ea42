// The umpire's sentences: what happened in the page's words, what follows from it in those of the laws' catalogue.

import { isKey, t, wordsFor } from "../i18n/i18n.ts";
import type { Word } from "./messages.ts";

/** A refusal in the page's words where it has some for the code, in the server's otherwise. */
export function refusalWords({ code, text, law }: { code?: string; text: string; law?: string | null }): string {
  const words = wordsFor(`refused-${code}`) ?? text;
  return law ? `${words} (${t("law", { law })})` : words;
}

/** Figures that ask for a sentence of their own, where the catalogue has one. */
const FLAGS = ["slam", "late", "carried", "reason"] as const;

export function sentenceOf(word: Word): string {
  if (word.code === "ruling") return `${whatFell(word.data)} ${word.text ?? ""}`.trim();
  if (word.code === "remark")
    return word.data.text === "server-restarted" ? t("restarted") : String(word.data.text ?? "");
  if (word.code === "hand") return word.text ?? "";
  const { slam } = word.data;
  const data = slam ? { ...word.data, slam: wordsFor(String(slam)) ?? slam } : word.data;
  const flag = FLAGS.find((name) => data[name] && isKey(`said-${word.code}-${name}`));
  return wordsFor(flag ? `said-${word.code}-${flag}` : `said-${word.code}`, data) ?? word.code;
}

/** What fell, before what the laws make of it. */
function whatFell(data: Word["data"]): string {
  const count = (key: string): number => Number(data[key] ?? 0);
  const parts: string[] = [];
  if (data.touched === false) parts.push(t("ruled-untouched"));
  const fell: string[] = [];
  if (count("own")) fell.push(t("ruled-own", { count: count("own") }));
  if (count("opponent")) fell.push(t("ruled-opponent", { count: count("opponent") }));
  if (data.queen_fell) fell.push(t("queen"));
  if (data.striker) fell.push(t("ruled-striker"));
  if (fell.length) parts.push(t("fell", { what: fell.join(", ") }));
  return parts.map((part) => `${part}.`).join(" ");
}
