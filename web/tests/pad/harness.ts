// The pad's storage and sending as browser tests reach them, without the pad's screens.

import { MatchClock } from "../../src/pad/storage/clock.ts";
import { type Json, type KeptEvent, StorageTrouble } from "../../src/pad/storage/database.ts";
import { MatchWriter } from "../../src/pad/storage/log.ts";
import { PadStorage } from "../../src/pad/storage/storage.ts";
import { assigned, beginAssigned, linkOf } from "../../src/pad/sync/assigned.ts";
import { Sender } from "../../src/pad/sync/sender.ts";
import { postFacts } from "../../src/pad/sync/server.ts";

/** What became of it, or the code of the trouble. */
async function tried(work: () => Promise<unknown>): Promise<unknown> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof StorageTrouble) return error.code;
    throw error;
  }
}

// A phone whose clock is wrong, also after it was opened again.
const skew = Number(localStorage.getItem("skew") ?? 0);
const trueNow = Date.now.bind(Date);
Date.now = () => trueNow() + skew;

/** A phone at a table: the match of its link, begun or gone on with, and a hand that taps the given steps in order. */
class Phone {
  readonly storage: PadStorage;
  readonly sender: Sender;
  readonly writer: MatchWriter;
  private readonly steps: readonly Json[];
  private next: number;

  private constructor(storage: PadStorage, writer: MatchWriter, steps: readonly Json[]) {
    this.storage = storage;
    this.writer = writer;
    this.steps = steps;
    this.sender = new Sender(storage, postFacts);
    this.next = writer.events.value.length;
  }

  static async open(hash: string, steps: readonly Json[]): Promise<Phone | string> {
    const storage = await PadStorage.open();
    const link = linkOf(hash);
    if (!link) return "no link";
    const { work, begun } = await assigned(storage, link);
    const first = work?.matches[0];
    const match = begun[0]?.match ?? (first && (await beginAssigned(storage, link, first)));
    if (!match) return "nothing is played here";
    return new Phone(storage, await MatchWriter.open(storage, match.id), steps);
  }

  /** Begins the match of a link where another phone is: how many facts it goes on from. */
  static async takeUp(hash: string): Promise<number> {
    const storage = await PadStorage.open();
    const link = linkOf(hash);
    const first = link && (await assigned(storage, link)).work?.matches[0];
    if (!link || !first) return -1;
    const match = await beginAssigned(storage, link, first, first.kept[0]?.pad ?? null);
    const { events } = await storage.load(match.id);
    await storage.close();
    return events.length;
  }

  /** What the server offers this phone from others: how many facts each has. */
  static async offered(hash: string): Promise<number[]> {
    const storage = await PadStorage.open();
    const link = linkOf(hash);
    const first = link && (await assigned(storage, link)).work?.matches[0];
    await storage.close();
    return (first?.kept ?? []).map((one) => one.facts);
  }

  /** One tap: kept, or the code of the trouble. */
  async tap(): Promise<KeptEvent | string> {
    const at = this.next++;
    try {
      return await this.writer.append(this.steps[at] ?? { say: "referee", text: `call ${at}`, at });
    } catch (error) {
      this.next = this.writer.events.value.length;
      if (error instanceof StorageTrouble) return error.code;
      throw error;
    }
  }

  async takeOver(): Promise<void> {
    await this.writer.takeOver();
    this.next = this.writer.events.value.length;
  }

  get outbox() {
    return this.sender.outboxes.value.get(this.writer.match.id);
  }

  /** Waits until the server has all that is kept here, and the badge says so; whether that came. */
  async sentWithin(patience: number): Promise<boolean> {
    const end = performance.now() + patience;
    while (!(await this.isSent())) {
      if (performance.now() > end) return false;
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
    return true;
  }

  private async isSent(): Promise<boolean> {
    const { acknowledged } = await this.storage.sending(this.writer.match.id);
    const has = acknowledged === this.writer.events.value.length;
    return has && this.outbox?.waiting === 0 && this.outbox.online && this.outbox.state !== "waiting";
  }

  close(): void {
    this.sender.close();
    this.writer.close();
  }
}

Object.assign(window, { MatchClock, MatchWriter, PadStorage, Phone, tried });

if (location.pathname === "/harness.html") void navigator.serviceWorker?.register("/harness-sw.js");
