// The lesson is true: what is counted for the umpire lies on the board, and no stroke that teaches one thing does another.

import assert from "node:assert/strict";
import { test } from "node:test";
import { COVER, type Happened, lawState, missReason, STEPS, type Step } from "../../src/pages/lessons.ts";

const step = (id: Step["id"]): Step => STEPS.find((one) => one.id === id) as Step;
const happened = (...pocketed: string[]): Happened => ({ pocketed, touched: true, isShort: false });

test("the umpire counts the pieces that lie there", () => {
  assert.deepEqual(lawState(step("win")), { own: 1, opponent: 3, queen: "player" });
  assert.deepEqual(lawState(step("foul")), { own: 3, opponent: 2, queen: "player" });
  assert.deepEqual(lawState(step("queen")), { own: 3, opponent: 3, queen: "board" });
  assert.deepEqual(lawState(COVER), { own: 3, opponent: 3, queen: "pending" });
  assert.equal(lawState(step("strike")), null, "a first stroke is only a stroke");
});

test("only the last step can end the board", () => {
  for (const one of [...STEPS, COVER]) {
    const found = lawState(one);
    if (!found || one.id === "win") continue;
    assert.ok(found.own > 1, `${one.id}: the last white piece would win or lose the board (52a, 107)`);
    assert.ok(found.opponent > 1, `${one.id}: the opponent's last piece would lose it (I-8)`);
  }
});

test("a foul that takes a white piece along is another law: both come back, and the turn goes on (73)", () => {
  const foul = step("foul");
  assert.equal(foul.check(happened("striker")), true);
  assert.equal(foul.check(happened("striker", "white")), false);
  assert.deepEqual(missReason(foul, happened("striker", "white")), ["both"]);
});

test("the due lies on the board when the foul is over", () => {
  const { position, after } = step("foul");
  assert.equal(after, `${position} white:0,50`);
});

test("without a cover the queen goes back, which is said; with one that came back she still waits", () => {
  assert.deepEqual(missReason(COVER, happened()), ["close", "uncovered"]);
  assert.deepEqual(missReason(COVER, happened("striker")), ["striker", "uncovered"]);
  assert.deepEqual(missReason(COVER, happened("striker", "white")), ["striker"]);
});
