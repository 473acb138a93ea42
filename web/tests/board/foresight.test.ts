import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { foresee, type Way } from "../../src/board/foresight.ts";
import { type Disc, type Kind, type Point, toBoard } from "../../src/board/geometry.ts";
import { BASE_MIDDLE, POCKET_CENTRE } from "../../src/board/sizes.ts";

type End = readonly [place: readonly [number, number] | null, pocket: number | null];
type Row = readonly [
  pieces: readonly (readonly [Kind, number, number])[],
  stroke: readonly [x: number, direction: number, speed: number],
  first: number | null,
  ends: readonly End[],
];

const STROKES = JSON.parse(readFileSync(new URL("strokes.json", import.meta.url), "utf8")) as Row[];
const NEAR = 1e-6;

function endsThere({ points, pocket }: Way, [place, hole]: End): void {
  if (hole !== null) {
    const sign = (at: boolean): number => (at ? 1 : -1) * POCKET_CENTRE;
    assert.deepEqual(pocket, { x: sign(hole === 0 || hole === 3), y: sign(hole < 2) });
    return;
  }
  assert.equal(pocket, null);
  const last = points.at(-1) as Point;
  const [x, y] = place as readonly [number, number];
  assert.ok(Math.hypot(last.x - x, last.y - y) < NEAR, `ends at ${last.x},${last.y} instead of ${x},${y}`);
}

test("striker and first coin end where the server's physics has them", () => {
  for (const [pieces, [x, direction, speed], first, [striker, coin]] of STROKES) {
    const discs: Disc[] = pieces.map(([kind, px, py]) => ({ kind, x: px, y: py }));
    const seen = foresee({ from: { x, y: -BASE_MIDDLE }, turn: 0, direction, speed }, discs);
    assert.ok(seen && striker);
    assert.equal(seen.first?.disc ?? null, first === null ? null : discs[first]);
    const whole = seen.first ? seen.after : { ...seen.after, points: seen.before };
    endsThere(whole, striker);
    if (seen.first && coin) endsThere(seen.first.way, coin);
  }
});

test("from every seat a stroke is the same", () => {
  const discs: Disc[] = [{ kind: "white", x: 40, y: 100 }];
  const [south] = [foresee({ from: { x: 10, y: -BASE_MIDDLE }, turn: 0, direction: 8, speed: 3 }, discs)];
  for (const turn of [1, 2, 3] as const) {
    const turned = discs.map((disc) => ({ ...disc, ...toBoard(turn, disc.x, disc.y) }));
    const seen = foresee({ from: toBoard(turn, 10, -BASE_MIDDLE), turn, direction: 8, speed: 3 }, turned);
    const end = south?.after.points.at(-1) as Point;
    const there = toBoard(turn, end.x, end.y);
    const found = seen?.after.points.at(-1) as Point;
    assert.ok(Math.hypot(found.x - there.x, found.y - there.y) < NEAR);
  }
});
