import assert from "node:assert/strict";
import { test } from "node:test";
import type { Segment, StrokeTrace } from "../../src/api/wire.ts";
import { POCKETS } from "../../src/board/geometry.ts";
import { Motion } from "../../src/board/motion.ts";
import { POCKET_CENTRE } from "../../src/board/sizes.ts";
import { forAll, type Random } from "../random.ts";

/** One disc that slows down for a second, waits, and is pushed for another; and one that nobody touches. */
const PUSHED: StrokeTrace = {
  duration: 4,
  discs: [
    ["white", 15.9],
    ["queen", 15.9],
  ],
  segments: [
    [0, 2, 3, 50, 0, 0, 80, 0, -80], // not in the order of time
    [0, 0, 1, 0, 0, 100, 0, -100, 0],
  ],
  events: [
    [0, "disc", 0, 2, 1],
    [3, "rest", 0, null, 0],
  ],
};
const STARTS = [
  { x: 0, y: 0 },
  { x: 7, y: -9 },
];

test("a disc is where its path says, waits where it ends and begins where it begins", () => {
  const motion = new Motion(PUSHED, STARTS);
  assert.equal(motion.duration, 4);
  const path: [number, number, number][] = [
    [-1, 0, 0],
    [0, 0, 0],
    [0.5, 37.5, 0],
    [1, 50, 0],
    [1.7, 50, 0],
    [2, 50, 0],
    [2.5, 50, 30],
    [3, 50, 40],
    [99, 50, 40],
  ];
  for (const [t, x, y] of path) assert.deepEqual(motion.at(0, t), { x, y, sunk: 0 }, `at ${t} s`);
});

test("a stroke in which nothing falls lasts as long as it is said to", () => {
  assert.equal(new Motion({ ...PUSHED, duration: 0.2 }, STARTS).duration, 0.2);
});

test("a disc without a path lies where it lay", () => {
  const motion = new Motion(PUSHED, STARTS);
  for (const t of [0, 1, 50]) assert.deepEqual(motion.at(1, t), { x: 7, y: -9, sunk: 0 });
  assert.deepEqual(new Motion(PUSHED, []).at(1, 1), { x: 0, y: 0, sunk: 0 });
});

/** A path of pieces that join, towards a pocket into which the disc falls at the end. */
function falling(random: Random): { trace: StrokeTrace; fell: number } {
  const segments: Segment[] = [];
  let [t, x, y] = [0, random.between(-200, 200), random.between(-200, 200)];
  const goal = random.pick(POCKETS);
  for (let left = 1 + random.below(5); left > 0; left--) {
    const long = random.between(0.1, 1);
    const [ax, ay] = [random.between(-50, 50), random.between(-50, 50)];
    const [dx, dy] = [(goal.x * 0.95 - x) / left, (goal.y * 0.95 - y) / left];
    const [vx, vy] = [dx / long - (ax * long) / 2, dy / long - (ay * long) / 2];
    segments.push([0, t, t + long, x, y, vx, vy, ax, ay]);
    [t, x, y] = [t + long, x + dx, y + dy];
  }
  return {
    trace: { duration: t, discs: [["black", 15.9]], segments, events: [[t, "pocket", 0, "north-east", 1]] },
    fell: t,
  };
}

test("motion has no jumps", () => {
  forAll((random) => {
    const { trace } = falling(random);
    const motion = new Motion(trace, []);
    const steps = 4000;
    for (let i = 0; i < steps; i++) {
      const a = motion.at(0, (motion.duration * i) / steps);
      const b = motion.at(0, (motion.duration * (i + 1)) / steps);
      assert.ok(Math.hypot(a.x - b.x, a.y - b.y) < 12);
      assert.ok(b.sunk >= a.sunk);
    }
  }, 20);
});

test("a pocket swallows the disc that falls, and the stroke lasts until it has", () => {
  forAll((random) => {
    const { trace, fell } = falling(random);
    const motion = new Motion(trace, []);
    assert.equal(motion.at(0, fell).sunk, 0);
    assert.ok(motion.duration > fell);
    assert.equal(motion.at(0, motion.duration + 1).sunk, 1);
    const end = motion.at(0, motion.duration);
    assert.ok(Math.abs(end.sunk - 1) < 1e-9);
    assert.ok(Math.abs(Math.abs(end.x) - POCKET_CENTRE) < 1e-9);
    assert.ok(Math.abs(Math.abs(end.y) - POCKET_CENTRE) < 1e-9);
    const last = trace.segments[trace.segments.length - 1] as Segment;
    const edge = motion.at(0, last[2]);
    assert.equal(Math.sign(end.x), Math.sign(edge.x));
    assert.equal(Math.sign(end.y), Math.sign(edge.y));
  });
});
