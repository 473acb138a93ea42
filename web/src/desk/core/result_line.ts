// A result as it is typed: "4 25-18", "@4 a:5+q b:3", "M7 25-10 10-25 25-20 --walkover a". The first word says which
// match, a bare number being its table; the rest are the words of the command line, which only the server reads.

import { plainDigits } from "./digits.ts";
import type { Act } from "./outbox.ts";

const OPTIONS: Readonly<Record<string, string>> = {
  "--break": "first_break",
  "--extra": "extra",
  "--games": "games",
  "--walkover": "walkover",
  "--law": "law",
  "--retired": "retired",
};

export interface TypedLine {
  readonly match: string;
  readonly act: Act;
  readonly reason: string;
}

/** The key that goes to the line may have been pressed in it. Digits are those of any of our scripts; a reason stays as it
 * was written. */
function wordsOf(text: string): string[] {
  const words = text
    .trim()
    .replace(/^\/+\s*/, "")
    .split(/\s+/);
  const reason = words.indexOf("--reason");
  return words.map((word, at) => (reason >= 0 && at > reason ? word : plainDigits(word)));
}

/** What a line lacks that is no result yet: which match it is of, or the score; with a line that would do. Null where it
 * is empty, or says all. */
export function wantedIn(text: string): { readonly what: "match" | "score"; readonly example: string } | null {
  const [first, ...rest] = wordsOf(text);
  if (!first || rest.length) return null;
  const isMatch = /^(@?|M)\d+$/i.test(first);
  return isMatch ? { what: "score", example: `${first} 25-18` } : { what: "match", example: "4 25-18" };
}

/** The act that a line means; null as long as it says no more than which match. */
export function readLine(text: string, isCorrection = false): TypedLine | null {
  const [first, ...rest] = wordsOf(text);
  if (!first || !rest.length) return null;
  const match = /^\d+$/.test(first) ? `@${first}` : first;
  const act: Record<string, unknown> = { do: isCorrection ? "correct" : "result", match };
  const words: string[] = [];
  let reason = "";
  for (let at = 0; at < rest.length; at++) {
    const word = rest[at] ?? "";
    if (word === "--reason") {
      reason = rest.slice(at + 1).join(" ");
      break;
    }
    if (word === "--provisional") {
      act.provisional = true;
      continue;
    }
    const name = OPTIONS[word];
    if (name === undefined) {
      words.push(word);
      continue;
    }
    const value = rest[++at] ?? "";
    const pair = /^(\d+)[-–:](\d+)$/.exec(value);
    act[name] = pair ? [Number(pair[1]), Number(pair[2])] : value;
  }
  if (words.length) act.words = words;
  return { match, act: act as Act, reason };
}
