// What a page may ask the engine of law, and what it is answered. The answers' types are those of carrom/pad.

import type { RulingAnswer, Situation, StrokeFacts } from "../../wire.ts";
import type { ActChoices, BoardForm, Card, EventView, Exercise, Figures, LawView, PadView } from "./answers.ts";

/** What is agreed before the toss. `figures` only where a stage departs from its rulebook. */
export interface AgreedSetup {
  v?: 1;
  rulebook: string;
  stage?: string;
  doubles?: boolean;
  names?: { a: string[]; b: string[] };
  teams?: { a: string; b: string };
  /** For the head of the card: Event, Round, Date, Time, Match, Umpire, Table, Start (ISO 8601: when it was opened). */
  info?: Record<string, string>;
  figures?: Figures;
}

/** An act: `{kind: "stroke", own: 1}`, or the words of a record, `stroke own 1`. */
export type Act = string | { kind: string; [field: string]: unknown };

/** One event of a match's log, as it is stored, sent and folded. Never changed by a page. */
export interface LoggedEvent {
  v: 1;
  n: number;
  /** Seconds since the record was opened. */
  at?: number;
  kind: string;
  [field: string]: unknown;
}

/** Why something may not be; the code is stable. */
export interface Refusal {
  code: string;
  law: string | null;
  text: string;
}

/** A match that stands so; `refused` is then missing. */
export interface Stands {
  shown: PadView;
  refused?: undefined;
}
export interface Refused {
  refused: Refusal;
}
/** `event` is what has to be stored. */
export interface Kept extends Stands {
  event: LoggedEvent;
}

/** Which match, and in what language its answers are: every question about a match may say so. */
interface OfMatch {
  match?: string;
  language?: string;
}
interface AtTime extends OfMatch {
  /** Seconds since the record was opened; one that is earlier than the last event counts as that. */
  at?: number;
}

export interface Questions {
  /** Opens a match, new (without events) or stored. `stopped` says where a log does not hold to its end. */
  open: {
    value: OfMatch & { setup: AgreedSetup; events?: LoggedEvent[] };
    answer: Stands & { setup: AgreedSetup; stopped?: Refusal & { number: number } };
  };
  close: { value: OfMatch; answer: Record<string, never> };
  /** An act, from now on part of the match: store its event before it is shown. */
  do: { value: AtTime & { act: Act }; answer: Kept | Refused };
  /** Where an act would lead: points before they are confirmed. Nothing is kept. */
  try: { value: AtTime & { act: Act }; answer: Stands | Refused };
  /** Takes the last tap back; `event` is the correction. */
  undo: { value: AtTime & { reason?: string }; answer: Kept | Refused };
  /** The match stands as after event `to`. */
  "go-back": { value: AtTime & { to: number; reason: string }; answer: Kept | Refused };
  show: { value: OfMatch; answer: Stands };
  history: { value: OfMatch; answer: { facts: EventView[] } };
  /** What may be tapped for one kind of act (`shown.view.possible`) now: every choice is an act that is whole. */
  choices: { value: AtTime & { kind: string }; answer: ActChoices };
  /** How a board can have ended; null where none can be ended by its result now. */
  "board-form": { value: OfMatch; answer: { form: BoardForm | null } };
  card: { value: OfMatch; answer: Card };
  /** The record as a `.carrom` file has it. */
  record: { value: OfMatch; answer: { text: string } };
  /** A `.carrom` file, as a setup and events. */
  read: { value: { text: string }; answer: { setup: AgreedSetup; events: LoggedEvent[]; faults: string[] } };
  books: {
    value: Record<string, never>;
    answer: { books: Array<{ id: string; title: string; pairs: boolean; figures: Figures }>; rounds: string[] };
  };
  /** The laws that these words name or speak of; without words, all. */
  laws: { value: { words: string; language?: string }; answer: { laws: LawView[] } };
  /** What every rulebook makes of a stroke. */
  rulings: {
    value: { before: Situation; stroke: StrokeFacts; language?: string };
    answer: { answers: RulingAnswer[] };
  };
  /** A made-up match for practice: the same seed, the same match. */
  "made-up": {
    value: { setup: AgreedSetup; seed: number; boards?: number };
    answer: { setup: AgreedSetup; events: LoggedEvent[] };
  };
  /** What follows? A stroke of a made-up match, with rulings to choose from. */
  exercise: {
    value: { setup: AgreedSetup; seed: number; language?: string };
    answer: { setup: AgreedSetup } & Omit<Exercise, "events"> & { events: LoggedEvent[] };
  };
}

export type Question = keyof Questions;
export type ValueOf<Q extends Question> = Questions[Q]["value"];
export type AnswerOf<Q extends Question> = Questions[Q]["answer"];
