// The phone's own database: matches, their facts in order, and how far each has been sent. Whatever is in it was
// written whole: a transaction that is not complete did not happen.

import { type DBSchema, type IDBPDatabase, openDB } from "idb";
import { StorageTrouble, troubleOf } from "./trouble.ts";

export const NAME = "carrom-pad";
export const VERSION = 1;

export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };

/** What binds a match to a tournament: which one, which match of it, and the secret of the link that opened it. */
export interface Link {
  readonly tournament: string;
  readonly match: string;
  readonly secret: string;
  /** How much the desk knew of the match when it was taken up here. */
  readonly version: number;
}

/** A match kept on this phone. `setup` is the head that the engine folds from; its form is the engine's. */
export interface KeptMatch {
  readonly id: string;
  /** The phone's clock (ms) when it was opened. */
  readonly created: number;
  readonly setup: Json;
  readonly link: Link | null;
}

/** One tap: numbered from 1 without gaps, with an id of its own and the phone's time. It is never changed. Its body is
 * an event of the match as the engine writes it, or something said to the desk (`said.ts`). */
export interface KeptEvent {
  readonly match: string;
  readonly n: number;
  readonly id: string;
  /** The phone's clock, ms. It may be wrong; the server learns by how much. */
  readonly at: number;
  readonly body: Json;
}

/** How far the server has a match. Written by whoever sends, never by whoever taps. */
export interface KeptSending {
  readonly match: string;
  /** Under what name the server keeps this log: this phone's secret. Another one, where two phones had the same. */
  readonly pad: string;
  /** The names under which the server has earlier logs of this match from this phone. */
  readonly former?: readonly string[];
  /** The server has all facts up to this number. */
  readonly acknowledged: number;
  /** The server keeps facts of this pad apart, and why. */
  readonly setAside: "revoked" | "elsewhere" | null;
  /** Why the server does not take them, in its own words; they wait here. */
  readonly problem: string | null;
  /** What became of the result of the signed match. */
  readonly result: { readonly state: string; readonly text: string } | null;
  /** So many other phones have told something of this match since this one began. */
  readonly others?: number;
  /** Why the desk does not have the match in play, in its own words, although it was begun here. */
  readonly notStarted?: string | null;
  /** A protest was upheld, and this match goes back to the beginning of that board. */
  readonly again?: {
    readonly protest: string;
    readonly board: number;
    readonly to: number;
    readonly reason: string;
  } | null;
  /** ms to add to the phone's clock for the server's; null before they ever met. */
  readonly offset: number | null;
}

/** What belongs to a match on this phone and is no fact of it: how it is kept, what was drawn as a signature. */
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

/** Opens it, or says what is wrong. `onGone` is called when the browser takes it away later. */
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
        // A newer pad in another tab waits for this one. What was kept is kept; this tab only stops writing.
        (event.target as IDBDatabase).close();
        onGone(new StorageTrouble("newer", "a newer pad was opened in another tab"));
      },
      terminated: () => onGone(new StorageTrouble("gone", "the browser closed the database")),
    }).then(resolve, (error) => reject(troubleOf(error)));
  });
}

/** A number of its own for everything: also on plain HTTP, where browsers have no `randomUUID`. */
export function newId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
