// One log on its way to the server: what is asked next, and what an answer means. It may be asked any number of times,
// from any tab or in the background: the server takes each fact once by its number and id.

import type { PadAnswer, PadHead, PadSends } from "../../wire.ts";
import { type KeptMatch, type KeptSending, type Link, newId } from "../storage/database.ts";
import type { PadStorage } from "../storage/storage.ts";

export const MOST_FACTS = 100;

type Sent = PadSends["facts"][number]["body"];

/** The next question to the server about a match of a tournament: with facts that it has not acknowledged, if any.
 * Null: this phone has not what the server acknowledged, see `inOwnLog`. */
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

/** This phone and the server have different pasts under one name: what is here goes into a log of its own. */
export function inOwnLog(sending: KeptSending): KeptSending {
  return { ...sending, pad: newId(), former: [sending.pad, ...(sending.former ?? [])], acknowledged: 0 };
}

/** What the phone knows of its log at the server after this answer. */
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
  // Also when it is less than before: a server that was put back to yesterday's backup is told again.
  return { ...known, acknowledged: answer.has };
}
