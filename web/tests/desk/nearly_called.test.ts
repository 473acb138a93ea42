import assert from "node:assert/strict";
import { test } from "node:test";
import { areAlike } from "../../src/desk/core/nearly_called.ts";

test("a slip of the pen is alike, another name is not", () => {
  for (const [one, other] of [
    ["Latika Mane", "Latika Mahne"],
    ["Mane Latika", "latika mané"],
    ["Qadir Iyer", "Qaadir Iyer"],
  ] as const)
    assert.ok(areAlike(one, other), `${one} ${other}`);
  assert.ok(!areAlike("Latika Mane", "Lalita Rane"));
  assert.ok(!areAlike("", "Asha"));
});
