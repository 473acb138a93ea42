// One tab writes a match; others follow it until the first is closed or they take over. Locks between tabs exist only
// on HTTPS and localhost; elsewhere `append` itself refuses a number that is taken.

import { type Signal, signal } from "@preact/signals";
import type { Json, KeptEvent, KeptMatch } from "./database.ts";
import type { PadStorage } from "./storage.ts";
import { StorageTrouble } from "./trouble.ts";

/** Name of the lock held by the writing tab, before the match's id. */
export const MATCH_LOCK = "carrom-pad-match-";

export type Writing = "writing" | "elsewhere";

export class MatchWriter {
  /** Whether this tab writes. */
  readonly writing: Signal<Writing> = signal("elsewhere");
  /** All events of the match, including other tabs'. */
  readonly events: Signal<readonly KeptEvent[]>;
  /** Why something could not be stored. */
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
    const kept = this.chain.then(() => this.keep(body));
    this.chain = kept;
    // The caller gets the error; the next tap starts a new queue.
    kept.catch(() => {
      if (this.chain === kept) this.chain = Promise.resolve();
    });
    return kept;
  }

  /** Write in this tab from now on; the other tab becomes a reader. */
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

  private async keep(body: Json): Promise<KeptEvent> {
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
