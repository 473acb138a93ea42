// A match being umpired: taps go to the engine one at a time. Its ruling is shown at once and written to disk;
// `storedUpTo` says how far the disk is, and only stored events are sent on. Taps before the engine is ready wait and
// are shown as waiting.

import { effect, type Signal, signal } from "@preact/signals";
import { asAction } from "../api/acknowledged.ts";
import type { PadView } from "../api/pad.ts";
import { prefs } from "../prefs.ts";
import type { Act, AgreedSetup, AnswerOf, LoggedEvent, Question, Refusal, ValueOf } from "./engine/questions.ts";
import { reuseUnchanged } from "./reuseUnchanged.ts";
import { type Json, StorageTrouble } from "./storage/database.ts";
import type { MatchLog } from "./storage/log.ts";

type Ask = <Q extends Question>(question: Q, value: ValueOf<Q>) => Promise<AnswerOf<Q>>;
/** The session adds the match and the language. */
type Input<Q extends Question> = Omit<ValueOf<Q>, "match" | "language">;
type ActAnswer = AnswerOf<"do">;

const SHOWN = "shown";
const SAVE_AFTER_MS = 400;
/** Show a tap as waiting only after this; drawing it every time would cost more than the answer. */
const WAITS_AFTER_MS = 90;

/** The last rendered state, unless events were added since: then an umpire would tap the missing stroke again. */
function lastRendered(log: MatchLog): PadView | null {
  const noted = log.notes[SHOWN] as object as PadView | undefined;
  return noted?.view.number === log.events.value.length ? noted : null;
}

export class MatchSession {
  /** The engine's last answer; at first, the state rendered when the match was last left. */
  readonly shown: Signal<PadView | null>;
  /** The last event on disk; later ones are judged but not yet stored. */
  readonly storedUpTo: Signal<number>;
  readonly waiting: Signal<readonly Act[]> = signal([]);
  readonly refused: Signal<Refusal | null> = signal(null);
  readonly trouble: Signal<StorageTrouble | null> = signal(null);
  readonly failed: Signal<string | null> = signal(null);
  readonly ready: Signal<boolean> = signal(false);
  readonly log: MatchLog;
  private readonly ask: Ask;
  private folded = -1;
  private chain: Promise<unknown>;
  /** A refused tap also cancels the taps queued behind it, which relied on it. */
  private generation = 0;
  private readonly stops: (() => void)[];
  private unsaved: PadView | null = null;
  private saveTimer: ReturnType<typeof setTimeout> | undefined;

  constructor(log: MatchLog, ask: Ask) {
    this.log = log;
    this.ask = ask;
    this.shown = signal(lastRendered(log));
    this.storedUpTo = signal(this.shown.value?.view.number ?? 0);
    this.chain = this.open();
    let language = prefs.value.language;
    addEventListener("pagehide", this.saveShown);
    this.stops = [
      effect(() => {
        // Another tab has written: fold its events here too.
        if (log.events.value.length > this.folded && this.folded >= 0) this.enqueue(() => this.catchUp());
      }),
      effect(() => {
        if (prefs.value.language === language) return;
        language = prefs.value.language;
        this.enqueue(async () => this.showKept((await this.send("show", {})).shown));
      }),
    ];
  }

  /** Resolves to whether the tap was accepted. */
  tap(act: Act): Promise<boolean> {
    return this.take(act, (at) => this.send("do", { act, at }));
  }

  undo(): Promise<boolean> {
    return this.take({ kind: "correct" }, (at) => this.send("undo", { at }));
  }

  goBack(to: number, reason: string): Promise<boolean> {
    return this.take({ kind: "correct" }, (at) => this.send("go-back", { to, reason, at }));
  }

  preview(act: Act): Promise<AnswerOf<"try">> {
    return this.question("try", { act, at: this.log.now() });
  }

  question<Q extends Question>(question: Q, value: Input<Q>): Promise<AnswerOf<Q>> {
    const asked = this.chain.then(() => this.send(question, value));
    this.chain = asked.catch(() => undefined);
    return asked;
  }

  close(): void {
    for (const stop of this.stops) stop();
    removeEventListener("pagehide", this.saveShown);
    clearTimeout(this.saveTimer);
    this.saveShown();
    void this.send("close", {}).catch(() => undefined);
    this.log.close();
  }

  private take(act: Act, request: (at: number) => Promise<ActAnswer>): Promise<boolean> {
    const at = this.log.now();
    const { generation } = this;
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
        return generation === this.generation && (await this.judge(request(at), answered));
      } finally {
        answered();
      }
    });
    this.chain = taken.catch((error: unknown) => this.fail(error));
    return asAction(taken.catch(() => false));
  }

  private async judge(asked: Promise<ActAnswer>, answered: () => void): Promise<boolean> {
    const answer = await asked;
    answered();
    if (answer.refused) {
      this.generation += 1;
      this.refused.value = answer.refused;
      return false;
    }
    try {
      this.folded += 1;
      const keeping = this.log.append(answer.event as object as Json);
      this.show(answer.shown);
      await keeping;
      this.trouble.value = null;
    } catch (error) {
      this.generation += 1;
      if (!(error instanceof StorageTrouble)) throw error;
      this.trouble.value = error;
      await this.open();
      return false;
    }
    this.publish();
    return true;
  }

  private async open(): Promise<void> {
    try {
      const events = this.log.events.value;
      const answer = await this.send("open", {
        setup: this.log.setup as object as AgreedSetup,
        events: events as object as LoggedEvent[],
      });
      this.folded = events.length;
      if (answer.stopped) this.failed.value = `${answer.stopped.number}. ${answer.stopped.text}`;
      this.showKept(answer.shown);
      this.ready.value = true;
    } catch (error) {
      this.fail(error);
    }
  }

  private async catchUp(): Promise<void> {
    if (this.log.events.value.length > this.folded) await this.open();
  }

  private show(shown: PadView): void {
    this.shown.value = reuseUnchanged(this.shown.value, shown);
  }

  private showKept(shown: PadView): void {
    this.show(shown);
    this.publish();
  }

  /** The shown state is on disk: send it to the scoreboards. */
  private publish(): void {
    const shown = this.shown.value;
    if (!shown) return;
    this.storedUpTo.value = shown.view.number;
    broadcast(this.log.id, shown);
    // Save the rendered state for the next visit, without delaying the next tap or losing it when the page is closed.
    this.unsaved = shown;
    clearTimeout(this.saveTimer);
    this.saveTimer = setTimeout(this.saveShown, SAVE_AFTER_MS);
  }

  private readonly saveShown = (): void => {
    if (this.unsaved) this.log.note(SHOWN, this.unsaved as object as Json);
    this.unsaved = null;
  };

  private send<Q extends Question>(question: Q, value: Input<Q>): Promise<AnswerOf<Q>> {
    return this.ask(question, { match: this.log.id, language: prefs.value.language, ...value } as object as ValueOf<Q>);
  }

  private enqueue(work: () => Promise<void>): void {
    this.chain = this.chain.then(work).catch((error: unknown) => this.fail(error));
  }

  private fail(error: unknown): void {
    this.failed.value = error instanceof Error ? error.message : String(error);
  }
}

const channel = typeof BroadcastChannel === "undefined" ? null : new BroadcastChannel("carrom-scoreboard");
const last = new Map<string, PadView>();

if (channel) {
  channel.onmessage = ({ data }: MessageEvent<{ ask?: string }>) => {
    const shown = data.ask === undefined ? undefined : last.get(data.ask);
    if (data.ask !== undefined && shown) channel.postMessage({ id: data.ask, shown });
  };
}

function broadcast(id: string, shown: PadView): void {
  last.set(id, shown);
  channel?.postMessage({ id, shown });
}

/** Listen to a match in another window, asking for its state at once. Returns a function to stop. */
export function listen(id: string, heard: (shown: PadView) => void): () => void {
  if (typeof BroadcastChannel === "undefined") return () => undefined;
  const own = new BroadcastChannel("carrom-scoreboard");
  own.onmessage = ({ data }: MessageEvent<{ id?: string; shown?: PadView }>) => {
    if (data.id === id && data.shown) heard(data.shown);
  };
  own.postMessage({ ask: id });
  return () => own.close();
}
