// The lesson: six positions, and what has to happen in each. What a stroke means, the umpire says.

import type { Aim } from "../board/state.ts";
import type { Situation } from "../wire.ts";

export interface Happened {
  readonly pocketed: readonly string[];
  readonly touched: boolean;
  /** Its line led there, but it was too weak. */
  readonly isShort: boolean;
}

export interface Step {
  readonly id: "slide" | "strike" | "pocket" | "foul" | "queen" | "cover" | "win";
  readonly position: string;
  /** How the board stands by the Laws, for the umpire. */
  readonly before: Pick<Situation, "own" | "opponent" | "queen">;
  /** A stroke that does it, to be shown and taken over. */
  readonly aim: Aim;
  /** Its line is there from the beginning, and again after a miss. */
  readonly isHelped?: boolean;
  /** Whether that was it; `half` where one stroke more is wanted. */
  readonly check: (happened: Happened) => boolean | "half";
}

/** From the middle of the base lines into the right corner, by a cut that keeps the striker out of it. */
const CUT: Aim = { along: 0, direction: 34.3, speed: 2.2 };
const fell = (kind: string, happened: Happened): boolean =>
  happened.pocketed.includes(kind) && !happened.pocketed.includes("striker");

export const STEPS: readonly Step[] = [
  {
    id: "slide",
    position: "white:0,120",
    before: { own: 5, opponent: 5, queen: "player" },
    aim: { along: 120, direction: 0, speed: 0 },
    check: () => false,
  },
  {
    id: "strike",
    position: "white:150,120", // not straight ahead: there is something to turn
    before: { own: 5, opponent: 5, queen: "player" },
    aim: { along: 0, direction: 22, speed: 1.5 },
    check: (happened) => happened.touched,
  },
  {
    id: "pocket",
    position: "white:314,228 black:-120,150/-60,60",
    before: { own: 5, opponent: 5, queen: "player" },
    aim: CUT,
    isHelped: true,
    check: (happened) => fell("white", happened),
  },
  {
    id: "foul",
    position: "white:-120,150/-60,60 black:-180,40",
    before: { own: 5, opponent: 5, queen: "player" },
    aim: { ...CUT, direction: 30.1 },
    check: (happened) => happened.pocketed.includes("striker"),
  },
  {
    id: "queen",
    position: "white:-314,228 black:-60,60 queen:314,228",
    before: { own: 5, opponent: 5, queen: "board" },
    aim: CUT,
    check: (happened) => (fell("queen", happened) ? (fell("white", happened) ? true : "half") : false),
  },
  {
    id: "win",
    position: "white:314,228 black:-120,150/-60,60/-200,-40",
    before: { own: 1, opponent: 3, queen: "player" },
    aim: CUT,
    check: (happened) => fell("white", happened),
  },
];

/** The second half of the queen: her cover, on the other side. */
export const COVER: Step = {
  id: "cover",
  position: "white:-314,228 black:-60,60",
  before: { own: 5, opponent: 5, queen: "pending" },
  aim: { ...CUT, direction: -CUT.direction },
  check: (happened) => fell("white", happened),
};

/** What went otherwise than it should: the word for it is kind, and says what happened. */
export function missed(
  step: Step,
  { pocketed, touched, isShort }: Happened,
): "weak" | "stayed" | "striker" | "untouched" | "close" {
  if (pocketed.includes("striker")) return "striker";
  if (isShort) return "weak";
  if (step.id === "foul") return "stayed";
  return touched ? "close" : "untouched";
}
