// A board as small as a stamp: where everything lies, nothing to touch.

import type { JSX } from "preact";
import { palette } from "../board/palette.ts";
import { PIECE_RADIUS } from "../board/sizes.ts";
import type { GameCard } from "../wire.ts";

const EDGE = 440;
const HALF = 370;
const POCKET = 345;

export function MiniBoard({ pieces, turned = false }: Pick<GameCard, "pieces"> & { turned?: boolean }): JSX.Element {
  const side = turned ? -1 : 1;
  return (
    <svg class="mini-board" viewBox={`${-EDGE} ${-EDGE} ${2 * EDGE} ${2 * EDGE}`} aria-hidden="true">
      <rect x={-EDGE} y={-EDGE} width={2 * EDGE} height={2 * EDGE} rx="40" fill={palette.frame} />
      <rect x={-HALF} y={-HALF} width={2 * HALF} height={2 * HALF} rx="12" fill={palette.wood} />
      {[-1, 1].flatMap((x) =>
        [-1, 1].map((y) => <circle key={`${x}${y}`} cx={x * POCKET} cy={y * POCKET} r="26" fill={palette.pocket} />),
      )}
      <circle r="85" fill="none" stroke={palette.red} stroke-width="6" />
      {pieces.map(([kind, x, y]) => (
        <circle
          key={`${kind}${x}${y}`}
          cx={side * x}
          cy={-side * y}
          r={PIECE_RADIUS * 1.25}
          fill={palette[kind][0]}
          stroke={palette[kind][2]}
          stroke-width="5"
        />
      ))}
    </svg>
  );
}
