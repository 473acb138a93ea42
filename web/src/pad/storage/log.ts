// The log of one match: on the phone's disk, or in memory for training.

import { effect, type ReadonlySignal, type Signal, signal } from "@preact/signals";
import { MatchClock } from "./clock.ts";
import { type Json, type KeptEvent, type KeptMatch, StorageTrouble } from "./database.ts";
import type { PadStorage } from "./storage.ts";

export interface MatchLog {
  readonly id: string;
  readonly setup: Json;
  readonly events: ReadonlySignal<readonly Json[]>;
  readonly writing: ReadonlySignal<Writing>;
  /** Saved state that is not part of the log, by name: mode, last screen, drawn signatures. */
  readonly notes: Readonly<Record<string, Json>>;
  /** Resolves when the event is on disk. */
  append(body: Json): Promise<unknown>;
  note(name: string, value: Json): void;
  /** Stored in the log, but no event of the match. */
  sendToDesk(body: DeskMessage): void;
  now(): number;
  takeOver(): Promise<void>;
  close(): void;
}

export async function openLog(storage: PadStorage, id: string): Promise<MatchLog> {
  const [writer, { notes }] = await Promise.all([MatchWriter.open(storage, id), storage.load(id)]);
  const first = matchEvents(writer.events.value);
  const last = first.at(-1) as { at?: number } | undefined;
  const clock = new MatchClock(writer.match.created, last?.at ?? 0);
  const events = signal<readonly Json[]>(first);
  const stop = effect(() => {
    events.value = matchEvents(writer.events.value);
  });
  const known: Record<string, Json> = { ...notes };
  return {
    id,
    setup: writer.match.setup,
    events,
    writing: writer.writing,
    notes: known,
    append: (body) => writer.append(body),
    note: (name, value) => {
      known[name] = value;
      void storage.note(id, name, value).catch(() => undefined);
    },
    sendToDesk: (body) => void writer.append({ ...body }).catch(() => undefined),
    now: () => clock.now(),
    takeOver: () => writer.takeOver(),
    close: () => {
      stop();
      writer.close();
    },
  };
}

/** An in-memory log for training. Its clock continues from the last event. */
export function memoryLog(id: string, setup: Json, begun: readonly Json[]): MatchLog {
  const last = begun.at(-1) as { at?: number } | undefined;
  const clock = new MatchClock(Date.now() - (last?.at ?? 0) * 1000, last?.at ?? 0);
  const events = signal<readonly Json[]>(begun);
  const notes: Record<string, Json> = {};
  return {
    id,
    setup,
    events,
    writing: signal<Writing>("writing"),
    notes,
    append: async (body) => {
      events.value = [...events.value, body];
    },
    note: (name, value) => {
      notes[name] = value;
    },
    sendToDesk: () => undefined,
    now: () => clock.now(),
    takeOver: () => Promise.resolve(),
    close: () => undefined,
  };
}

// One tab writes a match; others follow it until the first is closed or they take over. Locks between tabs exist only
// on HTTPS and localhost; elsewhere `append` itself refuses a number that is taken.

/** Name of the lock held by the writing tab, before the match's id. */
export const MATCH_LOCK = "carrom-pad-match-";

type Writing = "writing" | "elsewhere";

export class MatchWriter {
  readonly writing: Signal<Writing> = signal("elsewhere");
  readonly events: Signal<readonly KeptEvent[]>;
  readonly trouble: Signal<StorageTrouble | null> = signal(null);
  readonly match: KeptMatch;
  private readonly storage: PadStorage;
  private readonly unwatch: () => void;
  private chain: Promise<unknown> = Promise.resolve();
  private release: (() => void) | null = null;
  private closed = false;

  private constructor(storage: PadStorage, match: KeptMatch, events: readonly KeptEvent[]) {
    this.storage = storage;
    this.match = match;
    this.events = signal(events);
    this.unwatch = storage.watch((id, isHere) => {
      // Skip events this writer has appended itself.
      if (id === match.id && !(isHere && this.writing.value === "writing")) void this.refresh();
    });
  }

  /** Open a match, for writing if no other tab does. */
  static async open(storage: PadStorage, id: string): Promise<MatchWriter> {
    const { match, events } = await storage.load(id);
    const writer = new MatchWriter(storage, match, events);
    await writer.claim({ ifAvailable: true });
    if (writer.writing.value === "elsewhere") void writer.claim({});
    return writer;
  }

  /** Store one event. Events are stored in order; if one fails, those queued behind it fail too, because they relied
   * on it. */
  append(body: Json): Promise<KeptEvent> {
    const kept = this.chain.then(() => this.save(body));
    this.chain = kept;
    // The caller gets the error; the next tap starts a new queue.
    kept.catch(() => {
      if (this.chain === kept) this.chain = Promise.resolve();
    });
    return kept;
  }

  async takeOver(): Promise<void> {
    if (this.writing.value === "writing") return;
    await this.claim({ steal: true });
    await this.refresh();
  }

  close(): void {
    this.closed = true;
    this.unwatch();
    this.release?.();
  }

  private async save(body: Json): Promise<KeptEvent> {
    if (this.writing.value !== "writing") throw new StorageTrouble("stale", "another tab writes this match");
    try {
      const event = await this.storage.append(this.match.id, this.events.value.length, body);
      if (this.events.value.length < event.n) this.events.value = [...this.events.value, event];
      this.trouble.value = null;
      return event;
    } catch (error) {
      if (error instanceof StorageTrouble) {
        this.trouble.value = error;
        if (error.code === "stale") await this.refresh();
      }
      throw error;
    }
  }

  private async refresh(): Promise<void> {
    const known = this.events.value.length;
    const more = await this.storage.events(this.match.id, known);
    // Another refresh may have added them meanwhile.
    const fresh = more.filter((event) => event.n > this.events.value.length);
    if (fresh.length > 0 && !this.closed) this.events.value = [...this.events.value, ...fresh];
  }

  /** Resolves when the lock is granted or known to be taken. */
  private claim(options: LockOptions): Promise<void> {
    if (!navigator.locks) {
      this.writing.value = "writing";
      return Promise.resolve();
    }
    return new Promise((resolve) => {
      navigator.locks
        .request(`${MATCH_LOCK}${this.match.id}`, options, async (lock) => {
          if (!lock || this.closed) {
            resolve();
            return;
          }
          await this.refresh();
          this.writing.value = "writing";
          resolve();
          await new Promise<void>((release) => {
            this.release = release;
          });
        })
        .catch(() => {
          // Another tab took over; the user may take it back.
          this.writing.value = "elsewhere";
          if (!this.closed) void this.claim({});
        })
        .finally(resolve);
    });
  }
}

/** The umpire calls the referee, or the referee has arrived. */
interface RefereeCalled {
  readonly say: "referee" | "referee-came";
  readonly text: string;
  readonly at: number;
}

type DeskMessage = RefereeCalled;

function isDeskMessage(body: Json): body is DeskMessage & { readonly [key: string]: Json } {
  return typeof body === "object" && body !== null && "say" in body;
}

/** The log without messages to the desk: what the engine folds. */
function matchEvents(kept: readonly KeptEvent[]): Json[] {
  return kept.filter((event) => !isDeskMessage(event.body)).map((event) => event.body);
}
