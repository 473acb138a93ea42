import assert from "node:assert/strict";
import { test } from "node:test";
import { plainly } from "../../src/desk/core/plain_refusal.ts";

test("a place in a message is told as the word that people know", () => {
  assert.equal(plainly('act.walkover: "c" is not one of a, b'), 'The walk-over: "c" is not one of a, b.');
  assert.equal(plainly("act.amount: must be from 0 to 999999"), "The amount must be from 0 to 999999.");
  assert.equal(plainly("act.words[0]: must be a text"), "The words must be a text.");
  assert.equal(plainly("act.match is missing"), "The match is missing.");
  assert.equal(plainly("M1 is played already."), "M1 is played already.");
});
