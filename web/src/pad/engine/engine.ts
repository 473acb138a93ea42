// Client of the law engine, which runs in a worker so that the page stays responsive.

import { asAction } from "../../api/acknowledged.ts";
import { ENGINE, ROOT } from "./phone.ts";
import type { AgreedSetup, AnswerOf, LoggedEvent, Question, ValueOf } from "./questions.ts";
import type { FromWorker, ToWorker } from "./worker.ts";

/** After "failed", the next question tries to start the engine again. */
type EngineState = "starting" | "ready" | "failed";

/** The engine could not read or answer a question. A tap against the rules is no error: see `refused` of the answer. */
class EngineError extends Error {}

interface Engine {
  /** Questions asked before the engine is ready wait, in order. */
  call<Q extends Question>(question: Q, value: ValueOf<Q>): Promise<AnswerOf<Q>>;
  readonly state: EngineState;
  /** Calls `listener` at every change of `state`; returns a function to stop. */
  onState(listener: (state: EngineState) => void): () => void;
  close(): void;
}

interface PendingQuestion {
  id: number;
  question: string;
  value: unknown;
  resolve: (answer: never) => void;
  reject: (error: Error) => void;
}

interface OpenMatch {
  setup: AgreedSetup;
  events: LoggedEvent[];
}

/** Phones kill workers silently when they need memory: after this long without an answer we start a new one. */
const LOST_AFTER_MS = 45_000;
const MOST_STARTS = 3;

class PhoneEngine implements Engine {
  state: EngineState = "starting";
  #worker: Worker | undefined;
  #lastId = 0;
  #starts = 0;
  #pending: PendingQuestion[] = [];
  readonly #matches = new Map<string, OpenMatch>();
  readonly #listeners = new Set<(state: EngineState) => void>();
  #watchdog: ReturnType<typeof setTimeout> | undefined;

  constructor() {
    this.#start();
    addEventListener("online", () => this.state === "failed" && this.#start());
  }

  call<Q extends Question>(question: Q, value: ValueOf<Q>): Promise<AnswerOf<Q>> {
    return new Promise((resolve, reject) => {
      const asked = { id: ++this.#lastId, question, value, resolve, reject };
      this.#pending.push(asked);
      if (this.state === "failed") this.#start();
      else if (this.state === "ready") this.#send(asked);
    });
  }

  onState(listener: (state: EngineState) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  close(): void {
    clearTimeout(this.#watchdog);
    this.#worker?.terminate();
    this.#worker = undefined;
    this.#fail("the engine was closed");
  }

  #start(): void {
    this.#starts += 1;
    this.#set("starting");
    this.#worker?.terminate();
    if (ENGINE === null) {
      this.#fail("this page was built without its engine");
      return;
    }
    const worker = new Worker(new URL("./worker.ts", import.meta.url), { type: "module" });
    this.#worker = worker;
    worker.onmessage = ({ data }: MessageEvent<FromWorker>) => this.#worker === worker && this.#receive(data);
    worker.onerror = () => this.#worker === worker && this.#lost("the worker ended");
    this.#post({ engine: new URL(`pad/engine/${ENGINE.name}/`, ROOT).href, start: ENGINE.start });
  }

  #receive(data: FromWorker): void {
    if ("failed" in data) this.#lost(data.failed);
    else if ("ready" in data) this.#resume();
    else this.#settle(data.id, data.json);
  }

  /** Reopen the matches, then repeat the unanswered questions. */
  #resume(): void {
    this.#set("ready");
    for (const [match, { setup, events }] of this.#matches)
      this.#post({ id: 0, question: "open", json: JSON.stringify({ match, setup, events }) });
    for (const asked of this.#pending) this.#send(asked);
  }

  #send({ id, question, value }: PendingQuestion): void {
    this.#post({ id, question, json: JSON.stringify(value) });
    clearTimeout(this.#watchdog);
    this.#watchdog = setTimeout(
      () => this.#pending.length > 0 && this.#lost("the engine did not answer"),
      LOST_AFTER_MS,
    );
  }

  #post(message: ToWorker): void {
    this.#worker?.postMessage(message);
  }

  #settle(id: number, json: string): void {
    this.#starts = 0;
    const asked = this.#pending.find((one) => one.id === id);
    if (asked === undefined) return;
    this.#pending = this.#pending.filter((one) => one !== asked);
    const answer = JSON.parse(json);
    if (typeof answer.error === "string") asked.reject(new EngineError(answer.error));
    else {
      this.#remember(asked, answer);
      asked.resolve(answer as never);
    }
  }

  /** Remember what a new worker would need. */
  #remember({ question, value }: PendingQuestion, answer: { setup?: AgreedSetup; event?: LoggedEvent }): void {
    const { match = "", events = [] } = value as { match?: string; events?: LoggedEvent[] };
    if (question === "open" && answer.setup) this.#matches.set(match, { setup: answer.setup, events: [...events] });
    else if (question === "close") this.#matches.delete(match);
    else if (answer.event) this.#matches.get(match)?.events.push(answer.event);
  }

  #lost(why: string): void {
    if (this.#starts < MOST_STARTS) this.#start();
    else this.#fail(why);
  }

  #fail(why: string): void {
    this.#starts = 0;
    this.#set("failed");
    const waiting = this.#pending;
    this.#pending = [];
    for (const { reject } of waiting) reject(new EngineError(why));
  }

  #set(state: EngineState): void {
    if (state === this.state) return;
    this.state = state;
    for (const listener of this.#listeners) listener(state);
  }
}

/** Starts with the page; every screen asks through it. */
export const engine: Engine = new PhoneEngine();

export function ask<Q extends Question>(question: Q, value: ValueOf<Q>): Promise<AnswerOf<Q>> {
  return asAction(engine.call(question, value));
}
