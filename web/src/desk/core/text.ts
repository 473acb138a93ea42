// Text that people write: reading direction, digits of other scripts, and similar names.

const RTL_LETTER = "[\\p{Script=Arabic}\\p{Script=Hebrew}\\p{Script=Thaana}\\p{Script=Syriac}]";
const RTL_RUN = new RegExp(`${RTL_LETTER}(?:[\\p{M}\\u200c\\u200d.'’،؛؟ -]*${RTL_LETTER})*\\p{M}*`, "gu");

interface TextRun {
  readonly text: string;
  readonly isRightToLeft: boolean;
}

/** Split where the direction changes: without isolation, figures and dashes beside a right-to-left name change places. */
export function splitByDirection(sentence: string): readonly TextRun[] {
  const runs: TextRun[] = [];
  let end = 0;
  for (const run of sentence.matchAll(RTL_RUN)) {
    if (run.index > end) runs.push({ text: sentence.slice(end, run.index), isRightToLeft: false });
    runs.push({ text: run[0], isRightToLeft: true });
    end = run.index + run[0].length;
  }
  if (end < sentence.length) runs.push({ text: sentence.slice(end), isRightToLeft: false });
  return runs;
}

/** Names at even places, separators at odd ones. */
export function splitEntry(name: string): readonly string[] {
  return name.split(/( \/ | – |: )/);
}

const DIGITS = ["०१२३४५६७८९", "۰۱۲۳۴۵۶۷۸۹", "٠١٢٣٤٥٦٧٨٩"];

/** The same text with Devanagari, Urdu and Arabic digits as 0 to 9. */
export function asciiDigits(text: string): string {
  return text.replace(/[०-९۰-۹٠-٩]/g, (digit) => String(DIGITS.find((ten) => ten.includes(digit))?.indexOf(digit)));
}

/** A whole number from 0, or null. */
export function parseCount(text: string): number | null {
  const plain = asciiDigits(text).trim();
  return /^\d{1,6}$/.test(plain) ? Number(plain) : null;
}

/** The number of a match as M7, typed with or without its letter; empty if it is none. */
export function parseMatchNumber(text: string): string {
  const [, digits] = /^m?(\d+)$/i.exec(asciiDigits(text.trim())) ?? [];
  return digits ? `M${digits}` : "";
}

function bareName(name: string): string {
  return name
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim();
}

/** Whether one name may be the other misspelt: the same words, or 90 % of the letters in order. The server decides. */
export function areAlike(one: string, other: string): boolean {
  const [a, b] = [bareName(one), bareName(other)];
  if (!a || !b) return false;
  if (a.split(" ").sort().join(" ") === b.split(" ").sort().join(" ")) return true;
  return 2 * commonLetters(a, b) >= 0.9 * (a.length + b.length);
}

/** The length of the longest common subsequence. */
function commonLetters(a: string, b: string): number {
  let before = new Array<number>(b.length + 1).fill(0);
  for (const letter of a) {
    const now = [0];
    for (let at = 0; at < b.length; at++)
      now.push(letter === b[at] ? (before[at] ?? 0) + 1 : Math.max(now[at] ?? 0, before[at + 1] ?? 0));
    before = now;
  }
  return before[b.length] ?? 0;
}
