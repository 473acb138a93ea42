// What a part of a board is called, and what the law admits for it, in the language of the page. In English the server
// says the names of parts, as the Laws have them.

import { effect, signal } from "@preact/signals";
import { prefs } from "../../app/prefs.ts";
import type { FindingRow } from "../../wire.ts";
import { say } from "../words/words.ts";

const OTHERS = {
  en: () => Promise.resolve({}),
  hi: () => import("./hi.ts").then(({ hi }) => hi),
  ur: () => import("./ur.ts").then(({ ur }) => ur),
} as const;

const names = signal<Readonly<Record<string, string>>>({});
effect(() => {
  const { language } = prefs.value;
  void OTHERS[language]().then((found) => {
    if (prefs.value.language === language) names.value = found;
  });
});

export function partName(row: FindingRow): string {
  return names.value[row.key] ?? row.name;
}

export function unitName(row: FindingRow): string {
  return names.value[`unit.${row.unit}`] ?? row.unit ?? "";
}

/** What may be measured there: the server's figures, our words around them. */
export function admitted(row: FindingRow): string {
  const { unit, least, most } = row;
  if (unit === undefined) return row.admitted === "yes" || row.admitted === "no" ? say(row.admitted) : say("no-metal");
  const sized = (size: number): string => (unit === "°" ? `${size}°` : `${size} ${unitName(row)}`);
  if (typeof most !== "number") return say("at-least", { size: sized(least ?? 0) });
  if (typeof least !== "number") return say("at-most", { size: sized(most) });
  if (least === most) return say("exactly", { size: least });
  return row.admitted.replace(unit, unitName(row));
}

/** A guess at what went wrong: people measure in centimetres. */
export function advice(row: FindingRow): string {
  return row.hint ? say("in-centimetres", { size: String(row.measured[0]) }) : "";
}
