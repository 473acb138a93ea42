import assert from "node:assert/strict";
import { test } from "node:test";
import "../browser.ts";
import { missingPart, parseLine } from "../../src/desk/core/resultLine.ts";

test("a bare number is a table, other words are sent as they were typed", () => {
  assert.deepEqual(parseLine("4 25-18")?.act, { do: "result", match: "@4", words: ["25-18"] });
  assert.deepEqual(parseLine(" @4  a:5+q   b:3 ")?.act, { do: "result", match: "@4", words: ["a:5+q", "b:3"] });
  assert.equal(parseLine("/3 12-20")?.match, "@3"); // the key that goes to the line, pressed in it
  assert.deepEqual(parseLine("M7 25-10 10-25 25-20")?.act.match, "M7");
  assert.equal(parseLine("M7 8-25", true)?.act.do, "correct");
});

test("a line with a match alone has no act", () => {
  for (const text of ["", "  ", "4", "M7 "]) assert.equal(parseLine(text), null);
});

test("an incomplete line lacks a match or a score", () => {
  assert.equal(missingPart("abc")?.what, "match");
  for (const text of ["1", "1 ", "@1", "/1", "m7"]) assert.equal(missingPart(text)?.what, "score");
  assert.equal(missingPart("M7")?.example, "M7 25-18");
  for (const text of ["", " ", "1 25-18"]) assert.equal(missingPart(text), null);
});

test("Urdu and Devanagari digits are read; a reason keeps its own", () => {
  assert.deepEqual(parseLine("۴ ۱۸-۱۹")?.act, { do: "result", match: "@4", words: ["18-19"] });
  assert.deepEqual(parseLine("M७ २५-१८ --extra १०-०")?.act, {
    do: "result",
    match: "M7",
    words: ["25-18"],
    extra: [10, 0],
  });
  assert.equal(parseLine("٤ 25-18 --reason میز ۴")?.reason, "میز ۴");
  assert.equal(missingPart("۴")?.what, "score");
});

test("options are those of the command line, the reason to the end of the line", () => {
  const parsed = parseLine("4 --walkover a --law 143i --reason did not come");
  assert.deepEqual(parsed?.act, { do: "result", match: "@4", walkover: "a", law: "143i" });
  assert.equal(parsed?.reason, "did not come");
  assert.deepEqual(parseLine("4 18-18 --extra 10-0 --break b --provisional")?.act, {
    do: "result",
    match: "@4",
    words: ["18-18"],
    extra: [10, 0],
    first_break: "b",
    provisional: true,
  });
});
