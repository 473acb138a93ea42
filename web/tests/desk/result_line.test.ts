import assert from "node:assert/strict";
import { test } from "node:test";
import { readLine, wantedIn } from "../../src/desk/core/result_line.ts";

test("a bare number is a table, everything else is as it was typed", () => {
  assert.deepEqual(readLine("4 25-18")?.act, { do: "result", match: "@4", words: ["25-18"] });
  assert.deepEqual(readLine(" @4  a:5+q   b:3 ")?.act, { do: "result", match: "@4", words: ["a:5+q", "b:3"] });
  assert.equal(readLine("/3 12-20")?.match, "@3"); // the key that goes to the line, pressed in it
  assert.deepEqual(readLine("M7 25-10 10-25 25-20")?.act.match, "M7");
  assert.equal(readLine("M7 8-25", true)?.act.do, "correct");
});

test("a line that says only which match is not sent", () => {
  for (const text of ["", "  ", "4", "M7 "]) assert.equal(readLine(text), null);
});

test("a line that is no result yet says what it lacks", () => {
  assert.equal(wantedIn("abc")?.what, "match");
  for (const text of ["1", "1 ", "@1", "/1", "m7"]) assert.equal(wantedIn(text)?.what, "score");
  assert.equal(wantedIn("M7")?.example, "M7 25-18");
  for (const text of ["", " ", "1 25-18"]) assert.equal(wantedIn(text), null);
});

test("digits of Urdu and Devanagari are digits, and a reason stays as it was written", () => {
  assert.deepEqual(readLine("۴ ۱۸-۱۹")?.act, { do: "result", match: "@4", words: ["18-19"] });
  assert.deepEqual(readLine("M७ २५-१८ --extra १०-०")?.act, {
    do: "result",
    match: "M7",
    words: ["25-18"],
    extra: [10, 0],
  });
  assert.equal(readLine("٤ 25-18 --reason میز ۴")?.reason, "میز ۴");
  assert.equal(wantedIn("۴")?.what, "score");
});

test("options are those of the command line, the reason to the end of the line", () => {
  const read = readLine("4 --walkover a --law 143i --reason did not come");
  assert.deepEqual(read?.act, { do: "result", match: "@4", walkover: "a", law: "143i" });
  assert.equal(read?.reason, "did not come");
  assert.deepEqual(readLine("4 18-18 --extra 10-0 --break b --provisional")?.act, {
    do: "result",
    match: "@4",
    words: ["18-18"],
    extra: [10, 0],
    first_break: "b",
    provisional: true,
  });
});
