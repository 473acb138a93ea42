// Choices and events in words.

import type { ChoiceView, EventView, PadView } from "../../api/pad.ts";
import { sentences, type UmpireWord } from "../../app/sentences.ts";
import { listed } from "../../i18n/speaking.ts";
import type { Act } from "../engine/questions.ts";
import { isKey, t, wordsFor } from "../words/words.ts";

export const sentenceOf: (word: UmpireWord) => string = sentences({ t, isKey, wordsFor });

export function choiceWords(choice: ChoiceView, names: PadView["names"]): string {
  const data: Record<string, string> = { who: choice.who ? (names[choice.who] ?? "") : "" };
  if (choice.count !== null) data.count = String(choice.count);
  for (const [key, value] of Object.entries(choice.data))
    data[key] = names[value] ?? wordsFor(`seat-${value}`) ?? value;
  return (choice.label && wordsFor(`choice-${choice.label}`, data)) || kindWords(String(choice.act.kind));
}

export function kindWords(kind: string): string {
  return wordsFor(`kind-${kind}`) ?? kind;
}

export function refusalWords(refusal: { code: string; text: string }): string {
  return wordsFor(`refused-${refusal.code}`) ?? refusal.text;
}

/** An event on one line: who did what. */
export function eventWords(fact: EventView, names: PadView["names"]): string {
  const { act } = fact;
  const who = fact.by ?? whoOf(act);
  const what = fact.kind === "stroke" ? strokeWords(act) : [kindWords(fact.kind), lawOf(act)].filter(Boolean).join(" ");
  return who && names[who] ? `${names[who]}: ${what}` : what;
}

export function strokeWords(act: Act): string {
  const parts: string[] = [];
  if (act.own) parts.push(t("ruled-own", { count: Number(act.own) }));
  if (act.opponent) parts.push(t("ruled-opponent", { count: Number(act.opponent) }));
  if (act.queen) parts.push(t("queen"));
  if (act.striker) parts.push(t("ruled-striker"));
  if (act.touched === false) parts.push(t("untouched"));
  if (parts.length === 0) parts.push(t("nothing"));
  if (act.proper === false) parts.push(act.law ? t("improper-by", { law: String(act.law) }) : t("improper"));
  return listed(parts);
}

function whoOf(act: Act): string | null {
  const found = [act.player, act.party, act.who, act.winner, act.by].find((one) => typeof one === "string");
  return (found as string | undefined) ?? null;
}

function lawOf(act: Act): string {
  return typeof act.law === "string" && act.law ? `(${act.law})` : "";
}

export function clockText(seconds: number): string {
  const whole = Math.max(0, Math.ceil(seconds));
  return whole < 60 ? String(whole) : `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, "0")}`;
}

export function roundWords(stage: string): string {
  const early = /^round-of-(\d+)$/.exec(stage);
  return early ? t("round-of", { count: Number(early[1]) }) : (wordsFor(`round-${stage}`) ?? stage);
}
