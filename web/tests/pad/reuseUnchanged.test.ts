import assert from "node:assert/strict";
import { test } from "node:test";
import { reuseUnchanged } from "../../src/pad/reuseUnchanged.ts";

test("what did not change stays the same object", () => {
  const before = { tiles: [{ kinds: ["foul"] }, { kinds: ["stop"] }], board: { turn: "a1" }, gone: 1 };
  const after = reuseUnchanged(before, {
    tiles: [{ kinds: ["foul"] }, { kinds: ["play"] }],
    board: { turn: "a1" },
    gone: null,
  });
  assert.deepEqual(after, { tiles: [{ kinds: ["foul"] }, { kinds: ["play"] }], board: { turn: "a1" }, gone: null });
  assert.equal(after.board, before.board);
  assert.equal(after.tiles[0], before.tiles[0]);
  assert.notEqual(after.tiles, before.tiles);
});

test("the whole is the same where nothing changed, and never where something is more or less", () => {
  const before = { a: [1, 2], b: null };
  assert.equal(reuseUnchanged(before, { a: [1, 2], b: null }), before);
  assert.deepEqual(reuseUnchanged(before, { a: [1], b: null }), { a: [1], b: null });
  assert.deepEqual(reuseUnchanged(before, { a: [1, 2] }), { a: [1, 2] });
  assert.deepEqual(reuseUnchanged([], {}), {});
  assert.deepEqual(reuseUnchanged({ a: undefined }, { b: undefined }), { b: undefined });
});
