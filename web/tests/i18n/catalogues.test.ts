// Every language has every sentence, with the same places to fill in. That no key is missing or unknown is for the
// compiler to see: each catalogue is a `Catalogue`.

import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { test } from "node:test";
import type { Words } from "../../src/i18n/speaking.ts";

interface App {
  /** Where its catalogues are, within src; the sources that say them are everything, or the app's own folder. */
  folder: string;
  sources: string;
  /** Keys that are put together from a word and a code, see tests/web/test_catalogues.py. */
  made: RegExp;
}

const APPS: readonly App[] = [
  {
    folder: "i18n",
    sources: "",
    made: /^(said|kind|book|rung|hand|refused|seat|drill|until|concede|head|appeal|level|board|pieces|striker|assist|aiming|ask|asks|asked|say|why)-|-you$|-pair$/,
  },
  { folder: "pages/words", sources: "pages", made: /^(lesson|miss|rule|kind|goal|level|verdict|topic|happened)-/ },
  {
    folder: "pad/words",
    sources: "pad",
    made: /^(said|kind|ruled|seat|refused|choice|text|storage|clock|group|round|waits|hand|by|side|outbox|result|unnoticed)-|^fell$/,
  },
  {
    folder: "desk/words",
    sources: "desk",
    made: /^(role|table|status|decide|waits|protest|format|template|setting|meaning|sheet|order|level|lacks|set|undo|dates|aside|embargo|col|choice|round|figure)-|-1$/,
  },
];
const SRC = `${import.meta.dirname}/../../src`;
const SCRIPTS = { hi: /[\u0900-\u097f]/, ur: /[\u0600-\u06ff]/ };

function blanks(sentence: string | undefined): readonly string[] {
  return [...new Set(sentence?.match(/\{\w+\}/g))].sort();
}

for (const { folder, sources, made } of APPS) {
  const { en } = (await import(`${SRC}/${folder}/en.ts`)) as { en: Words<string> };
  const keys = Object.keys(en);

  for (const [language, script] of Object.entries(SCRIPTS)) {
    const module = (await import(`${SRC}/${folder}/${language}.ts`)) as Record<string, Words<string>>;
    const catalogue = module[language] ?? {};
    test(`${folder}: ${language} has the keys of en`, () => {
      assert.deepEqual(Object.keys(catalogue).sort(), [...keys].sort());
    });

    test(`${folder}: ${language} has the blanks of en`, () => {
      for (const key of keys) assert.deepEqual(blanks(catalogue[key]), blanks(en[key]), key);
    });

    test(`${folder}: ${language} is written in its script`, () => {
      assert.deepEqual(
        keys.filter((key) => !script.test(catalogue[key] ?? "")),
        [],
      );
    });
  }

  test(`${folder}: every sentence is said somewhere`, () => {
    const source = readdirSync(`${SRC}/${sources}`, { recursive: true, encoding: "utf8" })
      .filter((name) => /\.tsx?$/.test(name) && !/(^|\/)(i18n|words)\//.test(name))
      .map((name) => readFileSync(`${SRC}/${sources}/${name}`, "utf8"))
      .join("\n");
    const used = (key: string): boolean => new RegExp(`["\`]${key}["\`]`).test(source);
    assert.deepEqual(
      keys.filter((key) => !made.test(key) && !used(key)),
      [],
    );
  });
}
