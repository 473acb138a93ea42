// Every language has every sentence, with the same places to fill in. That no key is missing or unknown is for the
// compiler to see: each catalogue is a `Catalogue`.

import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { test } from "node:test";
import { type Catalogue, en, type Key } from "../../src/i18n/en.ts";
import { hi } from "../../src/i18n/hi.ts";
import { ur } from "../../src/i18n/ur.ts";

const OTHERS: Readonly<Record<string, readonly [Catalogue, RegExp]>> = {
  hi: [hi, /[\u0900-\u097f]/],
  ur: [ur, /[\u0600-\u06ff]/],
};
const KEYS = Object.keys(en) as Key[];

function blanks(sentence: string): readonly string[] {
  return [...new Set(sentence.match(/\{\w+\}/g))].sort();
}

for (const [language, [catalogue, script]] of Object.entries(OTHERS)) {
  test(`${language} has the keys of en`, () => {
    assert.deepEqual(Object.keys(catalogue).sort(), [...KEYS].sort());
  });

  test(`${language} has the blanks of en`, () => {
    for (const key of KEYS) assert.deepEqual(blanks(catalogue[key]), blanks(en[key]), key);
  });

  test(`${language} is written in its script`, () => {
    assert.deepEqual(
      KEYS.filter((key) => !script.test(catalogue[key])),
      [],
    );
  });
}

/** Keys that are put together from a word and a code of the server, see tests/web/test_catalogues.py. */
const MADE = /^(said|kind|rung|hand|refused|seat|drill|until|concede)-/;

test("every sentence is said somewhere", () => {
  const source = readdirSync(`${import.meta.dirname}/../../src`, { recursive: true, encoding: "utf8" })
    .filter((name) => /\.tsx?$/.test(name) && !name.startsWith("i18n/"))
    .map((name) => readFileSync(`${import.meta.dirname}/../../src/${name}`, "utf8"))
    .join("\n");
  const used = (key: Key): boolean => new RegExp(`["\`]${key}["\`]`).test(source);
  assert.deepEqual(
    KEYS.filter((key) => !MADE.test(key) && !used(key)),
    [],
  );
});
