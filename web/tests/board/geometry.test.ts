import assert from "node:assert/strict";
import { test } from "node:test";
import {
  degrees,
  fromBoard,
  heading,
  inOneTurn,
  nearestPocket,
  POCKETS,
  type Turn,
  toBoard,
} from "../../src/board/geometry.ts";

const TURNS: readonly Turn[] = [0, 1, 2, 3];

test("what a seat sees and where it lies are each other's inverse", () => {
  for (const turn of TURNS) {
    const there = toBoard(turn, 30, -250);
    assert.deepEqual(fromBoard(turn, there.x, there.y), { x: 30, y: -250 });
  }
});

test("a line that is turned round and round stays within one turn", () => {
  const turned = [0, 180, 181, -180, -259, 202, 540, -900].map(inOneTurn);
  assert.deepEqual(turned, [0, 180, -179, 180, 101, -158, 180, 180]);
});

test("a quarter turn to the left puts the next seat where this one was", () => {
  assert.deepEqual(toBoard(0, 30, -250), { x: 30, y: -250 });
  assert.deepEqual(toBoard(1, 30, -250), { x: 250, y: 30 });
  assert.deepEqual(toBoard(2, 30, -250), { x: -30, y: 250 });
  assert.deepEqual(toBoard(3, 30, -250), { x: -250, y: -30 });
});

test("straight ahead is across the board for every seat, and degrees grow to the player's right", () => {
  for (const turn of TURNS) {
    const ahead = heading(turn, 0);
    assert.deepEqual(fromBoard(turn, ahead.x, ahead.y), { x: 0, y: 1 });
    const right = fromBoard(turn, heading(turn, 90).x, heading(turn, 90).y);
    assert.ok(Math.abs(right.x - 1) < 1e-12);
  }
});

test("degrees of a heading give the degrees back, within one turn", () => {
  for (const turn of TURNS)
    for (let angle = -179; angle <= 180; angle++) {
      const { x, y } = heading(turn, angle);
      assert.ok(Math.abs(degrees(turn, 3 * x, 3 * y) - angle) < 1e-9, `${angle} from seat ${turn}`);
    }
});

test("straight back is 180 degrees, whichever way one turns", () => {
  for (const nothing of [0, -0]) assert.equal(degrees(0, nothing, -1), 180);
});

test("the nearest pocket is the nearest of the four", () => {
  for (let x = -360; x <= 360; x += 48)
    for (let y = -360; y <= 360; y += 48) {
      const far = POCKETS.map((pocket) => Math.hypot(pocket.x - x, pocket.y - y));
      const found = nearestPocket({ x, y });
      assert.ok(Math.hypot(found.x - x, found.y - y) <= Math.min(...far) + 1e-9);
    }
});
