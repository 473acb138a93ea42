import assert from "node:assert/strict";
import { test } from "node:test";
import { course, sight } from "../../src/board/course.ts";
import { type Disc, heading, POCKETS, type Point, radius } from "../../src/board/geometry.ts";
import {
  BASE_MIDDLE,
  CONTACT_FRICTION,
  HALF,
  PIECE_RADIUS,
  POCKET_RADIUS,
  STRIKER_RADIUS,
} from "../../src/board/sizes.ts";
import { forAll, type Random } from "../random.ts";

const REACH = STRIKER_RADIUS + PIECE_RADIUS;
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
    const { contact, struck, lost } = sight(from, along, discs);
    const way = far(from, contact);
    assert.ok(Math.abs(dot(along, { x: contact.x - from.x, y: contact.y - from.y }) - way) < 1e-9, "straight ahead");
    for (let step = 0; step < 200; step++) {
      const at = { x: from.x + (along.x * way * step) / 200, y: from.y + (along.y * way * step) / 200 };
      for (const disc of discs) assert.ok(far(at, disc) > STRIKER_RADIUS + radius(disc.kind) - 1e-6, "met on the way");
      assert.ok(Math.max(Math.abs(at.x), Math.abs(at.y)) <= HALF - STRIKER_RADIUS + 1e-9, "through the frame");
    }
    const holes = POCKETS.filter((hole) => far(contact, hole) < POCKET_RADIUS - 1e-6);
    assert.equal(holes.length, 0, "over a pocket without falling");
    if (struck) assert.ok(Math.abs(far(contact, struck.disc) - STRIKER_RADIUS - radius(struck.disc.kind)) < 1e-6);
    else if (lost) assert.ok(Math.abs(far(contact, lost) - POCKET_RADIUS) < 1e-6, "at the edge of the pocket");
    else assert.ok(Math.abs(Math.max(Math.abs(contact.x), Math.abs(contact.y)) - (HALF - STRIKER_RADIUS)) < 1e-9);
  });
});

test("a struck piece leaves near the line of centres, drawn along by the striker; the striker is never thrown back", () => {
  let met = 0;
  forAll((random) => {
    const along = heading(0, random.between(-60, 60));
    const { contact, struck, onward } = sight(START, along, somePieces(random));
    if (!struck) return;
    met++;
    const line = { x: (struck.disc.x - contact.x) / REACH, y: (struck.disc.y - contact.y) / REACH };
    assert.ok(Math.abs(Math.hypot(struck.along.x, struck.along.y) - 1) < 1e-9);
    assert.ok(dot(struck.along, line) > Math.cos(Math.atan(CONTACT_FRICTION)) - 1e-9, "no farther than friction draws");
    assert.ok(dot(struck.along, along) >= dot(line, along) - 1e-9, "towards where the striker goes");
    assert.ok(dot(along, onward) >= -1e-9, "never back");
  });
  assert.ok(met > 100);
});

test("pieces and striker leave as the exact stroke has them", () => {
  // Piece, direction, speed; the velocities after the touch, from `carrom.physics.simulate` on the club's surface.
  for (const [x, y, direction, vx, vy, sx, sy] of [
    [150, 100, 24, 1049.68, 3716.39, 796.12, 1312.54],
    [150, 100, 20.5, 2368.1, 2554.27, 172.49, 1784.16],
    [-120, 150, -19.5, 466.11, 2543.7, -933.97, 1286.46],
    [100, 50, 12, 1569.61, 304.78, 263.36, 3716.87],
    [0, 150, 2, -1016.41, 3472.08, 455.27, 1634.78],
  ] as const) {
    const { struck, onward } = sight(START, heading(0, direction), [{ kind: "white", x, y }]);
    const turn = (a: Point, b: Point): number =>
      (180 / Math.PI) * Math.acos(Math.min(1, dot(a, b) / Math.hypot(a.x, a.y) / Math.hypot(b.x, b.y)));
    assert.ok(turn(struck?.along ?? onward, { x: vx, y: vy }) < 0.05, `piece ${x},${y} at ${direction}`);
    assert.ok(turn(onward, { x: sx, y: sy }) < 0.05, `striker at ${x},${y} at ${direction}`);
  }
});

test("what does not get there is not shown to fall, and a striker that follows is shown to be lost", () => {
  const corner: Disc = { kind: "white", x: 250, y: 250 };
  const from = { x: 0, y: 0 };
  const along = { x: Math.SQRT1_2, y: Math.SQRT1_2 };
  assert.equal(sight(from, along, [corner], 4).struck?.way.pocket, POCKETS[2]);
  assert.equal(sight(from, along, [corner], 4).lost, POCKETS[2], "the striker goes after it");
  assert.equal(sight(from, along, [corner], 0.95).lost, null, "too slow for that");
  assert.equal(sight(from, along, [corner], 0.8).struck?.way.pocket, null, "too slow for either");
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

test("a struck piece goes as far as the next piece, the frame or the pocket", () => {
  const white: Disc = { kind: "white", x: 0, y: 0 };
  const free = course(white, { x: 0, y: 1 }, PIECE_RADIUS, [white], white);
  assert.deepEqual([free.end.y, free.met, free.pocket], [HALF - PIECE_RADIUS, null, null]);
  const black: Disc = { kind: "black", x: 5, y: 200 };
  const stopped = course(white, { x: 0, y: 1 }, PIECE_RADIUS, [white, black], white);
  assert.equal(stopped.met, black);
  assert.ok(Math.abs(far(stopped.end, black) - 2 * PIECE_RADIUS) < 1e-9);
  const diagonal = { x: Math.SQRT1_2, y: Math.SQRT1_2 };
  const falls = course(white, diagonal, PIECE_RADIUS, [white], white);
  assert.equal(falls.pocket, POCKETS[2]);
  const shut = course(white, diagonal, PIECE_RADIUS, [white, { kind: "black", x: 200, y: 200 }], white);
  assert.equal(shut.pocket, null, "not through another piece");
});

test("a striker that goes straight into a pocket is seen to be lost", () => {
  const { lost, struck } = sight({ x: 0, y: 0 }, { x: Math.SQRT1_2, y: -Math.SQRT1_2 }, []);
  assert.equal(lost, POCKETS[1]);
  assert.equal(struck, null);
});
