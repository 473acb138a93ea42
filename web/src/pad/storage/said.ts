// What an umpire says to the desk, kept and sent in the order of the taps like every fact, but no event of the match.

import type { Json, KeptEvent } from "./database.ts";

/** The referee is wanted at this table, or has come. */
export interface RefereeCalled {
  readonly say: "referee" | "referee-came";
  readonly text: string;
  /** Seconds of the match, as its events have them. */
  readonly at: number;
}

export type Said = RefereeCalled;

export function isSaid(body: Json): body is Said & { readonly [key: string]: Json } {
  return typeof body === "object" && body !== null && "say" in body;
}

/** The events of the match, without what was said to the desk: what the engine folds. */
export function matchEvents(kept: readonly KeptEvent[]): Json[] {
  return kept.filter((event) => !isSaid(event.body)).map((event) => event.body);
}
