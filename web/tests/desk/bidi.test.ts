import assert from "node:assert/strict";
import { test } from "node:test";
import { pieces } from "../../src/desk/core/bidi.ts";

const turned = (text: string): readonly string[] =>
  pieces(text)
    .filter((one) => one.isTurned)
    .map((one) => one.text);

test("names from right to left stand for themselves, and figures and dashes beside them do not belong to them", () => {
  assert.deepEqual(turned("M7: عائشہ صدیقی 25 – بلال 12: عائشہ صدیقی wins"), ["عائشہ صدیقی", "بلال", "عائشہ صدیقی"]);
  assert.deepEqual(turned("عائشہ / بلال (کراچی) 25–12"), ["عائشہ", "بلال", "کراچی"]);
  assert.deepEqual(turned("Asha 25 – बलवंत 12"), []);
});

test("nothing of a sentence is lost", () => {
  for (const text of ["", "M7", "عائشہ", "1. عائشہ: 4 points", "Asha – عائشہ"])
    assert.equal(
      pieces(text)
        .map((one) => one.text)
        .join(""),
      text,
    );
});
