// What a computer is called at the table.

import assert from "node:assert/strict";
import { test } from "node:test";
import "../browser.ts";
import { calledAtTable } from "../../src/home/wishes.ts";

test("no age stands in the umpire's sentences", () => {
  for (const [name, called] of [
    ["Asha, 9", "Asha"],
    ["آشا، 9", "آشا"],
    ["The robot", "The robot"],
  ] as const)
    assert.equal(calledAtTable({ id: "x", name, line: "" }), called);
});
