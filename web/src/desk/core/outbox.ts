// What somebody does, kept in this browser until the server has acknowledged it, and sent again with the same key: it
// counts exactly once, whatever the network does meanwhile, and whichever tab sends it.

import { signal } from "@preact/signals";
import { newKey } from "../../app/ids.ts";
import type { ActDone, Preview } from "../../wire.ts";
import { NoAnswer, online, tell } from "./ask.ts";
import { SharedList } from "./kept_acts.ts";
import { baseNow, pathOf, sawOwn, standing } from "./tournament.ts";

/** An act of the desk by its name, with what it is told. */
export type Act = { readonly do: string } & Readonly<Record<string, unknown>>;

export interface Sent {
  readonly key: string;
  readonly at: number;
  /** There was no answer: nobody waits for one any more, and any tab may send it. */
  readonly isKept?: boolean;
  readonly base: number;
  readonly tournament: string;
  /** What the tournament is called: who looks at another one by then has to know of which this is. */
  readonly of?: string;
  readonly act: Act;
  readonly reason?: string;
  readonly confirm?: string;
  /** What it is in words, for the list of what waits. */
  readonly label: string;
}

export interface NotDone extends Sent {
  readonly problem: string;
}

const KEPT = "carrom.desk.outbox";
const acts = new SharedList<Sent>("carrom.desk.act", KEPT, (old, at) => ({ ...old, at, isKept: true }));
const refusals = new SharedList<NotDone>("carrom.desk.refused", `${KEPT}.refused`, (old, at) => ({ ...old, at }));
export const waiting = acts.all;
/** Acts that were kept for later and that the server then refused. Nobody stood there to read it. */
export const refusedLater = refusals.all;

/** What became at last of an act that had been kept: nobody waits for that answer, and everybody should see it. */
export const settledLater = signal<{
  readonly sent: Sent;
  readonly lines: readonly string[];
  readonly whole: number;
  readonly problem: string;
} | null>(null);

export function forgetRefused(key: string): void {
  refusals.remove(key);
}

function body(sent: Sent): object {
  const { key, base, act, reason, confirm } = sent;
  return { key, base, act, ...(reason ? { reason } : {}), ...(confirm ? { confirm } : {}) };
}

/** The name of the tournament of an act, where that is not the one on this page. */
export function nameElsewhere(sent: Sent): string {
  return sent.tournament === standing.value?.id ? "" : sent.of || sent.tournament;
}

export function foresee(act: Act, reason: string): Promise<Preview> {
  return tell<Preview>(pathOf("/preview"), { act, ...(reason ? { reason } : {}) }, standing.value?.id ?? null);
}

/** What is kept here for a table, or for the match on it, while the server is away. */
export function keptAt(table: number, match: string | undefined): readonly Sent[] {
  if (online.value) return [];
  return waiting.value.filter(
    ({ tournament, act }) =>
      tournament === standing.value?.id &&
      (act.table === table || act.match === `@${table}` || (match !== undefined && act.match === match)),
  );
}

/** What an act has done, in sentences. The first `whole` of them are never cut: what was done, and what it means to those
 * who are at tables. */
export function sayingOf(done: ActDone): { readonly lines: readonly string[]; readonly whole: number } {
  const calls = done.changes.filter((one) => one.kind === "call").length; // the server has them first
  return { lines: [...done.said, ...done.changes.map((one) => one.text)], whole: done.said.length + calls };
}

interface Waiter {
  readonly sent: Sent;
  readonly done: (answer: ActDone | null) => void;
  readonly refused: (error: Error) => void;
}

/** Who stands there and waits for the answer, by the key of the act. */
const waiters = new Map<string, Waiter>();

/** Do it. Without an answer it stays in the outbox and `null` comes back: it will be done when the server is there.
 * Who has seen what it would do acts upon that moment, whatever this page has heard of since. */
export function send(act: Act, label: string, reason = "", seen: Preview | null = null): Promise<ActDone | null> {
  const sent: Sent = {
    key: newKey(),
    at: nextMoment(),
    base: seen?.seq ?? baseNow(),
    tournament: standing.value?.id ?? "",
    of: standing.value?.name ?? "",
    act,
    label,
    ...(reason ? { reason } : {}),
    ...(seen?.confirm ? { confirm: seen.confirm } : {}),
  };
  acts.put(sent);
  return new Promise((done, refused) => {
    waiters.set(sent.key, { sent, done, refused });
    void flush();
  });
}

let lastMoment = 0;
function nextMoment(): number {
  lastMoment = Math.max(Date.now(), lastMoment + 1);
  return lastMoment;
}

function settle(key: string): Waiter | undefined {
  acts.remove(key);
  const waiter = waiters.get(key);
  waiters.delete(key);
  return waiter;
}

/** After so long whoever did it is thought to have closed his tab: the others send it. */
const LEFT_MS = 20_000;
const LOCK = "carrom-desk-outbox";

/** The first act that is this tab's to send: an own one, or one that nobody waits for. */
function nextAct(): Sent | undefined {
  const own = [...waiters.values()].map((one) => one.sent);
  const others = waiting.value.filter((one) => !waiters.has(one.key) && (one.isKept || Date.now() - one.at > LEFT_MS));
  return [...own, ...others].sort((one, other) => one.at - other.at)[0];
}

let isFlushing = false;
let timer: ReturnType<typeof setTimeout> | null = null;

/** Send what waits, in the order in which it was done; stop at the first that has no answer. */
export async function flush(): Promise<void> {
  if (isFlushing) return;
  isFlushing = true;
  try {
    for (let next = nextAct(); next !== undefined; next = nextAct()) if (!(await inTurn(next))) break;
  } finally {
    isFlushing = false;
  }
  if (waiting.value.length) retryLater();
}

/** Send it, unless another tab is about to send what waits. Locks between tabs are had on HTTPS and localhost alone;
 * elsewhere two tabs may send the same act, which counts once by its key. */
async function inTurn(next: Sent): Promise<boolean> {
  if (waiters.has(next.key) || !navigator.locks) return sendNow(next);
  return navigator.locks.request(LOCK, { ifAvailable: true }, (lock) => lock !== null && sendNow(next));
}

/** Whether there was an answer. */
async function sendNow(next: Sent): Promise<boolean> {
  try {
    const done = await tell<ActDone>(`/api/tournaments/${next.tournament}/acts`, body(next), next.tournament);
    if (next.tournament === standing.value?.id) sawOwn(done.first, done.seq);
    const waiter = settle(next.key);
    if (waiter) waiter.done(done);
    else settledLater.value = { sent: next, ...sayingOf(done), problem: "" };
  } catch (error) {
    if (error instanceof NoAnswer) {
      keepAll();
      return false;
    }
    const waiter = settle(next.key);
    const problem = (error as Error).message;
    if (waiter) waiter.refused(error as Error);
    else {
      refusals.put({ ...next, problem });
      settledLater.value = { sent: next, lines: [], whole: 0, problem };
    }
  }
  return true;
}

/** Nobody stands and waits any longer: what was done here is sent when the server is there, by whichever tab. */
function keepAll(): void {
  for (const { sent, done } of waiters.values()) {
    acts.put({ ...sent, isKept: true });
    done(null);
  }
  waiters.clear();
}

function retryLater(): void {
  if (timer !== null) return;
  timer = setTimeout(() => {
    timer = null;
    void flush();
  }, 1500);
}

addEventListener("online", () => void flush());
addEventListener("storage", () => {
  if (waiting.value.length) retryLater();
});
if (waiting.value.length) retryLater();
