// The engine of law in this phone: questions in, answers out. It runs in a worker, so that the page never stands still.

import type { AnswerOf, Question, ValueOf } from "./questions.ts";

/** What the engine is doing: fetching and starting, ready, or begun anew after its worker was lost. */
export type EngineState = "starting" | "ready" | "failed";

/** A question that the engine could not read. What an umpire may not do is no error: see `refused` of the answer. */
export class EngineError extends Error {}

/** Everything that can be asked of the engine. */
export interface Engine {
  /** Questions that come before it is ready wait, in their order. */
  call<Q extends Question>(question: Q, value: ValueOf<Q>): Promise<AnswerOf<Q>>;
  readonly state: EngineState;
  /** Called at every change of `state`; returns what ends it. */
  onState(listener: (state: EngineState) => void): () => void;
  /** Called when the worker was lost and begun anew: the page opens its matches again from its own store. */
  onRestart(listener: () => Promise<void> | void): () => void;
  close(): void;
}
