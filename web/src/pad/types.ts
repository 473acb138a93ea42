// What the engine answers (carrom/pad), by the names that the screens use. The page knows no rule: it shows this, and
// sends back the acts that are offered.

export type {
  ActChoices,
  BoardForm,
  Card,
  ChoiceView as Choice,
  ClockView,
  EventView,
  LawView,
  PadView,
  StrokeForm,
} from "./engine/answers.ts";
export type { AgreedSetup as Setup, Refusal } from "./engine/questions.ts";

export type Party = "a" | "b";
export type Kind = "white" | "black" | "queen";
export type Seat = "south" | "east" | "north" | "west";

/** An act as the record has it. */
export type Act = Readonly<Record<string, unknown>>;
