import assert from "node:assert/strict";
import { test } from "node:test";
import { areAlike, splitByDirection } from "../../src/desk/core/text.ts";

const rightToLeft = (text: string): readonly string[] =>
  splitByDirection(text)
    .filter((one) => one.isRightToLeft)
    .map((one) => one.text);

test("right-to-left names are runs of their own, without the figures and dashes beside them", () => {
  assert.deepEqual(rightToLeft("M7: عائشہ صدیقی 25 – بلال 12: عائشہ صدیقی wins"), [
    "عائشہ صدیقی",
    "بلال",
    "عائشہ صدیقی",
  ]);
  assert.deepEqual(rightToLeft("عائشہ / بلال (کراچی) 25–12"), ["عائشہ", "بلال", "کراچی"]);
  assert.deepEqual(rightToLeft("Asha 25 – बलवंत 12"), []);
});

test("splitting keeps the whole text", () => {
  for (const text of ["", "M7", "عائشہ", "1. عائشہ: 4 points", "Asha – عائشہ"])
    assert.equal(
      splitByDirection(text)
        .map((one) => one.text)
        .join(""),
      text,
    );
});

test("a misspelt name is alike, another name is not", () => {
  for (const [one, other] of [
    ["Latika Mane", "Latika Mahne"],
    ["Mane Latika", "latika mané"],
    ["Qadir Iyer", "Qaadir Iyer"],
  ] as const)
    assert.ok(areAlike(one, other), `${one} ${other}`);
  assert.ok(!areAlike("Latika Mane", "Lalita Rane"));
  assert.ok(!areAlike("", "Asha"));
});
