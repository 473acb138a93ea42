// The log of one match: on the phone's disk, or in memory for training.

import { effect, type ReadonlySignal, signal } from "@preact/signals";
import { MatchClock } from "./storage/clock.ts";
import type { Json } from "./storage/database.ts";
import { matchEvents, type Said } from "./storage/said.ts";
import type { PadStorage } from "./storage/storage.ts";
import { MatchWriter, type Writing } from "./storage/writer.ts";

export interface Book {
  readonly id: string;
  readonly setup: Json;
  /** All events of the match, including those written by another tab. */
  readonly events: ReadonlySignal<readonly Json[]>;
  readonly writing: ReadonlySignal<Writing>;
  /** Saved state that is not part of the log, by name: mode, last screen, drawn signatures. */
  readonly notes: Readonly<Record<string, Json>>;
  /** Resolves when the event is on disk. */
  append(body: Json): Promise<unknown>;
  note(name: string, value: Json): void;
  /** Send a message to the desk; it is stored in the log but is no event of the match. */
  say(body: Said): void;
  now(): number;
  takeOver(): Promise<void>;
  close(): void;
}

export async function openBook(storage: PadStorage, id: string): Promise<Book> {
  const [writer, { notes }] = await Promise.all([MatchWriter.open(storage, id), storage.load(id)]);
  const first = matchEvents(writer.events.value);
  const last = first.at(-1) as { at?: number } | undefined;
  const clock = new MatchClock(writer.match.created, last?.at ?? 0);
  const events = signal<readonly Json[]>(first);
  const stop = effect(() => {
    events.value = matchEvents(writer.events.value);
  });
  const known: Record<string, Json> = { ...notes };
  return {
    id,
    setup: writer.match.setup,
    events,
    writing: writer.writing,
    notes: known,
    append: (body) => writer.append(body),
    note: (name, value) => {
      known[name] = value;
      void storage.note(id, name, value).catch(() => undefined);
    },
    say: (body) => void writer.append({ ...body }).catch(() => undefined),
    now: () => clock.now(),
    takeOver: () => writer.takeOver(),
    close: () => {
      stop();
      writer.close();
    },
  };
}

/** An in-memory log for training. Its clock continues from the last event. */
export function sketchBook(id: string, setup: Json, begun: readonly Json[]): Book {
  const last = begun.at(-1) as { at?: number } | undefined;
  const clock = new MatchClock(Date.now() - (last?.at ?? 0) * 1000, last?.at ?? 0);
  const events = signal<readonly Json[]>(begun);
  const notes: Record<string, Json> = {};
  return {
    id,
    setup,
    events,
    writing: signal<Writing>("writing"),
    notes,
    append: async (body) => {
      events.value = [...events.value, body];
    },
    note: (name, value) => {
      notes[name] = value;
    },
    say: () => undefined,
    now: () => clock.now(),
    takeOver: () => Promise.resolve(),
    close: () => undefined,
  };
}
