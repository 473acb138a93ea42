// Questions to the law engine and their answers. The answer types come from carrom/pad.

import type { ActChoices, BoardForm, Card, EventView, Exercise, Figures, LawView, PadView } from "../../api/pad.ts";
import type { RulingAnswer, Situation, StrokeFacts } from "../../api/wire.ts";

/** What is agreed before the toss. `figures` is set only where a stage deviates from its rulebook. */
export interface AgreedSetup {
  v?: 1;
  rulebook: string;
  stage?: string;
  doubles?: boolean;
  names?: { a: string[]; b: string[] };
  teams?: { a: string; b: string };
  /** Head of the card: Event, Round, Date, Time, Match, Umpire, Table, Start (ISO 8601, when the match was opened). */
  info?: Record<string, string>;
  figures?: Figures;
}

export type Party = "a" | "b";
export type Kind = "white" | "black" | "queen";

/** An act as offered by the engine. */
export type Act = Readonly<Record<string, unknown>>;

/** `{kind: "stroke", own: 1}`, or as text in a record: `stroke own 1`. */
type ActInput = string | Act;

/** One event of a match's log, as stored and sent. The page never changes it. */
export interface LoggedEvent {
  v: 1;
  n: number;
  /** Seconds since the record was opened. */
  at?: number;
  kind: string;
  [field: string]: unknown;
}

export interface Refusal {
  code: string;
  law: string | null;
  text: string;
}

interface ActShown {
  shown: PadView;
  refused?: undefined;
}
interface Refused {
  refused: Refusal;
  shown?: undefined;
}
interface ActStored extends ActShown {
  event: LoggedEvent;
}

interface OfMatch {
  match?: string;
  language?: string;
}
interface AtTime extends OfMatch {
  /** Seconds since the record was opened; never earlier than the last event. */
  at?: number;
}

interface Questions {
  /** Open a match, new (no events) or stored. `stopped` says where a log becomes invalid. */
  open: {
    value: OfMatch & { setup: AgreedSetup; events?: LoggedEvent[] };
    answer: ActShown & { setup: AgreedSetup; stopped?: Refusal & { number: number } };
  };
  close: { value: OfMatch; answer: Record<string, never> };
  /** Perform an act. Store its event before showing the result. */
  do: { value: AtTime & { act: ActInput }; answer: ActStored | Refused };
  /** Preview an act without storing anything. */
  try: { value: AtTime & { act: ActInput }; answer: ActShown | Refused };
  /** `event` is the correction. */
  undo: { value: AtTime & { reason?: string }; answer: ActStored | Refused };
  /** Return to the state after event `to`. */
  "go-back": { value: AtTime & { to: number; reason: string }; answer: ActStored | Refused };
  show: { value: OfMatch; answer: ActShown };
  history: { value: OfMatch; answer: { facts: EventView[] } };
  /** What can be tapped for one kind of act (`shown.view.possible`); each choice contains a complete act. */
  choices: { value: AtTime & { kind: string }; answer: ActChoices };
  /** How the board can have ended; null if it cannot be ended by its result now. */
  "board-form": { value: OfMatch; answer: { form: BoardForm | null } };
  card: { value: OfMatch; answer: Card };
  record: { value: OfMatch; answer: { text: string } };
  read: { value: { text: string }; answer: { setup: AgreedSetup; events: LoggedEvent[]; faults: string[] } };
  books: {
    value: Record<string, never>;
    answer: { books: Array<{ id: string; title: string; pairs: boolean; figures: Figures }>; rounds: string[] };
  };
  /** Laws that match these words; without words, all laws. */
  laws: { value: { words: string; language?: string }; answer: { laws: LawView[] } };
  rulings: {
    value: { before: Situation; stroke: StrokeFacts; language?: string };
    answer: { answers: RulingAnswer[] };
  };
  /** The same seed gives the same match. */
  "made-up": {
    value: { setup: AgreedSetup; seed: number; boards?: number };
    answer: { setup: AgreedSetup; events: LoggedEvent[] };
  };
  /** A stroke of a made-up match, with rulings to choose from. */
  exercise: {
    value: { setup: AgreedSetup; seed: number; language?: string };
    answer: { setup: AgreedSetup } & Omit<Exercise, "events"> & { events: LoggedEvent[] };
  };
}

export type Question = keyof Questions;
export type ValueOf<Q extends Question> = Questions[Q]["value"];
export type AnswerOf<Q extends Question> = Questions[Q]["answer"];
