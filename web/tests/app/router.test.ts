import "../browser.ts";

import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { go, place } from "../../src/app/router.ts";
import { address, visits } from "../browser.ts";

beforeEach(() => {
  go("/", true);
  visits.length = 0;
});

test("an address is read into words, questions and a secret", () => {
  go("/replay/m%C3%BCnchen%2F7?stroke=12&live#s3cret");
  const { path, query, secret } = place.value;
  assert.deepEqual(path, ["replay", "münchen/7"]);
  assert.equal(query.get("stroke"), "12");
  assert.ok(query.has("live"));
  assert.equal(secret, "s3cret");
});

test("the front page has no words", () => {
  assert.deepEqual(place.value.path, []);
  assert.equal(place.value.secret, "");
});

test("an address that hides a secret takes the place of the one that showed it", () => {
  go("/play/x#s3cret");
  go("/play/x", true);
  assert.deepEqual(visits, ["push /play/x#s3cret", "scroll to 0, 0", "replace /play/x"]);
  assert.equal(place.value.secret, "");
});

test("going back is seen", () => {
  go("/laws");
  address.pathname = "/make";
  dispatchEvent(new Event("popstate"));
  assert.deepEqual(place.value.path, ["make"]);
});

interface Link {
  origin: string;
  pathname: string;
  target?: string;
  download?: boolean;
  answered?: boolean;
}

/** A click with the first button on a link; answers whether the browser may follow it. */
function click(
  { origin, pathname, target = "", download = false, answered = false }: Link,
  held: Partial<MouseEventInit> = {},
): boolean {
  const link = { origin, pathname, target, search: "", hash: "", hasAttribute: () => download };
  const event = Object.assign(new Event("click", { cancelable: true }), { button: 0, ...held });
  if (answered) event.preventDefault();
  Object.defineProperty(event, "target", { value: { closest: () => link } });
  return dispatchEvent(event);
}

test("a link inside the page changes the place and loads nothing", () => {
  assert.equal(click({ origin: address.origin, pathname: "/practice" }), false);
  assert.deepEqual(place.value.path, ["practice"]);
});

test("a click on anything else, or one that somebody has answered, goes nowhere", () => {
  assert.ok(dispatchEvent(Object.assign(new Event("click", { cancelable: true }), { button: 0 })));
  click({ origin: address.origin, pathname: "/practice", answered: true });
  assert.deepEqual(place.value.path, []);
});

test("links to elsewhere, downloads, answers of the server and new tabs are the browser's", () => {
  const here = { origin: address.origin, pathname: "/practice" };
  assert.ok(click({ ...here, origin: "https://elsewhere.test" }));
  assert.ok(click({ ...here, pathname: "/api/picture" }));
  assert.ok(click({ ...here, target: "_blank" }));
  assert.ok(click({ ...here, download: true }));
  for (const held of [{ ctrlKey: true }, { metaKey: true }, { shiftKey: true }, { button: 1 }])
    assert.ok(click(here, held));
  assert.deepEqual(place.value.path, []);
});
