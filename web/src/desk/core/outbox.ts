// What somebody does, kept in this browser until the server has acknowledged it, and sent again with the same key: it
// counts exactly once, whatever the network does meanwhile.

import { signal } from "@preact/signals";
import { keep, recall } from "../../app/prefs.ts";
import type { ActDone, Foreseen } from "../../wire.ts";
import { NoAnswer, online, tell } from "./ask.ts";
import { known, pathOf, sawSeq, standing } from "./tournament.ts";

/** An act of the desk by its name, with what it is told. */
export type Act = { readonly do: string } & Readonly<Record<string, unknown>>;

export interface Sent {
  readonly key: string;
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
export const waiting = signal<readonly Sent[]>(recall<Sent[]>(KEPT, []));
/** Acts that were kept for later and that the server then refused. Nobody stood there to read it. */
export const refusedLater = signal<readonly NotDone[]>(recall<NotDone[]>(`${KEPT}.refused`, []));

/** What became at last of an act that had been kept: nobody waits for that answer, and everybody should see it. */
export const settledLater = signal<{
  readonly sent: Sent;
  readonly lines: readonly string[];
  readonly whole: number;
  readonly problem: string;
} | null>(null);

function put(list: readonly Sent[]): void {
  waiting.value = list;
  keep(KEPT, list);
}

function putRefused(list: readonly NotDone[]): void {
  refusedLater.value = list;
  keep(`${KEPT}.refused`, list);
}

export function forgetRefused(key: string): void {
  putRefused(refusedLater.value.filter((one) => one.key !== key));
}

function body(sent: Sent): object {
  const { key, base, act, reason, confirm } = sent;
  return { key, base, act, ...(reason ? { reason } : {}), ...(confirm ? { confirm } : {}) };
}

/** The name of the tournament of an act, where that is not the one on this page. */
export function nameElsewhere(sent: Sent): string {
  return sent.tournament === standing.value?.id ? "" : sent.of || sent.tournament;
}

export function foresee(act: Act, reason: string): Promise<Foreseen> {
  return tell<Foreseen>(pathOf("/preview"), { act, ...(reason ? { reason } : {}) }, standing.value?.id ?? null);
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
  readonly done: (answer: ActDone | null) => void;
  readonly refused: (error: Error) => void;
}

/** Who stands there and waits for the answer, by the key of the act. */
const waiters = new Map<string, Waiter>();

/** Do it. Without an answer it stays in the outbox and `null` comes back: it will be done when the server is there.
 * Who has seen what it would do acts upon that moment, whatever this page has heard of since. */
export function send(act: Act, label: string, reason = "", seen: Foreseen | null = null): Promise<ActDone | null> {
  const sent: Sent = {
    key: crypto.randomUUID(),
    base: seen?.seq ?? known(),
    tournament: standing.value?.id ?? "",
    of: standing.value?.name ?? "",
    act,
    label,
    ...(reason ? { reason } : {}),
    ...(seen?.confirm ? { confirm: seen.confirm } : {}),
  };
  put([...waiting.value, sent]);
  return new Promise((done, refused) => {
    waiters.set(sent.key, { done, refused });
    void flush();
  });
}

function settle(key: string): Waiter | undefined {
  put(waiting.value.filter((one) => one.key !== key));
  const waiter = waiters.get(key);
  waiters.delete(key);
  return waiter;
}

let isFlushing = false;
let timer: ReturnType<typeof setTimeout> | null = null;

/** Send what waits, in the order in which it was done; stop at the first that has no answer. */
export async function flush(): Promise<void> {
  if (isFlushing) return;
  isFlushing = true;
  try {
    for (let next = waiting.value[0]; next !== undefined; next = waiting.value[0]) {
      try {
        const done = await tell<ActDone>(`/api/tournaments/${next.tournament}/acts`, body(next), next.tournament);
        sawSeq(done.seq);
        const waiter = settle(next.key);
        if (waiter) waiter.done(done);
        else settledLater.value = { sent: next, ...sayingOf(done), problem: "" };
      } catch (error) {
        if (error instanceof NoAnswer) {
          for (const waiter of waiters.values()) waiter.done(null);
          waiters.clear();
          retryLater();
          return;
        }
        const waiter = settle(next.key);
        const problem = (error as Error).message;
        if (waiter) waiter.refused(error as Error);
        else {
          putRefused([...refusedLater.value, { ...next, problem }]);
          settledLater.value = { sent: next, lines: [], whole: 0, problem };
        }
      }
    }
  } finally {
    isFlushing = false;
  }
}

function retryLater(): void {
  if (timer !== null) return;
  timer = setTimeout(() => {
    timer = null;
    void flush();
  }, 1500);
}

addEventListener("online", () => void flush());
if (waiting.value.length) retryLater();
