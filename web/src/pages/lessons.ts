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
  /** How it lies when it is done, where that is not as the stroke left it. */
  readonly after?: string;
  /** Where the queen is by the Laws; without it the umpire says nothing to the stroke. */
  readonly queen?: Situation["queen"];
  /** A stroke that does it, to be shown and taken over. */
  readonly aim: Aim;
  /** Its line is there from the beginning, and again after a miss. */
  readonly isHelped?: boolean;
  /** Whether that was it; `half` where one stroke more is wanted. */
  readonly check: (happened: Happened) => boolean | "half";
}

/** From the middle of the base lines into the right corner, by a cut that keeps the striker out of it. */
const CUT: Aim = { along: 0, direction: 34.3, speed: 2.2 };
/** More than one of each colour lies there: a stroke that ends the board would be another lesson. */
const FOUL = "white:-120,150/-60,60/-200,-40 black:-180,40/-250,120";
const COVERING = "white:-314,228/80,150/-80,220 black:-60,60/70,60/-100,120";
const fell = (kind: string, happened: Happened): boolean =>
  happened.pocketed.includes(kind) && !happened.pocketed.includes("striker");

export const STEPS: readonly Step[] = [
  {
    id: "slide",
    position: "white:0,120",
    aim: { along: 120, direction: 0, speed: 0 },
    check: () => false,
  },
  {
    id: "strike",
    position: "white:150,120", // not straight ahead: there is something to turn
    aim: { along: 0, direction: 22, speed: 1.5 },
    check: (happened) => happened.touched,
  },
  {
    id: "pocket",
    position: "white:314,228/-200,-60/-250,60 black:-120,150/-60,60/-180,220",
    queen: "player",
    aim: CUT,
    isHelped: true,
    check: (happened) => fell("white", happened),
  },
  {
    id: "foul",
    position: FOUL,
    after: `${FOUL} white:0,50`, // the due, inside the outer circle and off the small one
    queen: "player",
    aim: { ...CUT, direction: 30.1 },
    // With a piece of one's own another law holds: both come back, and the turn goes on.
    check: ({ pocketed }) => pocketed.includes("striker") && !pocketed.includes("white"),
  },
  {
    id: "queen",
    position: `${COVERING} queen:314,228`,
    queen: "board",
    aim: CUT,
    check: (happened) => (fell("queen", happened) ? (fell("white", happened) ? true : "half") : false),
  },
  {
    id: "win",
    position: "white:314,228 black:-120,150/-60,60/-200,-40",
    queen: "player",
    aim: CUT,
    check: (happened) => fell("white", happened),
  },
];

/** The second half of the queen: her cover, on the other side. */
export const COVER: Step = {
  id: "cover",
  position: COVERING,
  queen: "pending",
  aim: { ...CUT, direction: -CUT.direction },
  check: (happened) => fell("white", happened),
};

/** How the board stands by the Laws: as it lies there. */
export function standing({ position, queen }: Step): Pick<Situation, "own" | "opponent" | "queen"> | null {
  const count = (kind: string): number =>
    position
      .split(" ")
      .filter((word) => word.startsWith(`${kind}:`))
      .reduce((sum, word) => sum + word.split("/").length, 0);
  return queen ? { own: count("white"), opponent: count("black"), queen } : null;
}

export type Miss = "weak" | "stayed" | "striker" | "both" | "untouched" | "close" | "uncovered";

/** What went otherwise than it should: the words for it are kind, and say what happened. */
export function missed(step: Step, { pocketed, touched, isShort }: Happened): readonly Miss[] {
  const isBoth = step.id === "foul" && pocketed.includes("striker");
  const what = isBoth
    ? "both"
    : pocketed.includes("striker")
      ? "striker"
      : isShort
        ? "weak"
        : step.id === "foul"
          ? "stayed"
          : touched
            ? "close"
            : "untouched";
  return step.id === "cover" && !pocketed.includes("white") ? [what, "uncovered"] : [what];
}
