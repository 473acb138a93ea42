import "../browser.ts";

import assert from "node:assert/strict";
import { test } from "node:test";
import { hi } from "../../src/i18n/hi.ts";
import { LANGUAGES, t, wordsFor } from "../../src/i18n/i18n.ts";
import { ur } from "../../src/i18n/ur.ts";
import { prefs, setPrefs } from "../../src/prefs.ts";
import { kept, settle } from "../browser.ts";

test("a stranger is spoken to in the browser's language", () => {
  assert.equal(prefs.value.language, "en");
  assert.equal(t("carrom"), "Carrom");
});

test("blanks are filled in; what nobody says stays empty", () => {
  assert.equal(t("at-place", { kind: "queen", x: 3, y: -4 }), "queen at 3, -4");
  assert.equal(t("game"), "Game ");
});

test("the words and the direction of the page follow the language, and the choice is kept", async () => {
  for (const [language, words, direction] of [
    ["hi", hi, "ltr"],
    ["ur", ur, "rtl"],
  ] as const) {
    setPrefs({ language });
    await settle();
    assert.equal(t("carrom"), words.carrom);
    assert.equal(document.documentElement.lang, language);
    assert.equal(document.documentElement.dir, direction);
    assert.equal(JSON.parse(kept.get("carrom.prefs") ?? "{}").language, language);
  }
});

test("whoever changes his mind while words are loading gets what he chose last", async () => {
  for (const [first] of LANGUAGES)
    for (const [last] of LANGUAGES) {
      setPrefs({ language: first });
      setPrefs({ language: last });
      await settle();
      const words = { en: "Carrom", hi: hi.carrom, ur: ur.carrom };
      assert.equal(t("carrom"), words[last], `${first}, then ${last}`);
    }
});

test("a code has words or none, and nothing that objects have by themselves is a word", async () => {
  setPrefs({ language: "en" });
  await settle();
  assert.equal(wordsFor("said-turn-passes", { to: "Asha" }), "Asha's turn.");
  for (const key of ["said-never-heard", "constructor", "toString", ""]) assert.equal(wordsFor(key), null);
});
