import assert from "node:assert/strict";
import { test } from "node:test";
import { CANCEL_RING, force, intendedPoint, type PullSample, sight } from "../../src/board/aim.ts";
import { type Disc, heading, type Point, radius } from "../../src/board/geometry.ts";
import { BASE_MIDDLE, HALF, STRIKER_RADIUS } from "../../src/board/sizes.ts";
import { forAll, type Random } from "../random.ts";

const START: Point = { x: 0, y: -BASE_MIDDLE };

/** Some pieces that keep clear of the striker's place. */
function somePieces(random: Random): Disc[] {
  return Array.from({ length: random.below(20) }, () => ({
    kind: random.pick(["white", "black", "queen"] as const),
    x: random.between(-340, 340),
    y: random.between(-190, 340),
  }));
}

const far = (a: Point, b: Point): number => Math.hypot(a.x - b.x, a.y - b.y);
const dot = (a: Point, b: Point): number => a.x * b.x + a.y * b.y;

test("the striker stops where it first touches a piece or the frame", () => {
  forAll((random) => {
    const discs = somePieces(random);
    const from = { ...START, x: random.between(-220, 220) };
    const along = heading(0, random.between(-180, 180));
    const { contact, struck } = sight(from, along, discs);
    const way = far(from, contact);
    assert.ok(Math.abs(dot(along, { x: contact.x - from.x, y: contact.y - from.y }) - way) < 1e-9, "straight ahead");
    for (let step = 0; step < 200; step++) {
      const at = { x: from.x + (along.x * way * step) / 200, y: from.y + (along.y * way * step) / 200 };
      for (const disc of discs) assert.ok(far(at, disc) > STRIKER_RADIUS + radius(disc.kind) - 1e-6, "met on the way");
      assert.ok(Math.max(Math.abs(at.x), Math.abs(at.y)) <= HALF - STRIKER_RADIUS + 1e-9, "through the frame");
    }
    if (struck) assert.ok(Math.abs(far(contact, struck.disc) - STRIKER_RADIUS - radius(struck.disc.kind)) < 1e-6);
    else assert.ok(Math.abs(Math.max(Math.abs(contact.x), Math.abs(contact.y)) - (HALF - STRIKER_RADIUS)) < 1e-9);
  });
});

test("a struck piece leaves along the line of centres, the striker goes on across it", () => {
  let met = 0;
  forAll((random) => {
    const along = heading(0, random.between(-60, 60));
    const { contact, struck, onward } = sight(START, along, somePieces(random));
    if (!struck) return;
    met++;
    assert.ok(Math.abs(Math.hypot(struck.along.x, struck.along.y) - 1) < 1e-9);
    assert.ok(dot(struck.along, { x: struck.disc.x - contact.x, y: struck.disc.y - contact.y }) > 0, "away from it");
    assert.ok(Math.abs(dot(struck.along, onward)) < 1e-9);
    assert.ok(dot(along, onward) >= -1e-9, "never back");
  });
  assert.ok(met > 100);
});

test("the frame is a mirror", () => {
  const { contact, struck, onward } = sight({ x: 0, y: 0 }, { x: 0.6, y: 0.8 }, []);
  assert.equal(struck, null);
  assert.equal(contact.y, HALF - STRIKER_RADIUS);
  assert.deepEqual(onward, { x: 0.6, y: -0.8 });
  assert.deepEqual(sight({ x: 0, y: 0 }, { x: 0.8, y: 0.6 }, []).onward, { x: -0.8, y: 0.6 });
});

test("straight ways end straight at the frame", () => {
  for (const [x, y] of [
    [0, 1],
    [0, -1],
    [1, 0],
    [-1, 0],
  ] as const) {
    const { contact, onward } = sight({ x: 0, y: 0 }, { x, y }, []);
    assert.ok(far(contact, { x: x * (HALF - STRIKER_RADIUS), y: y * (HALF - STRIKER_RADIUS) }) < 1e-9);
    assert.ok(far(onward, { x: -x, y: -y }) < 1e-9);
  }
});

test("another striker on the board is not in the way", () => {
  const there: Disc = { kind: "striker", x: 0, y: 0 };
  assert.equal(sight(START, { x: 0, y: 1 }, [there]).struck, null);
  assert.ok(sight(START, { x: 0, y: 1 }, [{ ...there, kind: "queen" }]).struck);
});

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
