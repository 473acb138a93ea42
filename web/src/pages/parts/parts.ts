// Names and limits of a board's parts in the page's language. English comes from the server.

import { effect, signal } from "@preact/signals";
import type { FindingRow } from "../../api/wire.ts";
import { prefs } from "../../prefs.ts";
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

/** The limits: the server's figures in our words. */
export function admitted(row: FindingRow): string {
  const { unit, least, most } = row;
  if (unit === undefined) return row.admitted === "yes" || row.admitted === "no" ? say(row.admitted) : say("no-metal");
  const sized = (size: number): string => (unit === "°" ? `${size}°` : `${size} ${unitName(row)}`);
  if (typeof most !== "number") return say("at-least", { size: sized(least ?? 0) });
  if (typeof least !== "number") return say("at-most", { size: sized(most) });
  if (least === most) return say("exactly", { size: least });
  return row.admitted.replace(unit, unitName(row));
}

/** The likely mistake: people measure in centimetres. */
export function advice(row: FindingRow): string {
  return row.hint ? say("in-centimetres", { size: String(row.measured[0]) }) : "";
}

/** Every value outside the limits: which one, and by how much. */
export function outOf(row: FindingRow): readonly string[] {
  const { measured, least, most } = row;
  if (row.verdict !== "fail" || row.hint) return [];
  return measured.flatMap((value, at) => {
    if (typeof value !== "number") return [];
    const over = typeof most === "number" && value > most ? value - most : 0;
    const under = typeof least === "number" && value < least ? least - value : 0;
    if (!over && !under) return [];
    const words = { size: rounded(value), by: `${rounded(over || under)} ${unitName(row)}` };
    const said = over ? say("too-large", words) : say("too-small", words);
    return [measured.length > 1 ? say("which-of", { n: at + 1, count: measured.length, said }) : said];
  });
}

function rounded(size: number): string {
  return String(Math.round(size * 1e4) / 1e4);
}

/** The server's advice in the page's language, if it has one. */
export function remedy(row: FindingRow): string {
  return names.value[row.key] === undefined ? row.remedy : "";
}
