// The nineteen discs of the rack, for pages that show a board before anything is played.

import { type Disc, PIECE_RADIUS } from "./geometry.ts";

/** `rotation` is where one arm of the white Y points, in degrees from the right hand of the south player. */
export function rack(rotation: number): Disc[] {
  const discs: Disc[] = [{ kind: "queen", x: 0, y: 0 }];
  const spot = (ring: number, sixth: number): { x: number; y: number } => {
    const angle = ((rotation + 60 * sixth) * Math.PI) / 180;
    const far = 2.0001 * PIECE_RADIUS * ring;
    return { x: far * Math.cos(angle), y: far * Math.sin(angle) };
  };
  for (let i = 0; i < 6; i++) {
    discs.push({ kind: i % 2 ? "black" : "white", ...spot(1, i) });
    const here = spot(2, i);
    const there = spot(2, i + 1);
    discs.push({ kind: "white", ...here });
    discs.push({ kind: "black", x: (here.x + there.x) / 2, y: (here.y + there.y) / 2 });
  }
  return discs;
}
