// The phone's IndexedDB: matches, their log, and how far each has been sent.

import { type DBSchema, type IDBPDatabase, openDB } from "idb";

const NAME = "carrom-pad";
const VERSION = 1;

export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };

/** Binds a match to a tournament. `secret` is from the link that opened it. */
export interface Link {
  readonly tournament: string;
  readonly match: string;
  readonly secret: string;
  /** The desk's version of the match when this pad started it. */
  readonly version: number;
}

/** A match on this phone. Only the engine knows the form of `setup`. */
export interface KeptMatch {
  readonly id: string;
  /** When it was opened, by the phone's clock (ms). */
  readonly created: number;
  readonly setup: Json;
  readonly link: Link | null;
}

/** One tap, numbered from 1 without gaps and never changed. Its body is an event of the match or a message to the
 * desk (`DeskMessage`). */
export interface KeptEvent {
  readonly match: string;
  readonly n: number;
  readonly id: string;
  /** The phone's clock, ms. The server learns its offset. */
  readonly at: number;
  readonly body: Json;
}

/** Only the sender writes it. */
export interface KeptSending {
  readonly match: string;
  /** Secret id of this log at the server; replaced when two phones turn out to have the same. */
  readonly pad: string;
  /** Earlier ids of this log. */
  readonly former?: readonly string[];
  /** The server has all events up to this number. */
  readonly acknowledged: number;
  /** Why the server quarantines events of this pad. */
  readonly setAside: "revoked" | "elsewhere" | null;
  readonly problem: string | null;
  /** What happened to the result of the signed match. */
  readonly result: { readonly state: string; readonly text: string } | null;
  /** How many other phones have sent events of this match since this one started. */
  readonly others?: number;
  /** Why the desk does not show the match as started. */
  readonly notStarted?: string | null;
  /** A protest was upheld: replay from the start of that board. */
  readonly again?: {
    readonly protest: string;
    readonly board: number;
    readonly to: number;
    readonly reason: string;
  } | null;
  /** ms to add to the phone's clock for the server's; null before the first contact. */
  readonly offset: number | null;
}

/** State of a match outside its log: mode, drawn signatures. */
export interface KeptNote {
  readonly match: string;
  readonly name: string;
  readonly value: Json;
}

interface Schema extends DBSchema {
  matches: { key: string; value: KeptMatch };
  events: { key: [string, number]; value: KeptEvent; indexes: { id: string } };
  sending: { key: string; value: KeptSending };
  notes: { key: [string, string]; value: KeptNote };
}

export type PadDatabase = IDBPDatabase<Schema>;

/** Throws `StorageTrouble`. `onGone` is called when the browser closes the database later. */
export function openDatabase(onGone: (trouble: StorageTrouble) => void): Promise<PadDatabase> {
  if (typeof indexedDB === "undefined") {
    return Promise.reject(new StorageTrouble("unavailable", "this browser has no IndexedDB"));
  }
  return new Promise((resolve, reject) => {
    openDB<Schema>(NAME, VERSION, {
      upgrade(database, from) {
        if (from < 1) {
          database.createObjectStore("matches", { keyPath: "id" });
          const events = database.createObjectStore("events", { keyPath: ["match", "n"] });
          events.createIndex("id", "id", { unique: true });
          database.createObjectStore("sending", { keyPath: "match" });
          database.createObjectStore("notes", { keyPath: ["match", "name"] });
        }
      },
      blocked: () => reject(new StorageTrouble("blocked", "another tab holds an older database")),
      blocking: (_from, _to, event) => {
        // A newer pad in another tab wants to upgrade: let it, and stop writing here.
        (event.target as IDBDatabase).close();
        onGone(new StorageTrouble("newer", "a newer pad was opened in another tab"));
      },
      terminated: () => onGone(new StorageTrouble("gone", "the browser closed the database")),
    }).then(resolve, (error) => reject(troubleOf(error)));
  });
}

// Storage errors. The code selects the text (`storage-<code>`); the message is for logs.

type TroubleCode =
  /** Private windows of some browsers, or storage is disabled. */
  | "unavailable"
  | "newer"
  /** Another tab holds the database with an older version. */
  | "blocked"
  /** Unreadable, or events are missing. */
  | "torn"
  | "full"
  /** The browser closed or cleared the database. */
  | "gone"
  /** Another tab has written meanwhile; nothing was stored. */
  | "stale"
  | "unknown"
  /** The match has grown since its deletion was confirmed. */
  | "grown";

export class StorageTrouble extends Error {
  readonly code: TroubleCode;

  constructor(code: TroubleCode, message: string) {
    super(message);
    this.name = "StorageTrouble";
    this.code = code;
  }
}

export function troubleOf(error: unknown): StorageTrouble {
  if (error instanceof StorageTrouble) return error;
  const name = error instanceof Error || error instanceof DOMException ? error.name : "";
  const text = String(error);
  switch (name) {
    case "QuotaExceededError":
      return new StorageTrouble("full", text);
    case "VersionError":
      return new StorageTrouble("newer", text);
    case "InvalidStateError":
    case "AbortError":
      return new StorageTrouble("gone", text);
    case "UnknownError":
    case "DataError":
    case "NotReadableError":
    case "DataCloneError":
      return new StorageTrouble("torn", text);
    default:
      return new StorageTrouble("unavailable", text);
  }
}
