// A page that is enrolled by half fails here, and the failure says what is missing.

import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { test } from "node:test";
import { PAGES, pageAt } from "../../src/app/pages.ts";

const ROOT = `${import.meta.dirname}/../../..`;
const browserTests = readdirSync(`${ROOT}/tests/web`)
  .filter((name) => name.startsWith("test_"))
  .map((name) => readFileSync(`${ROOT}/tests/web/${name}`, "utf8"))
  .join("\n");
const entry = readFileSync(`${ROOT}/web/src/app/pages.ts`, "utf8");
const modules = ["pages", "play"].flatMap((folder) =>
  readdirSync(`${ROOT}/web/src/${folder}`)
    .filter((name) => name.endsWith("Page.tsx"))
    .map((name) => `../${folder}/${name}`),
);

for (const [name, page] of Object.entries(PAGES))
  test(`the page ${name} is enrolled whole`, () => {
    if (page.note !== null) {
      const open = new RegExp(`home\\.address\\}/${name}\\b`);
      assert.match(browserTests, open, `no test in tests/web opens {home.address}/${name}`);
    }
    assert.equal(pageAt(name), page);
  });

test("every page of the sources has an address", () => {
  assert.ok(modules.length > 4);
  const missing = modules.filter((module) => !entry.includes(`import("${module}")`));
  assert.deepEqual(missing, [], "these are not in PAGES of web/src/app/pages.ts");
});

test("two pages have neither the same title nor the same line on the front page", () => {
  for (const part of ["title", "note"] as const) {
    const keys = Object.values(PAGES).map((page) => page[part]);
    assert.deepEqual(keys, [...new Set(keys)]);
  }
});

test("what is no page's name is the front page", () => {
  for (const name of ["", "constructor", "toString", "__proto__", "Play"]) assert.equal(pageAt(name), undefined);
});
