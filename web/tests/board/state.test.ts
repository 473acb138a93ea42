import assert from "node:assert/strict";
import { test } from "node:test";
import type { DueSpots } from "../../src/api/wire.ts";
import { gapAt, isFree, type Lane, nearestFree, nearestSpot, spotFree, whyNot } from "../../src/board/state.ts";
import { forAll, type Random } from "../random.ts";

/** Stretches that are free and stretches that are not, by turns. */
function someLane(random: Random): Lane {
  const free: [number, number][] = [];
  const gaps: Lane["gaps"][number][] = [];
  let at = -220;
  for (let i = random.below(6); i >= 0; i--) {
    const open = at + random.between(0, 40);
    const shut = open + random.between(1, 30);
    free.push([at, open]);
    gaps.push({ from: open, to: shut, code: `gap-${i}`, law: "130", text: "" });
    at = shut;
  }
  free.push([at, at + 10]);
  return { turn: 0, ahead: -252.6, free, gaps };
}

test("the nearest free place is free, and none that is free is nearer", () => {
  forAll((random) => {
    const lane = someLane(random);
    const wish = random.between(-300, 300);
    const found = nearestFree(lane, wish);
    assert.ok(isFree(lane, found));
    assert.equal(
      found === wish,
      lane.free.some(([from, to]) => wish >= from && wish <= to),
    );
    for (const edge of lane.free.flat()) assert.ok(Math.abs(found - wish) <= Math.abs(edge - wish));
  });
});

test("where no place is free, the middle has to do", () => {
  assert.equal(nearestFree({ turn: 0, ahead: -252.6, free: [], gaps: [] }, 40), 0);
});

test("between two free stretches there is a gap that says why", () => {
  forAll((random) => {
    const lane = someLane(random);
    const gap = random.pick(lane.gaps);
    assert.equal(gapAt(lane, (gap.from + gap.to) / 2), gap);
    assert.equal(gapAt(lane, gap.from), null, "the edge of a gap may be taken");
    assert.equal(gapAt(lane, gap.to), null, "the edge of a gap may be taken");
    assert.equal(isFree(lane, (gap.from + gap.to) / 2), false);
  });
});

function someSpots(random: Random): DueSpots {
  const rows = Array.from({ length: 1 + random.below(6) }, () =>
    Array.from({ length: 7 }, () => random.pick([".", "#", " "])).join(""),
  );
  const extra: [number, number][] = random.next() < 0.5 ? [] : [[random.between(-80, 80), random.between(-80, 80)]];
  return { x: -30, y: -20, step: 10, rows, extra, why: {} };
}

test("the nearest spot is free, and no other free spot is nearer", () => {
  forAll((random) => {
    const spots = someSpots(random);
    const wish = { x: random.between(-90, 90), y: random.between(-90, 90) };
    const found = nearestSpot(spots, wish);
    const free = spots.rows.flatMap((row, j) =>
      [...row].flatMap((mark, i) => (mark === "." ? [[spots.x + 10 * i, spots.y + 10 * j] as const] : [])),
    );
    const distances = [...free, ...spots.extra].map(([x, y]) => Math.hypot(x - wish.x, y - wish.y));
    if (!distances.length) assert.equal(found, null);
    else {
      assert.ok(found);
      assert.ok(spotFree(spots, found));
      assert.equal(Math.hypot(found.x - wish.x, found.y - wish.y), Math.min(...distances));
    }
  });
});

test("a place counts as the spot of the raster that it is nearest to", () => {
  const spots: DueSpots = { x: 0, y: 0, step: 10, rows: [".#", "#."], extra: [[3, 40]], why: {} };
  assert.ok(spotFree(spots, { x: 4, y: -4 }));
  assert.ok(!spotFree(spots, { x: 6, y: 0 }));
  assert.ok(spotFree(spots, { x: 14, y: 6 }));
  assert.ok(spotFree(spots, { x: 3, y: 40 }), "a place beside the raster");
  assert.ok(!spotFree(spots, { x: 3.1, y: 40 }));
  assert.ok(!spotFree(spots, { x: 100, y: 100 }));
});

test("a place that may not be taken says why, also beyond the raster", () => {
  const because = (law: string) => ({ code: "place", law, text: "" });
  const why = { "#": because("86"), " ": because("85") };
  const spots: DueSpots = { x: 0, y: 0, step: 10, rows: [".#", " ."], extra: [], why };
  assert.equal(whyNot(spots, { x: 9, y: 1 })?.law, "86");
  assert.equal(whyNot(spots, { x: 1, y: 9 })?.law, "85");
  assert.equal(whyNot(spots, { x: 500, y: 0 })?.law, "85");
  assert.equal(whyNot(spots, { x: 0, y: 0 }), null);
});
