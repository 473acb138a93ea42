// The page's engine: starts with the page; every screen asks through it.

import { asAction } from "../app/acknowledged.ts";
import { startEngine } from "./engine/engine.ts";
import type { AnswerOf, Question, ValueOf } from "./engine/questions.ts";

export const engine = startEngine();

export function ask<Q extends Question>(question: Q, value: ValueOf<Q>): Promise<AnswerOf<Q>> {
  return asAction(engine.call(question, value));
}
