// Sends tournament matches from this phone, with exponential back-off, and at once when the network returns.

import { signal } from "@preact/signals";
import { backOff } from "../../api/backOff.ts";
import type { PadStorage } from "../storage/storage.ts";
import { type Post, type SendState, SYNC_TAG, sendAll, sendStateOf } from "./round.ts";

const FIRST_MS = 1000;
const LONGEST_MS = 60_000;
/** Let the tap render first, and send two quick ones together. */
const AFTER_TAP_MS = 60;
const RECHECK_MS = 60_000;
/** Re-check interval while the page is visible: the umpire waits for the result. */
const VISIBLE_AGAIN_MS = 30_000;
/** Re-check interval of the open match: a takeover by another phone or a revoked link shows within ten seconds. */
const OPEN_MATCH_MS = 7000;

export class Sender {
  readonly outboxes = signal<ReadonlyMap<string, SendState>>(new Map());
  private readonly storage: PadStorage;
  private readonly post: Post;
  private readonly onUnsent: () => void;
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

  /** `onUnsent` is called when sending fails: the page then asks for Background Sync. */
  constructor(storage: PadStorage, post: Post, onUnsent: () => void = () => {}) {
    this.storage = storage;
    this.post = post;
    this.onUnsent = onUnsent;
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

  see(match: string | null): void {
    this.inSight = match;
    if (match !== null) this.hurry();
  }

  readonly hurry = (): void => {
    this.failures = 0;
    this.wake(0);
  };

  private grown(match: string): void {
    void this.show(match);
    // A tap does not shorten the back-off.
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
      const { isAnswered } = await sendAll(this.storage, this.post, { isFirst: this.isFirst, only });
      this.online = isAnswered;
      this.isFirst &&= !isAnswered;
      this.failures = isAnswered ? 0 : this.failures + 1;
    } catch {
      this.failures++; // a storage error, which is shown where the tap failed
    }
    if (this.failures === 1) this.onUnsent();
    await this.show();
    this.isRunning = false; // not earlier: a wake-up meanwhile would be lost
    if (this.failures > 0) this.wake(backOff(this.failures, FIRST_MS, LONGEST_MS));
    else this.wake(this.again ? 0 : this.askAgainAfter() * (0.75 + Math.random() / 2));
  }

  private askAllAfter(): number {
    return document.hidden ? RECHECK_MS : VISIBLE_AGAIN_MS;
  }

  private askAgainAfter(): number {
    return this.inSight !== null && !document.hidden ? OPEN_MATCH_MS : this.askAllAfter();
  }

  private async show(id?: string): Promise<void> {
    try {
      const found = await this.storage.progress(id);
      const isOther = id !== undefined && found.length === 0 && !this.outboxes.value.has(id);
      if (this.closed || isOther) return;
      const others = id === undefined ? [] : [...this.outboxes.value].filter(([other]) => other !== id);
      const fresh = found.map((one) => [one.match.id, sendStateOf(one, this.online)] as const);
      this.outboxes.value = new Map([...others, ...fresh]);
    } catch {}
  }
}

interface SyncRegistration extends ServiceWorkerRegistration {
  readonly sync?: { register(tag: string): Promise<void> };
}

/** Ask to be woken later. Without Background Sync only the open page sends. */
export async function requestSync(): Promise<void> {
  try {
    const registration = (await navigator.serviceWorker?.getRegistration()) as SyncRegistration | undefined;
    await registration?.sync?.register(SYNC_TAG);
  } catch {
    // Not allowed here.
  }
}
