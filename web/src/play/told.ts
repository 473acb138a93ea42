// The umpire's sentences for what happened, where the laws' own catalogue has none.

import { en, type Key } from "../i18n/en";
import { t } from "../i18n/i18n";
import type { Word } from "./messages";

export function told(word: Word): string {
  if (word.code === "ruling") return ruling(word.data);
  if (word.code === "remark") return word.data["text"] === "server-restarted" ? t("restarted") : String(word.data["text"] ?? "");
  const key = `said-${word.code}`;
  return key in en ? t(key as Key, word.data as Record<string, string | number>) : word.code;
}

function ruling(data: Word["data"]): string {
  const count = (key: string): number => Number(data[key] ?? 0);
  const parts: string[] = [];
  if (data["touched"] === false) parts.push(t("ruled-untouched"));
  const fell: string[] = [];
  if (count("own")) fell.push(t("ruled-own", { count: count("own") }));
  if (count("opponent")) fell.push(t("ruled-opponent", { count: count("opponent") }));
  if (data["queen_fell"]) fell.push(t("queen"));
  if (data["striker"]) fell.push(t("ruled-striker"));
  if (fell.length) parts.push(t("fell", { what: fell.join(", ") }));
  if (count("returned")) parts.push(t("ruled-returned", { count: count("returned") }));
  if (data["queen_returned"]) parts.push(t("ruled-queen-returns"));
  if (data["queen"] === "pending") parts.push(t("queen-pending"));
  if (count("due")) parts.push(t("ruled-due"));
  if (count("penalty")) parts.push(t("ruled-penalty"));
  if (data["turn"] !== "over") parts.push(t(`ruled-${data["turn"] as "continues" | "passes" | "retry"}`));
  return parts.map((part) => `${part}.`).join(" ");
}
