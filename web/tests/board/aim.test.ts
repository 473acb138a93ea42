import assert from "node:assert/strict";
import { test } from "node:test";
import {
  CANCEL_RING,
  FINE,
  force,
  gear,
  intendedPoint,
  isHeld,
  type PullSample,
  Turning,
} from "../../src/board/aim.ts";
import { forAll } from "../random.ts";

test("force is nothing inside the ring, all at full reach, and grows between", () => {
  assert.equal(force(CANCEL_RING, 200), 0);
  assert.equal(force(0, 200), 0);
  assert.equal(force(200, 200), 1);
  assert.equal(force(900, 200), 1);
  forAll((random) => {
    const reach = random.between(110, 260);
    const [a, b] = [random.between(CANCEL_RING, reach), random.between(CANCEL_RING, reach)];
    assert.equal(Math.sign(force(a, reach) - force(b, reach)), Math.sign(a - b));
  });
});

function samples(...rows: [x: number, y: number, at: number][]): PullSample[] {
  return rows.map(([x, y, at]) => ({ x, y, at }));
}

test("a finger that rolls while it lifts does not change the aim", () => {
  const pull = samples([0, 0, 0], [0, 100, 300], [2, 104, 380], [6, 108, 395]);
  assert.deepEqual(intendedPoint(pull, 400, true), { x: 0, y: 100, at: 300 });
});

test("a mouse means where it lets go, and so does a finger that is still on its way", () => {
  const pull = samples([0, 0, 0], [0, 60, 350], [0, 100, 395]);
  assert.equal(intendedPoint(pull, 400, false), pull[2]);
  assert.equal(intendedPoint(pull, 400, true), pull[2]);
  const rolled = samples([0, 0, 0], [0, 100, 300], [2, 104, 395]);
  assert.equal(intendedPoint(rolled, 400, false), rolled[2]);
  const held = samples([0, 0, 0], [0, 100, 100]);
  assert.equal(intendedPoint(held, 400, true), held[1]);
});

test("lifting takes 70 ms and moves a finger by 16 pixels, no more", () => {
  for (const [moved, before, rolled] of [
    [16, 70, true],
    [17, 70, false],
    [16, 69, false],
  ] as const) {
    const pull = samples([0, 100, 400 - before], [moved, 100, 399]);
    assert.equal(intendedPoint(pull, 400, true), pull[rolled ? 0 : 1], `${moved} px, ${before} ms`);
  }
});

test("no pull means nothing, and what was meant is always a point of the pull", () => {
  assert.equal(intendedPoint([], 100, true), undefined);
  forAll((random) => {
    let at = 0;
    const pull = Array.from({ length: 1 + random.below(12) }, () => {
      at += random.between(1, 40);
      return { x: random.between(-30, 30), y: random.between(-30, 30), at };
    });
    const meant = intendedPoint(pull, at + random.between(0, 30), true);
    assert.ok(meant && pull.includes(meant));
    const last = pull[pull.length - 1] as PullSample;
    assert.ok(Math.hypot(meant.x - last.x, meant.y - last.y) <= 16);
  });
});

test("only a finger that rested before it lifted has aimed", () => {
  assert.ok(!isHeld(samples([0, 0, 0], [0, 60, 20], [0, 120, 40]), 45), "a swipe");
  assert.ok(!isHeld(samples([0, 0, 0], [0, 60, 20], [0, 120, 40]), 230), "a swipe that stopped for a moment");
  assert.ok(isHeld(samples([0, 0, 0], [0, 60, 60], [0, 120, 200]), 420), "it rested before it let go");
  assert.ok(isHeld(samples([0, 0, 0], [0, 100, 300], [2, 99, 400], [6, 108, 595]), 600), "it trembled and rolled");
  assert.ok(!isHeld([], 1000));
  forAll((random) => {
    const [speed, lasts] = [random.between(0.09, 3), random.between(120, 1500)];
    const way = Array.from({ length: lasts / 16 }, (_, n) => ({ x: 0, y: 16 * n * speed, at: 16 * n }));
    assert.ok(!isHeld(way, lasts), "however slowly it swipes, it has not rested");
  });
});

test("a slow hand turns finely, a quick one far", () => {
  assert.equal(gear(0, 0.3), FINE);
  assert.equal(gear(9, 0.3), 0.3);
  assert.equal(gear(9, 0), FINE, "Shift is always fine");
  forAll((random) => {
    const [a, b] = [random.between(0, 2), random.between(0, 2)];
    assert.ok(a < b === gear(a, 0.3) <= gear(b, 0.3) || gear(a, 0.3) === gear(b, 0.3));
  });
});

test("a middling sweep turns a middling angle, between crawling and spinning", () => {
  const sweep = (lasts: number): number => {
    const turning = new Turning({ x: 0, y: 0 }, 0, 0);
    let direction = 0;
    for (let n = 1; n <= 60; n++) direction = turning.move({ x: 4 * n, y: 0 }, (lasts * n) / 60, 4, 0.5);
    return direction;
  };
  const [slow, middling, quick] = [sweep(1500), sweep(700), sweep(260)] as const;
  assert.ok(slow > 8 && slow < 25, `${slow}`);
  assert.ok(middling > 2 * slow && middling < quick / 1.5, `${middling}`);
  assert.ok(sweep(4000) < 7, "and a slow one stays fine");
});

test("a trembling hand holds the line, and what it rolls when it lifts is not counted", () => {
  forAll((random) => {
    const turning = new Turning({ x: 0, y: 0 }, 0, 10);
    let x = 0;
    let direction = 10;
    for (let at = 16; at < 1600; at += 16) {
      const to = 40 + random.between(-2, 2); // it wants to stay where it is, 40 px to the right
      direction = turning.move({ x: to, y: 0 }, at, to - x, 0.3);
      x = to;
      if (at > 400) assert.ok(Math.abs(direction - (turning.end(at, false) as number)) < 1e-9);
    }
    const held = direction;
    for (let at = 1600; at < 1650; at += 10) {
      direction = turning.move({ x: x + 12, y: 0 }, at, 3, 0.3);
    }
    assert.ok(Math.abs(turning.end(1655, true) - held) < 0.1);
  });
});
