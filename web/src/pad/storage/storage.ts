// Matches on this phone. An event is on disk when `append` resolves.

import { newKey } from "../../api/ids.ts";
import {
  type Json,
  type KeptEvent,
  type KeptMatch,
  type KeptNote,
  type KeptSending,
  type Link,
  openDatabase,
  type PadDatabase,
  StorageTrouble,
  troubleOf,
} from "./database.ts";

interface KeptLog {
  readonly match: KeptMatch;
  readonly events: readonly KeptEvent[];
  readonly notes: Readonly<Record<string, Json>>;
}

export interface Progress {
  readonly match: KeptMatch;
  readonly events: number;
  readonly sending: KeptSending;
}

export interface Listed extends Progress {
  readonly notes: Readonly<Record<string, Json>>;
}

type Grown = (match: string, isHere: boolean) => void;

const CHANNEL = "carrom-pad";

export class PadStorage {
  /** Called when the database is closed from outside: nothing can be stored any more. */
  onGone: ((trouble: StorageTrouble) => void) | null = null;
  private readonly database: Promise<PadDatabase>;
  private readonly channel = typeof BroadcastChannel === "undefined" ? null : new BroadcastChannel(CHANNEL);
  private readonly grown = new Set<Grown>();

  private constructor() {
    this.database = openDatabase((trouble) => this.onGone?.(trouble));
    if (this.channel) this.channel.onmessage = (event) => this.tell(String(event.data), false);
  }

  static async open(): Promise<PadStorage> {
    const storage = new PadStorage();
    await storage.database;
    return storage;
  }

  async close(): Promise<void> {
    this.channel?.close();
    (await this.database).close();
  }

  /** Calls `listener` with the id of a match that grew or was acknowledged, and whether in this tab. Returns a
   * function to stop. */
  watch(listener: Grown): () => void {
    this.grown.add(listener);
    return () => this.grown.delete(listener);
  }

  list(): Promise<Listed[]> {
    return this.trying(async (database) => {
      const transaction = database.transaction(["matches", "events", "sending", "notes"]);
      const matches = await transaction.objectStore("matches").getAll();
      const listed = matches.map(async (match) => ({
        match,
        events: await transaction.objectStore("events").count(range(match.id)),
        sending: (await transaction.objectStore("sending").get(match.id)) ?? unsent(match.id),
        notes: named(await transaction.objectStore("notes").getAll(ofMatch(match.id))),
      }));
      const all = await Promise.all(listed);
      return all.sort((one, other) => other.match.created - one.match.created);
    });
  }

  /** Sending progress of tournament matches, newest first: all, or one. Runs at every tap, so it reads nothing else. */
  progress(id?: string): Promise<Progress[]> {
    return this.trying(async (database) => {
      const transaction = database.transaction(["matches", "events", "sending"]);
      const matches = await transaction.objectStore("matches").getAll(id);
      const found = matches
        .filter((match) => match.link !== null)
        .map(async (match) => ({
          match,
          events: await transaction.objectStore("events").count(range(match.id)),
          sending: (await transaction.objectStore("sending").get(match.id)) ?? unsent(match.id),
        }));
      const all = await Promise.all(found);
      return all.sort((one, other) => other.match.created - one.match.created);
    });
  }

  /** Matches that were on this phone and are gone: the browser deleted its database. */
  async lost(): Promise<readonly string[]> {
    const here = new Set((await this.list()).map((one) => one.match.id));
    return knownMatches().filter((id) => !here.has(id));
  }

  /** Create a match, optionally with events to continue from, and ask the browser for persistent storage. */
  async create(setup: Json, link: Link | null = null, bodies: readonly Json[] = []): Promise<KeptMatch> {
    const at = Date.now();
    const match = { id: newKey(), created: at, setup, link };
    await this.trying(async (database) => {
      const transaction = database.transaction(["matches", "events"], "readwrite", { durability: "strict" });
      const events = bodies.map((body, index) => ({ match: match.id, n: index + 1, id: newKey(), at, body }));
      await Promise.all([
        transaction.objectStore("matches").add(match),
        ...events.map((event) => transaction.objectStore("events").add(event)),
        transaction.done,
      ]);
    });
    rememberMatch(match.id);
    this.announce(match.id);
    if (navigator.storage?.persist) void navigator.storage.persist().catch(() => false);
    return match;
  }

  /** This phone's log of a tournament match, if any: scanning the same QR code opens it again. */
  async linked(link: Pick<Link, "tournament" | "match">): Promise<KeptMatch | null> {
    const all = await this.list();
    const found = all.find(
      ({ match }) => match.link?.tournament === link.tournament && match.link.match === link.match,
    );
    return found?.match ?? null;
  }

  async relink(id: string, secret: string): Promise<void> {
    await this.trying(async (database) => {
      const transaction = database.transaction("matches", "readwrite", { durability: "strict" });
      const match = await transaction.store.get(id);
      if (match?.link) await transaction.store.put({ ...match, link: { ...match.link, secret } });
      await transaction.done;
    });
    this.announce(id);
  }

  /** A match with all events. Throws `torn` if some are missing. */
  load(id: string): Promise<KeptLog> {
    return this.trying(async (database) => {
      const transaction = database.transaction(["matches", "events", "notes"]);
      const match = await transaction.objectStore("matches").get(id);
      const events = await transaction.objectStore("events").getAll(range(id));
      const notes = named(await transaction.objectStore("notes").getAll(ofMatch(id)));
      if (!match) throw new StorageTrouble("unknown", `no match ${id} on this phone`);
      if (events.some((event, index) => event.n !== index + 1)) {
        throw new StorageTrouble("torn", `the facts of ${id} have a gap`);
      }
      return { match, events, notes };
    });
  }

  events(id: string, since: number, most?: number): Promise<KeptEvent[]> {
    return this.trying((database) => database.getAll("events", range(id, since + 1), most));
  }

  /** Store one event after number `after`. Throws `stale` if another tab has written meanwhile, so that no number is
   * written twice. */
  async append(id: string, after: number, body: Json): Promise<KeptEvent> {
    const event = { match: id, n: after + 1, id: newKey(), at: Date.now(), body };
    await this.trying(async (database) => {
      const transaction = database.transaction(["matches", "events"], "readwrite", { durability: "strict" });
      const events = transaction.objectStore("events");
      const [match, last] = await Promise.all([
        transaction.objectStore("matches").getKey(id),
        events.openKeyCursor(range(id), "prev"),
      ]);
      const trouble = !match
        ? new StorageTrouble("unknown", `no match ${id} on this phone`)
        : (last ? last.key[1] : 0) !== after
          ? new StorageTrouble("stale", `${id} has grown`)
          : null;
      if (trouble) {
        await transaction.done;
        throw trouble;
      }
      await Promise.all([events.add(event), transaction.done]);
    });
    this.announce(id);
    return event;
  }

  /** Save state outside the log, replacing the note of this name. It is never sent. */
  async note(id: string, name: string, value: Json): Promise<void> {
    await this.trying((database) => database.put("notes", { match: id, name, value }));
  }

  sending(id: string): Promise<KeptSending> {
    return this.trying(async (database) => (await database.get("sending", id)) ?? unsent(id));
  }

  async noteSending(sending: KeptSending): Promise<void> {
    await this.trying((database) => database.put("sending", sending));
    this.announce(sending.match);
  }

  /** The log as a file: a header, then one event per line. */
  async export(id: string): Promise<string> {
    const { match, events } = await this.load(id);
    const { link, ...head } = match;
    // The secret is left out: files are passed around.
    const place = link && { tournament: link.tournament, match: link.match };
    const heading = { carrom: "pad", version: 1, ...head, link: place };
    return [heading, ...events.map(({ n, id, at, body }) => ({ n, id, at, body }))]
      .map((line) => `${JSON.stringify(line)}\n`)
      .join("");
  }

  /** Delete a match, unless it has grown since the user confirmed. */
  async remove(id: string, events: number): Promise<void> {
    await this.trying(async (database) => {
      const transaction = database.transaction(["matches", "events", "sending", "notes"], "readwrite", {
        durability: "strict",
      });
      if ((await transaction.objectStore("events").count(range(id))) !== events) {
        await transaction.done;
        throw new StorageTrouble("grown", `${id} has grown`);
      }
      await Promise.all([
        transaction.objectStore("matches").delete(id),
        transaction.objectStore("events").delete(range(id)),
        transaction.objectStore("sending").delete(id),
        transaction.objectStore("notes").delete(ofMatch(id)),
        transaction.done,
      ]);
    });
    forgetMatch(id);
    this.announce(id);
  }

  private announce(match: string): void {
    this.channel?.postMessage(match);
    this.tell(match, true);
  }

  private tell(match: string, isHere: boolean): void {
    for (const listener of this.grown) listener(match, isHere);
  }

  private async trying<T>(work: (database: PadDatabase) => Promise<T>): Promise<T> {
    try {
      return await work(await this.database);
    } catch (error) {
      throw troubleOf(error);
    }
  }
}

function range(match: string, from = 0): IDBKeyRange {
  return IDBKeyRange.bound([match, from], [match, Number.POSITIVE_INFINITY]);
}

function ofMatch(match: string): IDBKeyRange {
  return IDBKeyRange.bound([match, ""], [match, "\uffff"]);
}

function named(notes: readonly KeptNote[]): Readonly<Record<string, Json>> {
  return Object.fromEntries(notes.map((note) => [note.name, note.value]));
}

function unsent(match: string): KeptSending {
  return { match, pad: match, acknowledged: 0, setAside: null, problem: null, result: null, offset: null };
}

// Which matches this phone should have, noted outside the database: browsers silently delete a damaged database, and
// the umpire must learn of it.

const KNOWN = "carrom.pad.kept";

function knownMatches(): readonly string[] {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(KNOWN) ?? "[]");
    return Array.isArray(found) ? found.filter((id) => typeof id === "string") : [];
  } catch {
    return [];
  }
}

function rememberMatch(id: string): void {
  saveKnown([...knownMatches(), id]);
}

function forgetMatch(id: string): void {
  saveKnown(knownMatches().filter((one) => one !== id));
}

function saveKnown(ids: readonly string[]): void {
  try {
    localStorage.setItem(KNOWN, JSON.stringify(ids));
  } catch {
    // Storage is full or denied: a later loss goes unnoticed.
  }
}
