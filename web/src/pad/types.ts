// The engine's answers under the names the screens use. The page knows no rules: it shows these and sends back the acts
// they offer.

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

export type Act = Readonly<Record<string, unknown>>;
