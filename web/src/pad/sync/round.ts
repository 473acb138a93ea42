// One round of sending over all matches of a phone, and what a badge says of it. It runs in a page or in the background.

import type { PadAnswer, PadSends } from "../../wire.ts";
import type { KeptSending } from "../storage/database.ts";
import type { PadStorage, Progress } from "../storage/storage.ts";
import { afterAnswer, inOwnLog, nextSending } from "./delivery.ts";

/** The server answers, and does not take it: waiting does not help by itself, people do. */
export class NotTaken extends Error {}

export type Post = (body: PadSends) => Promise<PadAnswer>;

/** What a badge shows of one match. */
export interface Outbox {
  /** `alone`: no tournament. `refused`: the server says why not, see `problem`. Then all is there, but the tournament
   * has another result than this pad (see `result`): `disputed`, under review; `differs`, it stands otherwise;
   * `notTaken`. `shared`: another phone writes this match too. */
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
  /** So many other phones keep this match too. */
  readonly others: number;
  /** Why what is tapped here does not count. */
  readonly aside: KeptSending["setAside"];
  /** Why the desk does not have this match in play although it was begun here. */
  readonly notStarted: string | null;
  /** A protest was upheld: from which event on the match is played again. */
  readonly again: NonNullable<KeptSending["again"]> | null;
}

const LOCK = "carrom-pad-sending";
const HOUR_MS = 3_600_000;
/** Of a match of which nothing waits the server is asked so long whether it still has it: in every round, or in the
 * first one of a page. */
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
  /** Whether the server could be reached. */
  readonly isAnswered: boolean;
  /** Facts that wait and that the server would take. */
  readonly left: number;
}

/** Which matches a round asks about of which nothing waits. */
export interface Asking {
  /** The first round of a page. */
  readonly isFirst?: boolean;
  /** This one alone. */
  readonly only?: string | null;
}

/** Each match is sent to its end, or until nobody answers. Tabs and the background take turns. */
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

/** Notes what is new. The offset is measured anew with every answer: alone it is no news. */
async function note(storage: PadStorage, id: string, change: Partial<KeptSending>): Promise<void> {
  const before = await storage.sending(id);
  const after = { ...before, ...change };
  const drift = Math.abs((before.offset ?? Number.POSITIVE_INFINITY) - (after.offset ?? 0));
  const isNews = drift > 2000 || JSON.stringify({ ...before, offset: 0 }) !== JSON.stringify({ ...after, offset: 0 });
  if (isNews) await storage.noteSending(after);
}
