// The lesson: six positions and what must happen in each. The umpire explains the strokes.

import type { Situation } from "../api/wire.ts";
import type { Aim } from "../board/state.ts";

export interface Happened {
  readonly pocketed: readonly string[];
  readonly touched: boolean;
  /** On line, but too weak. */
  readonly isShort: boolean;
}

export interface Step {
  readonly id: "slide" | "strike" | "pocket" | "foul" | "queen" | "cover" | "win";
  readonly position: string;
  /** The final position, if not as the stroke left it. */
  readonly after?: string;
  /** The queen's state by the Laws; without it the umpire gives no ruling. */
  readonly queen?: Situation["queen"];
  /** A stroke that solves it, to show and adopt. */
  readonly aim: Aim;
  /** Show its line from the start, and after a miss. */
  readonly isHelped?: boolean;
  /** Whether the stroke solves it; `half` if one more is needed. */
  readonly check: (happened: Happened) => boolean | "half";
}

/** From the middle of the base lines into the right corner, by a cut that keeps the striker out of it. */
const CUT: Aim = { along: 0, direction: 34.3, speed: 2.2 };
/** More than one coin of each colour: otherwise a stroke could end the board. */
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
    position: "white:150,120", // not straight ahead, so that the line must be turned
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
    after: `${FOUL} white:0,50`, // the due piece, inside the outer circle and outside the centre circle
    queen: "player",
    aim: { ...CUT, direction: 30.1 },
    // With an own coin another law applies: both come back and the turn continues.
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

/** The second half of the queen's step: her cover, on the other side. */
export const COVER: Step = {
  id: "cover",
  position: COVERING,
  queen: "pending",
  aim: { ...CUT, direction: -CUT.direction },
  check: (happened) => fell("white", happened),
};

/** The state of the board by the Laws, from its position. */
export function lawState({ position, queen }: Step): Pick<Situation, "own" | "opponent" | "queen"> | null {
  const count = (kind: string): number =>
    position
      .split(" ")
      .filter((word) => word.startsWith(`${kind}:`))
      .reduce((sum, word) => sum + word.split("/").length, 0);
  return queen ? { own: count("white"), opponent: count("black"), queen } : null;
}

export type Miss = "weak" | "stayed" | "striker" | "both" | "untouched" | "close" | "uncovered";

/** What went wrong, for friendly feedback. */
export function missReason(step: Step, { pocketed, touched, isShort }: Happened): readonly Miss[] {
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
