// The umpire's words, strokes and refusals as sentences.

import type { Snapshot, Word } from "../api/wire.ts";
import { sentences } from "../app/sentences.ts";
import type { Key } from "../i18n/en.ts";
import { isKey, t, wordsFor } from "../i18n/i18n.ts";
import { capital, NOBODY, partyName, type Viewer, youOrName } from "./viewer.ts";

/** A refusal in the page's language, if it knows the code; otherwise the server's text. */
export function refusalWords({ code, text, law }: { code?: string; text: string; law?: string | null }): string {
  const words = wordsFor(`refused-${code}`) ?? text;
  return law ? `${words} (${t("law", { law })})` : words;
}

const sentence = sentences({ t, isKey, wordsFor });

export function sentenceOf(word: Word, viewer: Viewer = NOBODY): string {
  if (word.code === "stroke") return strokeSentence(word, viewer);
  if (word.code === "remark" && word.data.text === "server-restarted") return t("restarted");
  const { who = {} } = word;
  if (word.code === "play" && viewer.isYou(who.breaker)) return t("said-play-you");
  const data = { ...word.data };
  for (const key of Object.keys(who)) data[key] = youOrName(viewer, who[key], String(data[key] ?? ""));
  if (word.code === "to-place")
    return phraseFor(viewer, "said-to-place", who.by, { ...data, pieces: pieces(Number(data.count)) });
  if (word.code === "corrected" && who.to) return phraseFor(viewer, "said-corrected-to", who.to, data);
  const text = sentence({ ...word, data }) + (data.target ? ` ${t("said-to-target", data)}` : "");
  return Object.values(who).some(viewer.isYou) ? capital(text) : text;
}

function pieces(count: number): string {
  return count === 1 ? t("told-piece") : t("told-pieces", { count });
}

/** A sentence about a player or side, in the second person for the viewer if the catalogue has one. */
export function phraseFor(
  viewer: Viewer,
  key: Key,
  code: string | undefined,
  values: Readonly<Record<string, string | number | boolean>>,
): string {
  const toYou = `${key}-you`;
  return viewer.isYou(code) && isKey(toYou) ? t(toYou, values) : t(key, values);
}

/** A sentence about a side's `{name}`, in the plural for pairs if the catalogue has one. */
export function phraseForSide(view: Snapshot, viewer: Viewer, key: Key, party: "a" | "b"): string {
  const toYou = `${key}-you`;
  const base = viewer.isYou(party) && isKey(toYou) ? toYou : key;
  const ofTwo = `${base}-pair`;
  const isPair = view.seats.filter((one) => one.party === party).length > 1;
  return t(isPair && isKey(ofTwo) ? ofTwo : base, { name: partyName(view, party) });
}

function strokeSentence({ data, who = {} }: Word, viewer: Viewer): string {
  const name = (key: string): string => youOrName(viewer, who[key], String(data[key] ?? ""));
  const count = (key: string): number => Number(data[key] ?? 0);
  const values = { by: name("by"), other: name("other"), to: name("to") };
  const parts: string[] = [];
  const isFoul = data.striker || data.improper;
  if (data.striker) parts.push(t("told-foul-striker"));
  else if (data.improper) parts.push(t("told-foul-improper"));
  if (data.turn === "retry") return phraseFor(viewer, "told-retry", who.by, values);
  if (data.covered) parts.push(t("told-covered"));
  else if (data.queen_fell && data.pending) parts.push(t("told-queen"));
  else if (data.queen_back) parts.push(t(data.queen_fell || isFoul ? "told-queen-back" : "told-uncovered"));
  if (count("own") && !isFoul) parts.push(t("told-own", { count: count("own") }));
  if (count("opponent"))
    parts.push(phraseFor(viewer, "told-opponent", who.other, { ...values, count: count("opponent") }));
  if (!parts.length) parts.push(t(data.untouched ? "told-untouched" : "told-nothing"));
  for (const [side, party] of [
    ["back", "by"],
    ["other_back", "other"],
  ] as const) {
    const back = count(side);
    if (!back) continue;
    const placer = name(`${side}_placer`);
    const placing = phraseFor(viewer, back === 1 ? "told-placer" : "told-placers", who[`${side}_placer`], { placer });
    parts.push(phraseFor(viewer, "told-back", who[party], { by: name(party), pieces: pieces(back), placing }));
  }
  if (count("owes")) parts.push(phraseFor(viewer, "told-owes", who.by, { ...values, count: count("owes") }));
  if (count("other_owes"))
    parts.push(phraseFor(viewer, "told-owes", who.other, { by: values.other, count: count("other_owes") }));
  const why = `why-${data.lost}`;
  if (isKey(why)) parts.push(phraseFor(viewer, "told-lost", who.by, { ...values, why: t(why) }));
  if (data.turn === "continues") parts.push(phraseFor(viewer, "told-on", who.by, values));
  if (data.turn === "passes") parts.push(phraseFor(viewer, "told-to", who.to, values));
  return parts.map(capital).join(" ");
}
