// A thumbnail of a board.

import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import { PLAIN } from "../board/look.ts";
import { palette } from "../board/palette.ts";
import { PIECE_RADIUS } from "../board/sizes.ts";
import { surfaceAddress } from "../board/surface.ts";
import type { MatchSummary } from "../wire.ts";

const EDGE = 440;
const HALF = 370;
/** Enlarged for visibility. */
const RADIUS = PIECE_RADIUS * 1.25;

export function MiniBoard({
  pieces,
  turned = false,
}: Pick<MatchSummary, "pieces"> & { turned?: boolean }): JSX.Element {
  const side = turned ? -1 : 1;
  const [surface, setSurface] = useState("");
  useEffect(() => void surfaceAddress(PLAIN).then(setSurface, () => undefined), []);
  return (
    <svg class="mini-board" viewBox={`${-EDGE} ${-EDGE} ${2 * EDGE} ${2 * EDGE}`} aria-hidden="true">
      <rect x={-EDGE} y={-EDGE} width={2 * EDGE} height={2 * EDGE} rx="40" fill={palette.frame} />
      <rect x={-HALF} y={-HALF} width={2 * HALF} height={2 * HALF} rx="12" fill={palette.wood} />
      {surface && <image href={surface} x={-EDGE} y={-EDGE} width={2 * EDGE} height={2 * EDGE} />}
      {pieces.map(([kind, x, y]) => (
        <g key={`${kind}${x}${y}`} transform={`translate(${side * x} ${-side * y})`} stroke-width="5">
          <circle cx="3" cy="7" r={RADIUS + 3} fill="#0006" />
          <circle r={RADIUS} fill={palette[kind][0]} stroke={palette[kind][2]} />
          <circle r={RADIUS * 0.55} fill={palette[kind][1]} stroke={palette[kind][3]} />
        </g>
      ))}
    </svg>
  );
}
