// The matches behind a scanned code, and starting them on this phone.

import { ApiError } from "../../api/errors.ts";
import type { Assignment, PadWork } from "../../api/wire.ts";
import type { Json, KeptMatch } from "../storage/database.ts";
import type { Listed, PadStorage } from "../storage/storage.ts";
import { fetchLog, fetchWork } from "./server.ts";

export interface PadLink {
  readonly tournament: string;
  readonly secret: string;
}

export interface Assigned {
  readonly link: PadLink;
  /** Null while offline: matches already on this phone can continue. */
  readonly work: PadWork | null;
  /** The server's reason for refusing this link. */
  readonly problem: string | null;
  readonly begun: readonly Listed[];
}

const LINK = "carrom.pad.link";
const MOST_OWN = 500;

/** The link in an address (`#t=…&s=…`), or the last one used. */
export function linkOf(hash: string): PadLink | null {
  const given = new URLSearchParams(hash.replace(/^#/, ""));
  const tournament = given.get("t");
  const secret = given.get("s");
  if (!tournament || !secret) return remembered();
  const link = { tournament, secret };
  try {
    localStorage.setItem(LINK, JSON.stringify(link));
  } catch {
    // The address still has it.
  }
  return link;
}

function remembered(): PadLink | null {
  try {
    const found: Partial<PadLink> | null = JSON.parse(localStorage.getItem(LINK) ?? "null");
    const { tournament, secret } = found ?? {};
    return typeof tournament === "string" && typeof secret === "string" ? { tournament, secret } : null;
  } catch {
    return null;
  }
}

/** Forget the link. Matches on the phone stay and are still sent. */
export function leaveTournament(): void {
  try {
    localStorage.removeItem(LINK);
  } catch {
    // Then nothing was stored either.
  }
}

export async function assigned(storage: PadStorage, link: PadLink): Promise<Assigned> {
  const all = await storage.list();
  const begun = all.filter(({ match }) => match.link?.tournament === link.tournament);
  const pads = begun.flatMap(({ sending }) => [sending.pad, ...(sending.former ?? [])]).slice(0, MOST_OWN);
  try {
    const work = await fetchWork({ ...link, pads });
    await relink(storage, link, work, begun);
    return { link, work, problem: null, begun };
  } catch (error) {
    return { link, work: null, problem: error instanceof ApiError ? error.message : null, begun };
  }
}

/** Send this link's matches by its own secret from now on: an earlier one may have been revoked. */
async function relink(
  storage: PadStorage,
  { secret }: PadLink,
  work: PadWork,
  begun: readonly Listed[],
): Promise<void> {
  const here = new Set(work.is_revoked ? [] : work.matches.map((one) => one.match));
  for (const { id, link } of begun.map((one) => one.match)) {
    if (link && here.has(link.match) && link.secret !== secret) await storage.relink(id, secret);
  }
}

/** This phone's log of an assignment, or a new one. `from` names another pad whose events to copy, even if this phone
 * has a log: the user chose to continue that one. */
export async function beginAssigned(
  storage: PadStorage,
  link: PadLink,
  assignment: Assignment,
  from: string | null = null,
): Promise<KeptMatch> {
  const place = { ...link, match: assignment.match };
  const here = from === null ? await storage.linked(place) : null;
  if (here) return here;
  const other = from === null ? null : await fetchLog({ ...place, pad: from });
  const setup = (other?.setup ?? assignment.setup) as object as Json;
  return storage.create(setup, { ...place, version: assignment.version }, (other?.bodies ?? []) as object[] as Json[]);
}
