// One round of sending all matches of a phone, and the state its badge shows. Runs in the page and in the service
// worker.

import type { PadAnswer, PadSends } from "../../wire.ts";
import type { KeptSending } from "../storage/database.ts";
import type { PadStorage, Progress } from "../storage/storage.ts";
import { afterAnswer, inOwnLog, nextSending } from "./delivery.ts";

/** The server refuses the request; repeating it does not help. */
export class NotTaken extends Error {}

export type Post = (body: PadSends) => Promise<PadAnswer>;

/** State of the badge. */
export interface Outbox {
  /** `alone`: no tournament. `refused`: see `problem`. The others mean that everything is sent, but the tournament's
   * result (see `result`) is under review (`disputed`), different (`differs`) or was not accepted (`notTaken`);
   * `shared`: another phone records this match too. */
  readonly state:
    | "alone"
    | "sent"
    | "waiting"
    | "setAside"
    | "refused"
    | "disputed"
    | "differs"
    | "notTaken"
    | "shared";
  readonly waiting: number;
  readonly online: boolean;
  readonly problem: string | null;
  readonly result: KeptSending["result"];
  /** Number of other phones that record this match. */
  readonly others: number;
  /** Why events from here do not count. */
  readonly aside: KeptSending["setAside"];
  /** Why the desk does not show the match as started. */
  readonly notStarted: string | null;
  /** A protest was upheld: the event from which to replay. */
  readonly again: NonNullable<KeptSending["again"]> | null;
}

const LOCK = "carrom-pad-sending";
const HOUR_MS = 3_600_000;
/** How long after its start a fully sent match is re-checked with the server: in every round, or in a page's first. */
const ASKED_MS = { often: 3 * HOUR_MS, once: 30 * 24 * HOUR_MS };

export function outboxOf({ match, events, sending }: Progress, online: boolean): Outbox {
  const waiting = match.link ? Math.max(0, events - sending.acknowledged) : 0;
  const { problem, result } = sending;
  const others = sending.others ?? 0;
  const notStarted = sending.notStarted ?? null;
  const state = stateOf({ match, sending }, waiting);
  return {
    state,
    waiting,
    online,
    problem,
    result,
    others,
    aside: sending.setAside,
    notStarted,
    again: sending.again ?? null,
  };
}

const BECAME: Readonly<Record<string, Outbox["state"]>> = {
  review: "disputed",
  withdrawn: "differs",
  overruled: "differs",
  "not-taken": "notTaken",
};

function stateOf({ match, sending }: Pick<Progress, "match" | "sending">, waiting: number): Outbox["state"] {
  if (!match.link) return "alone";
  if (sending.problem) return "refused";
  if (sending.setAside) return "setAside";
  const became = BECAME[sending.result?.state ?? ""];
  if (became) return became;
  if (waiting > 0) return "waiting";
  return (sending.others ?? 0) > 0 && !sending.result ? "shared" : "sent";
}

export interface Outcome {
  readonly isAnswered: boolean;
  /** Unsent events that the server would accept. */
  readonly left: number;
}

/** Which fully sent matches to re-check. */
export interface Asking {
  /** The first round of a page. */
  readonly isFirst?: boolean;
  /** Only this match. */
  readonly only?: string | null;
}

/** Send each match completely, until the server stops answering. A lock makes tabs and the service worker take turns. */
export async function sendEverything(storage: PadStorage, post: Post, asking: Asking = {}): Promise<Outcome> {
  if (!navigator.locks) return sendRound(storage, post, asking);
  return navigator.locks.request(LOCK, () => sendRound(storage, post, asking));
}

async function sendRound(storage: PadStorage, post: Post, { isFirst = false, only = null }: Asking): Promise<Outcome> {
  let isAnswered = true;
  for (const { match, events, sending } of await storage.progress()) {
    const age = Date.now() - match.created;
    const isDue = age < (isFirst ? ASKED_MS.once : ASKED_MS.often) && (only === null || only === match.id);
    const isAsked = events > sending.acknowledged || isDue;
    if (!match.link || !isAnswered || !isAsked) continue;
    try {
      await sendMatch(storage, match.id, post);
    } catch (error) {
      if (error instanceof NotTaken) await note(storage, match.id, { problem: error.message });
      else isAnswered = false;
    }
  }
  let left = 0;
  for (const { match, events, sending } of await storage.progress()) {
    if (match.link && !sending.problem) left += Math.max(0, events - sending.acknowledged);
  }
  return { isAnswered, left };
}

async function sendMatch(storage: PadStorage, id: string, post: Post): Promise<void> {
  const { match } = await storage.load(id);
  if (!match.link) return;
  for (;;) {
    const before = await storage.sending(id);
    const body = await nextSending(storage, match, match.link, before);
    if (!body) {
      await storage.noteSending(inOwnLog(before));
      continue;
    }
    const answer = await post(body);
    const after = afterAnswer(before, answer, body.now, Date.now());
    await note(storage, id, after);
    const isTaken =
      after.pad === body.pad && after.acknowledged >= body.after + body.facts.length && !answer.wants_head;
    if (isTaken && (await storage.events(id, after.acknowledged, 1)).length === 0) return;
  }
}

/** Save a change; a new offset alone is not worth a write. */
async function note(storage: PadStorage, id: string, change: Partial<KeptSending>): Promise<void> {
  const before = await storage.sending(id);
  const after = { ...before, ...change };
  const drift = Math.abs((before.offset ?? Number.POSITIVE_INFINITY) - (after.offset ?? 0));
  const isNews = drift > 2000 || JSON.stringify({ ...before, offset: 0 }) !== JSON.stringify({ ...after, offset: 0 });
  if (isNews) await storage.noteSending(after);
}
