import assert from "node:assert/strict";
import { test } from "node:test";
import { initialsOf } from "../../src/pad/screens/initials.ts";

const marks = (...names: string[]): string[] => [
  ...initialsOf(names.map((name, at) => ({ name, player: `a${at + 1}` }))).values(),
];

test("players are told apart by as few letters as will do", () => {
  assert.deepEqual(marks("Meera", "Anil"), ["M", "A"]);
  assert.deepEqual(marks("Ann", "Abe", "Bob", "Bea"), ["An", "Ab", "Bo", "Be"]);
  assert.deepEqual(marks("Ann", "Anna"), ["A1", "A2"]);
  assert.deepEqual(marks("मीरा", "अनिल"), ["मी", "अ"]);
});
