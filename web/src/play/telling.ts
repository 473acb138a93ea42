// A stroke in a sentence or two: what was pocketed, what comes back, whose turn it is.

import type { Key } from "../i18n/en.ts";
import { isKey, t } from "../i18n/i18n.ts";
import type { Snapshot, Word } from "./messages.ts";
import { partyName } from "./names.ts";
import { capital, type Viewer, youOr } from "./viewer.ts";

export function pieces(count: number): string {
  return count === 1 ? t("told-piece") : t("told-pieces", { count });
}

/** A sentence about a player or side, in the second person for the viewer if the catalogue has one. */
export function sayOf(
  viewer: Viewer,
  key: Key,
  code: string | undefined,
  values: Readonly<Record<string, string | number | boolean>>,
): string {
  const toYou = `${key}-you`;
  return viewer.isYou(code) && isKey(toYou) ? t(toYou, values) : t(key, values);
}

/** A sentence about a side's `{name}`, in the plural for pairs if the catalogue has one. */
export function saySide(view: Snapshot, viewer: Viewer, key: Key, party: "a" | "b"): string {
  const toYou = `${key}-you`;
  const said = viewer.isYou(party) && isKey(toYou) ? toYou : key;
  const ofTwo = `${said}-pair`;
  const isPair = view.seats.filter((one) => one.party === party).length > 1;
  return t(isPair && isKey(ofTwo) ? ofTwo : said, { name: partyName(view, party) });
}

export function strokeSentence({ data, who = {} }: Word, viewer: Viewer): string {
  const name = (key: string): string => youOr(viewer, who[key], String(data[key] ?? ""));
  const count = (key: string): number => Number(data[key] ?? 0);
  const values = { by: name("by"), other: name("other"), to: name("to") };
  const said: string[] = [];
  const isFoul = data.striker || data.improper;
  if (data.striker) said.push(t("told-foul-striker"));
  else if (data.improper) said.push(t("told-foul-improper"));
  if (data.turn === "retry") return sayOf(viewer, "told-retry", who.by, values);
  if (data.covered) said.push(t("told-covered"));
  else if (data.queen_fell && data.pending) said.push(t("told-queen"));
  else if (data.queen_back) said.push(t(data.queen_fell || isFoul ? "told-queen-back" : "told-uncovered"));
  if (count("own") && !isFoul) said.push(t("told-own", { count: count("own") }));
  if (count("opponent")) said.push(sayOf(viewer, "told-opponent", who.other, { ...values, count: count("opponent") }));
  if (!said.length) said.push(t(data.untouched ? "told-untouched" : "told-nothing"));
  for (const [side, party] of [
    ["back", "by"],
    ["other_back", "other"],
  ] as const) {
    const back = count(side);
    if (!back) continue;
    const placer = name(`${side}_placer`);
    const placing = sayOf(viewer, back === 1 ? "told-placer" : "told-placers", who[`${side}_placer`], { placer });
    said.push(sayOf(viewer, "told-back", who[party], { by: name(party), pieces: pieces(back), placing }));
  }
  if (count("owes")) said.push(sayOf(viewer, "told-owes", who.by, { ...values, count: count("owes") }));
  if (count("other_owes"))
    said.push(sayOf(viewer, "told-owes", who.other, { by: values.other, count: count("other_owes") }));
  const why = `why-${data.lost}`;
  if (isKey(why)) said.push(sayOf(viewer, "told-lost", who.by, { ...values, why: t(why) }));
  if (data.turn === "continues") said.push(sayOf(viewer, "told-on", who.by, values));
  if (data.turn === "passes") said.push(sayOf(viewer, "told-to", who.to, values));
  return said.map(capital).join(" ");
}
