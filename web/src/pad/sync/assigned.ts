// A pad that was opened by the code of a table or a match: what is to be kept there, and beginning it on this phone.

import type { Assignment, PadWork } from "../../wire.ts";
import type { Json, KeptMatch } from "../storage/database.ts";
import type { Listed, PadStorage } from "../storage/storage.ts";
import { NotTaken } from "./round.ts";
import { askWork, takeUp } from "./server.ts";

export interface PadLink {
  readonly tournament: string;
  readonly secret: string;
}

export interface Assigned {
  readonly link: PadLink;
  /** Null while the server cannot be reached: what this phone has of that tournament can be gone on with. */
  readonly work: PadWork | null;
  /** Why the server gives nothing to this link, in its own words. */
  readonly problem: string | null;
  /** What this phone has begun in that tournament, the newest first. */
  readonly begun: readonly Listed[];
}

const LINK = "carrom.pad.link";
/** So many logs of its own a phone names, the newest first. */
const MOST_OWN = 500;

/** The link in an address (`#t=…&s=…`), or the one that this phone was opened with last. */
export function linkOf(hash: string): PadLink | null {
  const given = new URLSearchParams(hash.replace(/^#/, ""));
  const tournament = given.get("t");
  const secret = given.get("s");
  if (!tournament || !secret) return remembered();
  const link = { tournament, secret };
  try {
    localStorage.setItem(LINK, JSON.stringify(link));
  } catch {
    // It is in the address still.
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

/** Forgets the link: the pad is on its own again. What was kept stays, and is sent. */
export function leaveTournament(): void {
  try {
    localStorage.removeItem(LINK);
  } catch {
    // Nothing was remembered either.
  }
}

/** What is to be played where this link belongs. */
export async function assigned(storage: PadStorage, link: PadLink): Promise<Assigned> {
  const all = await storage.list();
  const begun = all.filter(({ match }) => match.link?.tournament === link.tournament);
  const pads = begun.flatMap(({ sending }) => [sending.pad, ...(sending.former ?? [])]).slice(0, MOST_OWN);
  try {
    const work = await askWork({ ...link, pads });
    await relink(storage, link, work, begun);
    return { link, work, problem: null, begun };
  } catch (error) {
    return { link, work: null, problem: error instanceof NotTaken ? error.message : null, begun };
  }
}

/** What this phone has begun where the link belongs is sent by it from now on: the one before may have been withdrawn. */
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

/** The match of an assignment on this phone: the one that was begun, or a new one. `from` is another pad whose facts
 * this one goes on from, in a copy of its own, also where this phone has begun the match: what was announced is opened. */
export async function beginAssigned(
  storage: PadStorage,
  link: PadLink,
  assignment: Assignment,
  from: string | null = null,
): Promise<KeptMatch> {
  const place = { ...link, match: assignment.match };
  const here = from === null ? await storage.linked(place) : null;
  if (here) return here;
  const other = from === null ? null : await takeUp({ ...place, pad: from });
  const setup = (other?.setup ?? assignment.setup) as object as Json;
  return storage.create(setup, { ...place, version: assignment.version }, (other?.bodies ?? []) as object[] as Json[]);
}
