// Messages to the desk, stored and sent in order with the events of a match.

import type { Json, KeptEvent } from "./database.ts";

/** The umpire calls the referee, or the referee has arrived. */
export interface RefereeCalled {
  readonly say: "referee" | "referee-came";
  readonly text: string;
  /** Seconds of the match, as in its events. */
  readonly at: number;
}

export type Said = RefereeCalled;

export function isSaid(body: Json): body is Said & { readonly [key: string]: Json } {
  return typeof body === "object" && body !== null && "say" in body;
}

/** The log without messages to the desk: what the engine folds. */
export function matchEvents(kept: readonly KeptEvent[]): Json[] {
  return kept.filter((event) => !isSaid(event.body)).map((event) => event.body);
}
