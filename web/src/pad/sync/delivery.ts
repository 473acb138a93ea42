// The exchange with the server about one log. Requests may be repeated from any tab: the server counts each event once
// by its number and id.

import type { PadAnswer, PadHead, PadSends } from "../../wire.ts";
import { type KeptMatch, type KeptSending, type Link, newId } from "../storage/database.ts";
import type { PadStorage } from "../storage/storage.ts";

export const MOST_FACTS = 100;

type Sent = PadSends["facts"][number]["body"];

/** The next request for a tournament match, with unacknowledged events. Null if the server has events that this phone
 * lacks; see `inOwnLog`. */
export async function nextSending(
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
export function inOwnLog(sending: KeptSending): KeptSending {
  return { ...sending, pad: newId(), former: [sending.pad, ...(sending.former ?? [])], acknowledged: 0 };
}

/** Update the sending state from an answer. */
export function afterAnswer(before: KeptSending, answer: PadAnswer, sent: number, received: number): KeptSending {
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
  if (answer.is_forked) return inOwnLog(known);
  if (answer.wants_head) return { ...known, acknowledged: 0 };
  // May be less than before: a server restored from a backup gets the rest again.
  return { ...known, acknowledged: answer.has };
}
