// Doing an act from a button: where a reason is wanted it is asked for, where something would be lost it is shown first
// and asked a second time, and a refusal is said where somebody looks.

import { effect, signal, untracked } from "@preact/signals";
import type { Preview } from "../../wire.ts";
import { t } from "../words/words.ts";
import { DeskRefusal, NoAnswer } from "./ask.ts";
import { type Act, foresee, nameElsewhere, sayingOf, send, settledLater } from "./outbox.ts";
import { heard } from "./tournament.ts";

export interface Wish {
  readonly act: Act;
  /** What the button says: the title of the question, and the name of the act while it waits. */
  readonly label: string;
  /** Show what it would change before it is done. */
  readonly shows?: boolean;
  /** Ask for a reason before anything else. */
  readonly asksReason?: boolean;
  /** Reasons that are often given. */
  readonly reasons?: readonly string[];
  readonly done?: () => void;
}

export interface Question extends Wish {
  readonly needsReason: boolean;
  readonly reason: string;
  readonly foreseen: Preview | null;
  readonly problem: string;
  /** It cannot be, whatever reason is given. */
  readonly isFinal?: boolean;
  /** The server did not answer: what it would change cannot be shown now. */
  readonly isUnseen?: boolean;
}

export interface Told {
  readonly kind: "done" | "kept" | "refused";
  readonly lines: readonly string[];
  /** So many of them are shown however many there are. */
  readonly whole?: number;
}

/** The question that stands on the screen, if one does. */
export const question = signal<Question | null>(null);
/** What was said last; the line at the foot of the page shows it. */
export const told = signal<Told | null>(null);
effect(() => {
  const late = settledLater.value;
  // What was refused stands above, until somebody has seen it.
  if (!late) return;
  const lines = late.lines.length ? late.lines : [late.sent.label];
  const name = untracked(() => nameElsewhere(late.sent));
  told.value = late.problem
    ? null
    : { kind: "done", lines: name ? lines.map((line) => `${name}: ${line}`) : lines, whole: late.whole };
});
/** The act that is on its way. */
export const busy = signal<string | null>(null);

function wantsReason(error: DeskRefusal): boolean {
  return error.code === "no-reason" || error.code === "umpire" || error.code.startsWith("call-");
}

/** What stands for a reason while none is typed, so that what would change is seen before anybody writes why. */
const NO_REASON_YET = "…";

/** Do it, or ask first. Answers whether it was done. */
export async function perform(wish: Wish): Promise<boolean> {
  if (wish.shows || wish.asksReason) {
    question.value = { ...wish, needsReason: wish.asksReason ?? false, reason: "", foreseen: null, problem: "" };
    if (wish.shows) await look(wish.asksReason ? NO_REASON_YET : "");
    return false;
  }
  return carryOut({ ...wish, needsReason: false, reason: "", foreseen: null, problem: "" });
}

/** What the act in question would change, with this reason. */
export async function look(reason: string): Promise<void> {
  const asked = question.value;
  if (!asked) return;
  const put = (change: Partial<Question>): void => {
    if (question.value?.act === asked.act) question.value = { ...question.value, ...change };
  };
  try {
    put({ foreseen: await foresee(asked.act, reason), reason, problem: "", isFinal: false });
  } catch (error) {
    const isReason = error instanceof DeskRefusal && wantsReason(error);
    if (error instanceof NoAnswer) put({ foreseen: null, isUnseen: true });
    else if (isReason && !reason) {
      put({ needsReason: true });
      await look(NO_REASON_YET);
    } else {
      const problem = (error as Error).message;
      put({ foreseen: null, reason, needsReason: asked.needsReason || isReason, problem, isFinal: !isReason });
    }
  }
}

/** The answer to the question on the screen: yes, for this reason. */
export async function confirmed(reason: string): Promise<boolean> {
  const asked = question.value;
  if (!asked) return false;
  if (asked.foreseen && asked.reason !== reason) {
    // What is confirmed is what was shown: with the reason it is looked at once more, and must be the same.
    await look(reason);
    const now = question.value;
    // Where a sentence repeats the reason, it was shown with what stood for one.
    const shown = shownOf(asked.foreseen).replaceAll(NO_REASON_YET, JSON.stringify(reason).slice(1, -1));
    if (!now?.foreseen) {
      // Where it is only no reason, what was shown stays, and another one is enough.
      if (now?.needsReason && now.problem) question.value = { ...now, foreseen: asked.foreseen, reason: asked.reason };
      return false;
    }
    if (shownOf(now.foreseen) !== shown) {
      question.value = { ...now, problem: changedSince(asked.foreseen) };
      return false;
    }
    return carryOut(now);
  }
  return carryOut({ ...asked, reason });
}

function shownOf(foreseen: Preview): string {
  return JSON.stringify([foreseen.said, foreseen.changes, foreseen.lines]);
}

/** Why the question is another one than was read, and what somebody else did, as far as this page has heard. */
function changedSince(seen: Preview): string {
  const news = heard.value && heard.value.seq > seen.seq ? ` ${heard.value.by}: ${heard.value.text}.` : "";
  return t("shown-anew") + news;
}

async function carryOut(asked: Question): Promise<boolean> {
  busy.value = asked.label;
  try {
    const done = await send(asked.act, asked.label, asked.reason, asked.foreseen);
    question.value = null;
    told.value = done ? { kind: "done", ...sayingOf(done) } : { kind: "kept", lines: [asked.label] };
    asked.done?.();
    return true;
  } catch (error) {
    await refused(asked, error);
    return false;
  } finally {
    busy.value = null;
  }
}

async function refused(asked: Question, error: unknown): Promise<void> {
  const text = (error as Error).message;
  if (!(error instanceof DeskRefusal)) throw error;
  if (error.code === "confirm") {
    question.value = { ...asked, problem: "" };
    await look(asked.reason);
    if (asked.foreseen && question.value) question.value = { ...question.value, problem: changedSince(asked.foreseen) };
  } else if (error.code === "stale" && asked.foreseen && question.value) {
    // It is shown anew, beside what came between.
    await look(asked.reason);
    if (question.value) question.value = { ...question.value, problem: text };
  } else if (wantsReason(error)) {
    question.value = { ...asked, needsReason: true, problem: text };
  } else if (question.value) {
    question.value = { ...question.value, problem: text };
  } else {
    told.value = { kind: "refused", lines: [text] };
  }
}
