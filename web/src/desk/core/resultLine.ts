// Results typed as lines: "4 25-18", "@4 a:5+q b:3", "M7 25-10 10-25 25-20 --walkover a". The first word is the match, a bare
// number its table; the others are those of the command line.

import { signal } from "@preact/signals";
import { ApiError, OfflineError } from "../../api/errors.ts";
import type { CorrectResult, GiveResult, Preview } from "../../api/wire.ts";
import { t } from "../words/words.ts";
import { noticeOf, showNotice } from "./actions.ts";
import { fetchPreview, type LateAnswer, sendAct } from "./outbox.ts";
import { tournamentId } from "./session.ts";
import { asciiDigits } from "./text.ts";

const OPTIONS: Readonly<Record<string, string>> = {
  "--break": "first_break",
  "--extra": "extra",
  "--games": "games",
  "--walkover": "walkover",
  "--law": "law",
  "--retired": "retired",
};

interface ParsedLine {
  readonly match: string;
  readonly act: GiveResult | CorrectResult;
  readonly reason: string;
}

/** Without the "/" that focuses the line, and with ASCII digits except in the reason. */
function wordsOf(text: string): string[] {
  const words = text
    .trim()
    .replace(/^\/+\s*/, "")
    .split(/\s+/);
  const reason = words.indexOf("--reason");
  return words.map((word, at) => (reason >= 0 && at > reason ? word : asciiDigits(word)));
}

/** What an incomplete line lacks, with an example; null if it is empty or complete. */
export function missingPart(text: string): { readonly what: "match" | "score"; readonly example: string } | null {
  const [first, ...rest] = wordsOf(text);
  if (!first || rest.length) return null;
  const isMatch = /^(@?|M)\d+$/i.test(first);
  return isMatch ? { what: "score", example: `${first} 25-18` } : { what: "match", example: "4 25-18" };
}

/** The act of a line; null while it only names a match. */
export function parseLine(text: string, isCorrection = false): ParsedLine | null {
  const [first, ...rest] = wordsOf(text);
  if (!first || !rest.length) return null;
  const match = /^\d+$/.test(first) ? `@${first}` : first;
  // The server checks the values.
  const act = { do: isCorrection ? "correct" : "result", match } as ParsedLine["act"] & Record<string, unknown>;
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
  return { match, act, reason };
}

export const typedLine = signal("");

interface EnteredLine {
  readonly line: string;
  readonly text: string;
  readonly problem: string;
  readonly tournament: string;
}

/** Newest first. */
const entered = signal<readonly EnteredLine[]>([]);
const ENTERED_MOST = 30;

export function enteredHere(): readonly EnteredLine[] {
  return entered.value.filter((one) => one.tournament === tournamentId());
}

export interface LinePreview {
  readonly line: string;
  readonly shown: Preview | null;
  readonly problem: string;
  /** The code of the refusal, or "unseen" if the server did not answer. */
  readonly code: string;
  /** The line meant something else before: the next Enter acknowledges that. */
  readonly isChanged?: boolean;
  /** Its warning was acknowledged with Enter: the next Enter sends it. */
  readonly isConfirmed?: boolean;
}

export async function previewLine(line: string): Promise<LinePreview> {
  const parsed = parseLine(line);
  if (!parsed) return { line, shown: null, problem: "", code: "" };
  try {
    return { line, shown: await fetchPreview(parsed.act, parsed.reason), problem: "", code: "" };
  } catch (error) {
    if (error instanceof OfflineError) return { line, shown: null, problem: "", code: "unseen" };
    const code = error instanceof ApiError ? error.code : "";
    return { line, shown: null, problem: (error as Error).message, code };
  }
}

/** Note a change of meaning: another match may have come to the table. */
export function updatedPreview(old: LinePreview | null, next: LinePreview): LinePreview {
  if (old?.line !== next.line || old.code === "unseen") return next;
  if (next.code === "unseen") return old;
  const isChanged = old.isChanged || contentOf(old) !== contentOf(next);
  return { ...next, isChanged, isConfirmed: old.isConfirmed === true && !isChanged };
}

function contentOf({ shown, problem }: LinePreview): string {
  return shown ? [...shown.said, ...shown.warnings].join() : problem;
}

/** Enter does nothing, acknowledges a change or a warning, or sends the line. */
export function onEnter(preview: LinePreview): LinePreview | "send" {
  if (preview.problem) return preview;
  if (preview.isChanged) return { ...preview, isChanged: false };
  if (preview.shown?.is_grave && !preview.isConfirmed) return { ...preview, isConfirmed: true };
  return "send";
}

export async function sendLine({ line, shown }: LinePreview): Promise<void> {
  const parsed = parseLine(line);
  if (!parsed) return;
  const tournament = tournamentId();
  const add = (text: string, problem: string): void => {
    const others = entered.value.filter((one) => one.line !== line || one.tournament !== tournament);
    entered.value = [{ line, text, problem, tournament }, ...others].slice(0, ENTERED_MOST);
  };
  try {
    const done = await sendAct(parsed.act, line, parsed.reason, shown);
    add(done ? done.said.join(" ") : t("kept-for-later"), "");
    showNotice(noticeOf(done, line));
  } catch (error) {
    add("", (error as Error).message);
    if (!typedLine.value) typedLine.value = line; // for another try
  }
}

/** Complete a line that was kept; a refused one has a banner instead. */
export function updateEntered({ queued, done, problem }: LateAnswer): void {
  const isIt = (one: EnteredLine): boolean => one.line === queued.label && one.tournament === queued.tournament;
  const text = noticeOf(done, queued.label).lines.join(" ");
  entered.value = problem
    ? entered.value.filter((one) => !isIt(one))
    : entered.value.map((one) => (isIt(one) ? { ...one, text, problem: "" } : one));
}
