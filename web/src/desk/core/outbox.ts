// Acts are stored in this browser until the server acknowledges them. Each has a key, so that it counts once however often
// and from whichever tab it is sent.

import { type Signal, signal } from "@preact/signals";
import { OfflineError } from "../../api/errors.ts";
import { online, post } from "../../api/http.ts";
import { newKey } from "../../api/ids.ts";
import type { ActDone, ActRequest, Preview } from "../../api/wire.ts";
import { addOwnEvents, baseSeq, postHere, session, tokenFor, tournamentId } from "./session.ts";

export type Act = ActRequest["act"];

export interface QueuedAct {
  readonly key: string;
  /** Milliseconds; unique within a tab. */
  readonly at: number;
  /** The server could not be reached: any tab may send it. */
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

interface RefusedAct extends QueuedAct {
  readonly problem: string;
}

interface Keyed {
  readonly key: string;
  readonly at: number;
}

/** A list that all tabs share, with a storage key for each item: stored whole, tabs would overwrite each other's items. */
class SharedList<T extends Keyed> {
  readonly all: Signal<readonly T[]> = signal([]);
  private readonly prefix: string;
  /** What the browser could not store, for as long as this tab lives. */
  private readonly unstored = new Map<string, T>();

  /** `oldKey` has the whole list as earlier versions stored it; `upgrade` converts its items. */
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
/** Kept acts that the server then refused, until they are dismissed. */
export const refusedActs = refusals.all;

export function dismissRefused(key: string): void {
  refusals.remove(key);
}

/** The answer to an act for which no caller waits any more. */
export interface LateAnswer {
  readonly queued: QueuedAct;
  readonly done: ActDone | null;
  /** Why it was refused; empty when it was done. */
  readonly problem: string;
}

let onLateAnswer: (answer: LateAnswer) => void = () => undefined;

export function startOutbox(listener: (answer: LateAnswer) => void): void {
  onLateAnswer = listener;
  addEventListener("online", () => void flush());
  addEventListener("storage", () => {
    if (queuedActs.value.length) retryLater();
  });
  if (queuedActs.value.length) retryLater();
}

export function otherTournamentName(queued: QueuedAct): string {
  return queued.tournament === tournamentId() ? "" : queued.of || queued.tournament;
}

export function fetchPreview(act: Act, reason: string): Promise<Preview> {
  return postHere("/preview", { act, ...(reason ? { reason } : {}) });
}

/** Acts queued for a table or for the match on it, while offline. */
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

/** Callers that wait for an answer, by the key of the act. */
const waiters = new Map<string, Waiter>();

/** Send an act, based on the preview that was confirmed. Without a response it stays queued and `null` comes back. */
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

/** When other tabs take the tab of an act to be closed, and send it. */
const ABANDONED_MS = 20_000;
const LOCK = "carrom-desk-outbox";

function nextAct(): QueuedAct | undefined {
  const own = [...waiters.values()].map((one) => one.queued);
  const others = queuedActs.value.filter(
    (one) => !waiters.has(one.key) && (one.isKept || Date.now() - one.at > ABANDONED_MS),
  );
  return [...own, ...others].sort((one, other) => one.at - other.at)[0];
}

let isFlushing = false;
let retryTimer: ReturnType<typeof setTimeout> | null = null;

/** Send the queue in order; stop at the first act without a response. */
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

/** Leave the queue to one tab where the browser has locks (HTTPS and localhost); elsewhere the key prevents duplicates. */
async function trySend(next: QueuedAct): Promise<boolean> {
  if (waiters.has(next.key) || !navigator.locks) return sendNow(next);
  return navigator.locks.request(LOCK, { ifAvailable: true }, (lock) => lock !== null && sendNow(next));
}

async function sendNow(next: QueuedAct): Promise<boolean> {
  const { key, base, act, reason, confirm, tournament } = next;
  const body = { key, base, act, ...(reason ? { reason } : {}), ...(confirm ? { confirm } : {}) };
  try {
    const done = await post(`/api/tournaments/${tournament}/acts`, body, { token: tokenFor(tournament) });
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

/** Release all callers; any tab may send their acts. */
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
