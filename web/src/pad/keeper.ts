// A match being umpired: taps go to the engine one at a time. Its ruling is shown at once and written to disk; `kept`
// says how far the disk is, and only stored events are sent on. Taps before the engine is ready wait and are shown as
// waiting.

import { effect, type Signal, signal } from "@preact/signals";
import { asAction } from "../app/acknowledged.ts";
import { prefs } from "../app/prefs.ts";
import type { Book } from "./book.ts";
import type { Question } from "./engine/questions.ts";
import { broadcast } from "./scoreboard/channel.ts";
import { shared } from "./shared.ts";
import type { Json } from "./storage/database.ts";
import { StorageTrouble } from "./storage/trouble.ts";
import type { Act, PadView, Refusal } from "./types.ts";

/** The engine, by name of the question. Callers know the type of the answer. */
export type Ask = (question: Question, value: never) => Promise<unknown>;

interface Answer {
  readonly shown?: PadView;
  readonly event?: Json;
  readonly refused?: Refusal;
  readonly error?: string;
  readonly stopped?: Refusal & { readonly number: number };
}

const SHOWN = "shown";
const NOTE_AFTER_MS = 400;
/** Show a tap as waiting only after this; drawing it every time would cost more than the answer. */
const WAITS_AFTER_MS = 90;

/** The last rendered state, unless events were added since: then an umpire would tap the missing stroke again. */
function notedLast(book: Book): PadView | null {
  const noted = book.notes[SHOWN] as object as PadView | undefined;
  return noted?.view.number === book.events.value.length ? noted : null;
}

export class Keeper {
  /** The engine's last answer; at first, the state rendered when the match was last left. */
  readonly shown: Signal<PadView | null>;
  /** The last event on disk; later ones are judged but not yet stored. */
  readonly kept: Signal<number>;
  readonly waiting: Signal<readonly Act[]> = signal([]);
  readonly refused: Signal<Refusal | null> = signal(null);
  readonly trouble: Signal<StorageTrouble | null> = signal(null);
  /** The engine's error message, if it cannot continue. */
  readonly failed: Signal<string | null> = signal(null);
  /** Whether `shown` comes from the running engine. */
  readonly ready: Signal<boolean> = signal(false);
  readonly book: Book;
  private readonly ask: Ask;
  private folded = -1;
  private chain: Promise<unknown>;
  /** A refused tap also cancels the taps queued behind it, which relied on it. */
  private round = 0;
  private readonly stops: (() => void)[];
  private unnoted: PadView | null = null;
  private noting: ReturnType<typeof setTimeout> | undefined;

  constructor(book: Book, ask: Ask) {
    this.book = book;
    this.ask = ask;
    this.shown = signal(notedLast(book));
    this.kept = signal(this.shown.value?.view.number ?? 0);
    this.chain = this.open();
    let language = prefs.value.language;
    addEventListener("pagehide", this.noteShown);
    this.stops = [
      effect(() => {
        // Another tab has written: fold its events here too.
        if (book.events.value.length > this.folded && this.folded >= 0) this.later(() => this.catchUp());
      }),
      effect(() => {
        if (prefs.value.language === language) return;
        language = prefs.value.language;
        this.later(async () => this.showKept(((await this.asked("show", {})) as Answer).shown));
      }),
    ];
  }

  /** Resolves to whether the tap was accepted. */
  tap(act: Act): Promise<boolean> {
    return this.take(act, "do", { act });
  }

  undo(): Promise<boolean> {
    return this.take({ kind: "correct" }, "undo", {});
  }

  /** Return to the state after an event, for a reason. */
  goBack(to: number, reason: string): Promise<boolean> {
    return this.take({ kind: "correct" }, "go-back", { to, reason });
  }

  /** Preview an act. */
  async trial(act: Act): Promise<Answer> {
    return (await this.question("try", { act, at: this.book.now() })) as Answer;
  }

  question(question: Question, value: Readonly<Record<string, unknown>> = {}): Promise<unknown> {
    const asked = this.chain.then(() => this.asked(question, value));
    this.chain = asked.catch(() => undefined);
    return asked;
  }

  close(): void {
    for (const stop of this.stops) stop();
    removeEventListener("pagehide", this.noteShown);
    clearTimeout(this.noting);
    this.noteShown();
    void this.asked("close", {}).catch(() => undefined);
    this.book.close();
  }

  private take(act: Act, question: Question, value: Readonly<Record<string, unknown>>): Promise<boolean> {
    const at = this.book.now();
    const { round } = this;
    const wait = (): void => {
      this.waiting.value = [...this.waiting.value, act];
    };
    const answered = (): void => {
      clearTimeout(late);
      if (this.waiting.value.includes(act)) this.waiting.value = this.waiting.value.filter((one) => one !== act);
    };
    const late = this.ready.value ? setTimeout(wait, WAITS_AFTER_MS) : undefined;
    if (!this.ready.value) wait();
    this.refused.value = null;
    const taken = this.chain.then(async () => {
      try {
        return round === this.round && (await this.judge(question, { ...value, at }, answered));
      } finally {
        answered();
      }
    });
    this.chain = taken.catch((error: unknown) => this.fail(error));
    return asAction(taken.catch(() => false));
  }

  private async judge(
    question: Question,
    value: Readonly<Record<string, unknown>>,
    answered: () => void,
  ): Promise<boolean> {
    const answer = (await this.asked(question, value)) as Answer;
    answered();
    if (answer.refused || answer.error !== undefined || answer.event === undefined) {
      this.round += 1;
      this.refused.value = answer.refused ?? { code: "unreadable", law: null, text: answer.error ?? "" };
      return false;
    }
    try {
      this.folded += 1;
      const keeping = this.book.append(answer.event);
      this.show(answer.shown);
      await keeping;
      this.trouble.value = null;
    } catch (error) {
      this.round += 1;
      if (!(error instanceof StorageTrouble)) throw error;
      this.trouble.value = error;
      await this.open();
      return false;
    }
    this.tell();
    return true;
  }

  private async open(): Promise<void> {
    try {
      const events = this.book.events.value;
      const answer = (await this.asked("open", { setup: this.book.setup, events })) as Answer;
      this.folded = events.length;
      if (answer.error !== undefined) this.failed.value = answer.error;
      if (answer.stopped) this.failed.value = `${answer.stopped.number}. ${answer.stopped.text}`;
      this.showKept(answer.shown);
      this.ready.value = true;
    } catch (error) {
      this.fail(error);
    }
  }

  private async catchUp(): Promise<void> {
    if (this.book.events.value.length > this.folded) await this.open();
  }

  private show(shown: PadView | undefined): void {
    if (shown) this.shown.value = shared(this.shown.value, shown);
  }

  private showKept(shown: PadView | undefined): void {
    this.show(shown);
    this.tell();
  }

  /** The shown state is on disk: send it to the scoreboards. */
  private tell(): void {
    const shown = this.shown.value;
    if (!shown) return;
    this.kept.value = shown.view.number;
    broadcast(this.book.id, shown);
    // Save the rendered state for the next visit, without delaying the next tap or losing it when the page is closed.
    this.unnoted = shown;
    clearTimeout(this.noting);
    this.noting = setTimeout(this.noteShown, NOTE_AFTER_MS);
  }

  private readonly noteShown = (): void => {
    if (this.unnoted) this.book.note(SHOWN, this.unnoted as object as Json);
    this.unnoted = null;
  };

  private asked(question: Question, value: Readonly<Record<string, unknown>>): Promise<unknown> {
    return this.ask(question, { match: this.book.id, language: prefs.value.language, ...value } as never);
  }

  private later(work: () => Promise<void>): void {
    this.chain = this.chain.then(work).catch((error: unknown) => this.fail(error));
  }

  private fail(error: unknown): void {
    this.failed.value = error instanceof Error ? error.message : String(error);
  }
}
