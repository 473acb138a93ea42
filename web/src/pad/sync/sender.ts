// Sends what this phone keeps of tournament matches, whenever it can: never in the way of a tap, with patience that
// grows while nobody answers, and at once when the network is back.

import { signal } from "@preact/signals";
import type { PadStorage } from "../storage/storage.ts";
import { type Outbox, outboxOf, type Post, sendEverything } from "./round.ts";

const FIRST_MS = 1000;
const LONGEST_MS = 60_000;
/** A tap is drawn first, and two quick ones are sent together. */
const AFTER_TAP_MS = 60;
/** All sent: so often the server is asked whether it still has everything. */
const AGAIN_MS = 60_000;
/** The page in sight: an umpire waits to hear what became of a match. */
const SEEN_AGAIN_MS = 30_000;
/** The match in sight: within ten seconds its umpire learns that another phone goes on, or that his link is withdrawn. */
const IN_SIGHT_MS = 7000;

export class Sender {
  /** By the match's id on this phone. */
  readonly outboxes = signal<ReadonlyMap<string, Outbox>>(new Map());
  private readonly storage: PadStorage;
  private readonly post: Post;
  private readonly onLeft: () => void;
  private readonly unwatch: () => void;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private isRunning = false;
  private again = false;
  private isFirst = true;
  private failures = 0;
  private online = true;
  private closed = false;
  private inSight: string | null = null;
  private askedAll = Number.NEGATIVE_INFINITY;

  /** `onLeft` is told when something could not be sent: a page asks the browser then to wake its worker later. */
  constructor(storage: PadStorage, post: Post, onLeft: () => void = () => {}) {
    this.storage = storage;
    this.post = post;
    this.onLeft = onLeft;
    this.unwatch = storage.watch((match) => this.grown(match));
    addEventListener("online", this.hurry);
    document.addEventListener("visibilitychange", this.hurry);
    this.wake(0);
  }

  close(): void {
    this.closed = true;
    clearTimeout(this.timer);
    this.unwatch();
    removeEventListener("online", this.hurry);
    document.removeEventListener("visibilitychange", this.hurry);
  }

  /** The match that is open on the screen, or none. */
  see(match: string | null): void {
    this.inSight = match;
    if (match !== null) this.hurry();
  }

  /** Tries now, whatever the patience says. */
  readonly hurry = (): void => {
    this.failures = 0;
    this.wake(0);
  };

  private grown(match: string): void {
    void this.show(match);
    // While nobody answers, a tap does not make the phone try more often.
    if (this.failures === 0) this.wake(AFTER_TAP_MS);
  }

  private wake(delay: number): void {
    if (this.closed) return;
    if (this.isRunning) {
      this.again = true;
      return;
    }
    clearTimeout(this.timer);
    this.timer = setTimeout(() => void this.run(), delay);
  }

  private async run(): Promise<void> {
    this.isRunning = true;
    this.again = false;
    try {
      const since = performance.now() - this.askedAll;
      const only = since < this.askAllAfter() * 0.75 ? this.inSight : null;
      if (only === null) this.askedAll = performance.now();
      const { isAnswered } = await sendEverything(this.storage, this.post, { isFirst: this.isFirst, only });
      this.online = isAnswered;
      this.isFirst &&= !isAnswered;
      this.failures = isAnswered ? 0 : this.failures + 1;
    } catch {
      this.failures++; // the phone's own storage: whoever taps is told by it
    }
    if (this.failures === 1) this.onLeft();
    await this.show();
    this.isRunning = false; // not before: what is asked for meanwhile would be forgotten
    if (this.failures > 0) this.wake(patience(this.failures));
    else this.wake(this.again ? 0 : this.askAgainAfter() * (0.75 + Math.random() / 2));
  }

  private askAllAfter(): number {
    return document.hidden ? AGAIN_MS : SEEN_AGAIN_MS;
  }

  private askAgainAfter(): number {
    return this.inSight !== null && !document.hidden ? IN_SIGHT_MS : this.askAllAfter();
  }

  /** All of them, or one that grew. */
  private async show(id?: string): Promise<void> {
    try {
      const found = await this.storage.progress(id);
      const isOther = id !== undefined && found.length === 0 && !this.outboxes.value.has(id);
      if (this.closed || isOther) return;
      const others = id === undefined ? [] : [...this.outboxes.value].filter(([other]) => other !== id);
      const fresh = found.map((one) => [one.match.id, outboxOf(one, this.online)] as const);
      this.outboxes.value = new Map([...others, ...fresh]);
    } catch {
      // Storage that is gone is told where it is used.
    }
  }
}

/** How long to wait after so many failures: longer and longer, and never all phones of a hall at once. */
export function patience(failures: number, chance = Math.random()): number {
  return Math.min(LONGEST_MS, FIRST_MS * 2 ** Math.min(failures - 1, 10)) * (0.5 + chance);
}
