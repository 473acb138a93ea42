// Acts are kept in this browser until the server has acknowledged them, and sent again with the same key: each counts
// exactly once, whatever the network does and whichever tab sends it.

import { type Signal, signal } from "@preact/signals";
import { newKey } from "../../app/ids.ts";
import type { ActDone, ActRequest, Preview } from "../../wire.ts";
import { OfflineError, online, post } from "./api.ts";
import { addOwnEvents, baseSeq, postHere, session, tournamentId } from "./session.ts";

export type Act = ActRequest["act"];

export interface QueuedAct {
  readonly key: string;
  /** When it was made, in milliseconds; unique within a tab. */
  readonly at: number;
  /** The server could not be reached: no tab waits for the answer any more, and any tab may send it. */
  readonly isKept?: boolean;
  readonly base: number;
  readonly tournament: string;
  /** The name of the tournament, shown when another one is open by the time it is sent. */
  readonly of?: string;
  readonly act: Act;
  readonly reason?: string;
  readonly confirm?: string;
  /** The act in words. */
  readonly label: string;
}

export interface RefusedAct extends QueuedAct {
  readonly problem: string;
}

interface Keyed {
  readonly key: string;
  readonly at: number;
}

/** A list in local storage that all tabs share. Every item has a storage key of its own: a tab that wrote the whole list
 * would overwrite what another tab has added. */
class SharedList<T extends Keyed> {
  /** The items of all tabs, oldest first. */
  readonly all: Signal<readonly T[]> = signal([]);
  private readonly prefix: string;
  /** Items that the browser could not store: they last as long as this tab. */
  private readonly unstored = new Map<string, T>();

  /** `oldKey` is where earlier versions stored the whole list; `upgrade` makes an item of what they stored. */
  constructor(name: string, oldKey: string, upgrade: (old: T, at: number) => T) {
    this.prefix = `${name}/`;
    try {
      const old = JSON.parse(localStorage.getItem(oldKey) ?? "[]") as readonly T[];
      for (const [number, one] of old.entries()) this.put(upgrade(one, number));
      localStorage.removeItem(oldKey);
    } catch {
      // Nothing readable was stored.
    }
    addEventListener("storage", ({ key }) => {
      if (key === null || key.startsWith(this.prefix)) this.reload();
    });
    this.reload();
  }

  put(item: T): void {
    this.unstored.delete(item.key);
    try {
      localStorage.setItem(this.prefix + item.key, JSON.stringify(item));
    } catch {
      this.unstored.set(item.key, item);
    }
    this.reload();
  }

  remove(key: string): void {
    this.unstored.delete(key);
    try {
      localStorage.removeItem(this.prefix + key);
    } catch {
      // Storage is blocked, so it was not stored either.
    }
    this.reload();
  }

  private reload(): void {
    const found = [...this.unstored.values()];
    try {
      for (let n = 0; n < localStorage.length; n++) {
        const name = localStorage.key(n) ?? "";
        if (name.startsWith(this.prefix)) found.push(JSON.parse(localStorage.getItem(name) ?? "null"));
      }
    } catch {
      // Storage is blocked: this tab's own items are all there is.
    }
    this.all.value = found.filter(Boolean).sort((one, other) => one.at - other.at || (one.key < other.key ? -1 : 1));
  }
}

const OLD_KEY = "carrom.desk.outbox";
const acts = new SharedList<QueuedAct>("carrom.desk.act", OLD_KEY, (old, at) => ({ ...old, at, isKept: true }));
const refusals = new SharedList<RefusedAct>("carrom.desk.refused", `${OLD_KEY}.refused`, (old, at) => ({ ...old, at }));
export const queuedActs = acts.all;
/** Acts that were kept while offline and that the server then refused: shown until they are dismissed. */
export const refusedActs = refusals.all;

export function dismissRefused(key: string): void {
  refusals.remove(key);
}

/** The answer to an act that was kept while offline: no caller waits for it any more. */
export interface LateAnswer {
  readonly queued: QueuedAct;
  readonly done: ActDone | null;
  /** Why it was refused; empty when it was done. */
  readonly problem: string;
}

let onLateAnswer: (answer: LateAnswer) => void = () => undefined;

/** Send what is queued from earlier, and again whenever there may be a connection. */
export function startOutbox(listener: (answer: LateAnswer) => void): void {
  onLateAnswer = listener;
  addEventListener("online", () => void flush());
  addEventListener("storage", () => {
    if (queuedActs.value.length) retryLater();
  });
  if (queuedActs.value.length) retryLater();
}

/** The name of an act's tournament, where that is not the open one. */
export function otherTournamentName(queued: QueuedAct): string {
  return queued.tournament === tournamentId() ? "" : queued.of || queued.tournament;
}

export function fetchPreview(act: Act, reason: string): Promise<Preview> {
  return postHere<Preview>("/preview", { act, ...(reason ? { reason } : {}) });
}

/** What is queued for a table, or for the match on it, while the server is away. */
export function queuedAtTable(table: number, match: string | undefined): readonly QueuedAct[] {
  if (online.value) return [];
  const isHere = (act: Act): boolean =>
    ("table" in act && act.table === table) ||
    ("match" in act && (act.match === `@${table}` || (match !== undefined && act.match === match)));
  return queuedActs.value.filter(({ tournament, act }) => tournament === tournamentId() && isHere(act));
}

interface Waiter {
  readonly queued: QueuedAct;
  readonly resolve: (answer: ActDone | null) => void;
  readonly reject: (error: Error) => void;
}

/** The callers of this tab that wait for an answer, by the key of the act. */
const waiters = new Map<string, Waiter>();

/** Send an act. Without a response it stays queued and `null` comes back. `shown` is the preview that was confirmed: the
 * act is then based on it, whatever has arrived since. */
export function sendAct(act: Act, label: string, reason = "", shown: Preview | null = null): Promise<ActDone | null> {
  const queued: QueuedAct = {
    key: newKey(),
    at: uniqueTime(),
    base: shown?.seq ?? baseSeq(),
    tournament: tournamentId(),
    of: session.value?.name ?? "",
    act,
    label,
    ...(reason ? { reason } : {}),
    ...(shown?.confirm ? { confirm: shown.confirm } : {}),
  };
  acts.put(queued);
  return new Promise((resolve, reject) => {
    waiters.set(queued.key, { queued, resolve, reject });
    void flush();
  });
}

let lastTime = 0;
function uniqueTime(): number {
  lastTime = Math.max(Date.now(), lastTime + 1);
  return lastTime;
}

function takeOut(key: string): Waiter | undefined {
  acts.remove(key);
  const waiter = waiters.get(key);
  waiters.delete(key);
  return waiter;
}

/** After this time the tab that made an act is taken to be closed, and other tabs send it. */
const ABANDONED_MS = 20_000;
const LOCK = "carrom-desk-outbox";

/** The oldest act that this tab has to send: one of its own, or one for which no tab waits. */
function nextAct(): QueuedAct | undefined {
  const own = [...waiters.values()].map((one) => one.queued);
  const others = queuedActs.value.filter(
    (one) => !waiters.has(one.key) && (one.isKept || Date.now() - one.at > ABANDONED_MS),
  );
  return [...own, ...others].sort((one, other) => one.at - other.at)[0];
}

let isFlushing = false;
let retryTimer: ReturnType<typeof setTimeout> | null = null;

/** Send what is queued, in the order in which it was made; stop at the first act without a response. */
export async function flush(): Promise<void> {
  if (isFlushing) return;
  isFlushing = true;
  try {
    for (let next = nextAct(); next !== undefined; next = nextAct()) if (!(await trySend(next))) break;
  } finally {
    isFlushing = false;
  }
  if (queuedActs.value.length) retryLater();
}

/** Send an act unless another tab is sending the queue. Browsers have locks on HTTPS and localhost only; elsewhere two
 * tabs may send the same act, which its key makes harmless. */
async function trySend(next: QueuedAct): Promise<boolean> {
  if (waiters.has(next.key) || !navigator.locks) return sendNow(next);
  return navigator.locks.request(LOCK, { ifAvailable: true }, (lock) => lock !== null && sendNow(next));
}

/** Send an act; returns whether there was a response. */
async function sendNow(next: QueuedAct): Promise<boolean> {
  const { key, base, act, reason, confirm, tournament } = next;
  const body = { key, base, act, ...(reason ? { reason } : {}), ...(confirm ? { confirm } : {}) };
  try {
    const done = await post<ActDone>(`/api/tournaments/${tournament}/acts`, body, tournament);
    if (tournament === tournamentId()) addOwnEvents(done.first, done.seq);
    const waiter = takeOut(key);
    if (waiter) waiter.resolve(done);
    else onLateAnswer({ queued: next, done, problem: "" });
  } catch (error) {
    if (error instanceof OfflineError) {
      keepAll();
      return false;
    }
    const waiter = takeOut(key);
    const problem = (error as Error).message;
    if (waiter) waiter.reject(error as Error);
    else {
      refusals.put({ ...next, problem });
      onLateAnswer({ queued: next, done: null, problem });
    }
  }
  return true;
}

/** Release all callers: their acts stay queued for whichever tab reaches the server first. */
function keepAll(): void {
  for (const { queued, resolve } of waiters.values()) {
    acts.put({ ...queued, isKept: true });
    resolve(null);
  }
  waiters.clear();
}

function retryLater(): void {
  if (retryTimer !== null) return;
  retryTimer = setTimeout(() => {
    retryTimer = null;
    void flush();
  }, 1500);
}
