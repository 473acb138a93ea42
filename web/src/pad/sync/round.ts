// One round of sending all matches of a phone, and the state its badge shows. Runs in the page and in the service
// worker.

import { ApiError } from "../../api/errors.ts";
import { newKey } from "../../api/ids.ts";
import type { PadAnswer, PadHead, PadSends } from "../../api/wire.ts";
import type { KeptMatch, KeptSending, Link } from "../storage/database.ts";
import type { PadStorage, Progress } from "../storage/storage.ts";

export type Post = (body: PadSends) => Promise<PadAnswer>;

export interface SendState {
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
  readonly others: number;
  /** Why events from here do not count. */
  readonly aside: KeptSending["setAside"];
  /** Why the desk does not show the match as started. */
  readonly notStarted: string | null;
  /** A protest was upheld: the event from which to replay. */
  readonly boardReplay: NonNullable<KeptSending["again"]> | null;
}

export const SYNC_TAG = "carrom-pad";
const LOCK = "carrom-pad-sending";
const HOUR_MS = 3_600_000;
/** How long after its start a fully sent match is re-checked with the server: in every round, or in a page's first. */
const RECHECK_FOR_MS = { often: 3 * HOUR_MS, once: 30 * 24 * HOUR_MS };

export function sendStateOf({ match, events, sending }: Progress, online: boolean): SendState {
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
    boardReplay: sending.again ?? null,
  };
}

const RESULT_STATES: Readonly<Record<string, SendState["state"]>> = {
  review: "disputed",
  withdrawn: "differs",
  overruled: "differs",
  "not-taken": "notTaken",
};

function stateOf({ match, sending }: Pick<Progress, "match" | "sending">, waiting: number): SendState["state"] {
  if (!match.link) return "alone";
  if (sending.problem) return "refused";
  if (sending.setAside) return "setAside";
  const became = RESULT_STATES[sending.result?.state ?? ""];
  if (became) return became;
  if (waiting > 0) return "waiting";
  return (sending.others ?? 0) > 0 && !sending.result ? "shared" : "sent";
}

interface Outcome {
  readonly isAnswered: boolean;
  readonly left: number;
}

/** Which fully sent matches to re-check. */
interface RoundOptions {
  readonly isFirst?: boolean;
  readonly only?: string | null;
}

/** Send each match completely, until the server stops answering. A lock makes tabs and the service worker take turns. */
export async function sendAll(storage: PadStorage, post: Post, options: RoundOptions = {}): Promise<Outcome> {
  if (!navigator.locks) return sendRound(storage, post, options);
  return navigator.locks.request(LOCK, () => sendRound(storage, post, options));
}

async function sendRound(
  storage: PadStorage,
  post: Post,
  { isFirst = false, only = null }: RoundOptions,
): Promise<Outcome> {
  let isAnswered = true;
  for (const { match, events, sending } of await storage.progress()) {
    const age = Date.now() - match.created;
    const shouldRecheck =
      age < (isFirst ? RECHECK_FOR_MS.once : RECHECK_FOR_MS.often) && (only === null || only === match.id);
    const shouldSend = events > sending.acknowledged || shouldRecheck;
    if (!match.link || !isAnswered || !shouldSend) continue;
    try {
      await sendMatch(storage, match.id, post);
    } catch (error) {
      if (error instanceof ApiError) await noteChange(storage, match.id, { problem: error.message });
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
      await storage.noteSending(asNewLog(before));
      continue;
    }
    const answer = await post(body);
    const after = afterAnswer(before, answer, body.now, Date.now());
    await noteChange(storage, id, after);
    const isTaken =
      after.pad === body.pad && after.acknowledged >= body.after + body.facts.length && !answer.wants_head;
    if (isTaken && (await storage.events(id, after.acknowledged, 1)).length === 0) return;
  }
}

/** Save a change; a new offset alone is not worth a write. */
async function noteChange(storage: PadStorage, id: string, change: Partial<KeptSending>): Promise<void> {
  const before = await storage.sending(id);
  const after = { ...before, ...change };
  const drift = Math.abs((before.offset ?? Number.POSITIVE_INFINITY) - (after.offset ?? 0));
  const isChanged =
    drift > 2000 || JSON.stringify({ ...before, offset: 0 }) !== JSON.stringify({ ...after, offset: 0 });
  if (isChanged) await storage.noteSending(after);
}

// The exchange with the server about one log. Requests may be repeated from any tab: the server counts each event once
// by its number and id.

const MOST_FACTS = 100;

type Sent = PadSends["facts"][number]["body"];

/** The next request for a tournament match, with unacknowledged events. Null if the server has events that this phone
 * lacks; see `asNewLog`. */
async function nextSending(
  storage: PadStorage,
  match: KeptMatch,
  link: Link,
  sending: KeptSending,
): Promise<PadSends | null> {
  const { tournament, match: number, secret, version } = link;
  const known = sending.acknowledged;
  const events = await storage.events(match.id, Math.max(0, known - 1), MOST_FACTS + 1);
  const behind = known > 0 ? events[0] : undefined;
  const facts = known > 0 ? events.slice(1) : events;
  if (known > 0 && behind?.n !== known) return null;
  return {
    tournament,
    secret,
    match: number,
    pad: sending.pad,
    after: known,
    behind: behind?.id ?? null,
    facts: facts.slice(0, MOST_FACTS).map(({ id, at, body }) => ({ id, at, body: body as object as Sent })),
    now: Date.now(),
    head: known === 0 ? { created: match.created, version, setup: match.setup as object as PadHead["setup"] } : null,
  };
}

/** Start a new log at the server: its log and this phone's have diverged. */
function asNewLog(sending: KeptSending): KeptSending {
  return { ...sending, pad: newKey(), former: [sending.pad, ...(sending.former ?? [])], acknowledged: 0 };
}

function afterAnswer(before: KeptSending, answer: PadAnswer, sent: number, received: number): KeptSending {
  const known = {
    ...before,
    setAside: answer.aside ?? null,
    problem: null,
    result: answer.result ?? null,
    others: answer.others ?? 0,
    notStarted: answer.not_started ?? null,
    again: answer.again ?? null,
    offset: Math.round(answer.now - (sent + received) / 2),
  };
  if (answer.is_forked) return asNewLog(known);
  if (answer.wants_head) return { ...known, acknowledged: 0 };
  // May be less than before: a server restored from a backup gets the rest again.
  return { ...known, acknowledged: answer.has };
}
