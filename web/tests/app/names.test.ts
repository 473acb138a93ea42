// What a computer is called at the table.

import "../browser.ts";

import assert from "node:assert/strict";
import { test } from "node:test";
import { shortName } from "../../src/home/matchSetup.ts";

test("no age stands in the umpire's sentences", () => {
  for (const [name, called] of [
    ["Asha, 9", "Asha"],
    ["آشا، 9", "آشا"],
    ["The robot", "The robot"],
  ] as const)
    assert.equal(shortName({ id: "x", name, line: "" }), called);
});
