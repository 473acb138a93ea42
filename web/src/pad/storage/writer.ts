// One tab writes a match. A second one shows it and grows with it, until the first is closed or it takes over.
// Browsers have locks between tabs only on HTTPS and localhost; elsewhere both may write, and `append` itself refuses
// what does not follow the last fact, so that nothing is ever kept twice.

import { type Signal, signal } from "@preact/signals";
import type { Json, KeptEvent, KeptMatch } from "./database.ts";
import type { PadStorage } from "./storage.ts";
import { StorageTrouble } from "./trouble.ts";

/** The lock of whoever writes a match: this and the match's id. */
export const MATCH_LOCK = "carrom-pad-match-";

export type Writing = "writing" | "elsewhere";

export class MatchWriter {
  /** Whether taps are taken here, or in another tab. */
  readonly writing: Signal<Writing> = signal("elsewhere");
  /** All facts of the match so far, also those of another tab. */
  readonly events: Signal<readonly KeptEvent[]>;
  /** What is wrong, when something could not be kept. */
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
      // What this one wrote it knows.
      if (id === match.id && !(isHere && this.writing.value === "writing")) void this.refresh();
    });
  }

  /** Opens a match: to write, if no other tab does. */
  static async open(storage: PadStorage, id: string): Promise<MatchWriter> {
    const { match, events } = await storage.load(id);
    const writer = new MatchWriter(storage, match, events);
    await writer.claim({ ifAvailable: true });
    if (writer.writing.value === "elsewhere") void writer.claim({});
    return writer;
  }

  /** Keeps one fact; resolves when it is on the disk. Facts given one after the other are kept in that order, and if
   * one cannot be kept, those that were given behind it are refused too: they were made on top of it. */
  append(body: Json): Promise<KeptEvent> {
    const kept = this.chain.then(() => this.keep(body));
    this.chain = kept;
    // A failure is told to whoever tapped; after it, and what was queued on it, the next tap starts afresh.
    kept.catch(() => {
      if (this.chain === kept) this.chain = Promise.resolve();
    });
    return kept;
  }

  /** This tab writes from now on; the other one learns that it does not. */
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
    // Somebody may have added the same ones meanwhile.
    const fresh = more.filter((event) => event.n > this.events.value.length);
    if (fresh.length > 0 && !this.closed) this.events.value = [...this.events.value, ...fresh];
  }

  /** Resolves when the lock is held, or is known not to be free. */
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
          // Another tab took over. It is shown here, and may be taken back.
          this.writing.value = "elsewhere";
          if (!this.closed) void this.claim({});
        })
        .finally(resolve);
    });
  }
}
