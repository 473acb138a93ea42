// That each page has its title, its words, its browser test and its place in the docs is asked in
// tests/test_completeness.py.

import assert from "node:assert/strict";
import { test } from "node:test";
import { PAGES, pageAt } from "../../src/routes.ts";

test("a page is found by its name", () => {
  for (const [name, page] of Object.entries(PAGES)) assert.equal(pageAt(name), page);
});

test("what is no page's name is none", () => {
  for (const name of ["", "constructor", "toString", "__proto__", "Play"]) assert.equal(pageAt(name), undefined);
});

test("no two pages have the same title or the same line on the front page", () => {
  for (const part of ["title", "note"] as const) {
    const keys = Object.values(PAGES).flatMap((page) => page[part] ?? []);
    assert.deepEqual(keys, [...new Set(keys)]);
  }
});
