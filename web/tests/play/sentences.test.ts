import "../browser.ts";

import assert from "node:assert/strict";
import { test } from "node:test";
import type { Word } from "../../src/play/messages.ts";
import { refusalWords, sentenceOf } from "../../src/play/sentences.ts";

function word(code: string, data: Word["data"] = {}, text: string | null = null): Word {
  return { code, data, laws: [], text };
}

test("a refusal is said in the page's words where it has some, with the law", () => {
  assert.equal(refusalWords({ code: "stale", text: "other" }), "Something happened in the meantime: look again.");
  assert.equal(refusalWords({ code: "arrow", text: "", law: "130c" }), "The striker touches an arrow. (Law 130c)");
});

test("a refusal that the page does not know is said in the server's words", () => {
  assert.equal(refusalWords({ code: "never-heard", text: "No room for that." }), "No room for that.");
  assert.equal(refusalWords({ text: "No room for that.", law: null }), "No room for that.");
});

test("what happened is said with its names and numbers", () => {
  assert.equal(sentenceOf(word("board-won", { winner: "Asha", points: 8 })), "Board to Asha: 8 points.");
  assert.equal(sentenceOf(word("board-won", { winner: "Asha", points: 1 })), "Board to Asha: 1 point.");
});

test("a ruling says what fell, then what follows from it", () => {
  const fell = { touched: true, own: 2, opponent: 1, queen_fell: true, striker: true };
  assert.equal(
    sentenceOf(word("ruling", fell, "The turn ends.")),
    "Fell: 2 own, 1 of the opponent, Queen, the striker. The turn ends.",
  );
  assert.equal(sentenceOf(word("ruling", { touched: true, own: 0, opponent: 0 }, "The turn ends.")), "The turn ends.");
  assert.equal(sentenceOf(word("ruling", { touched: false })), "The striker touched nothing.");
});

test("a remark speaks for itself, but for the server's own", () => {
  assert.equal(sentenceOf(word("remark", { text: "Rain stopped play" })), "Rain stopped play");
  assert.equal(
    sentenceOf(word("remark", { text: "server-restarted" })),
    "The server was restarted; the clock starts afresh.",
  );
  assert.equal(sentenceOf(word("remark")), "");
});

test("a code without words is better than nothing", () => {
  assert.equal(sentenceOf(word("never-heard")), "never-heard");
});

test("a figure may ask for a sentence of its own", () => {
  const won = { winner: "Asha", points: 12 };
  assert.equal(sentenceOf(word("board-won", { ...won, slam: "white" })), "Board to Asha: 12 points, a white slam.");
  assert.equal(sentenceOf(word("stopped")), "The umpire has stopped the clocks.");
  assert.equal(sentenceOf(word("stopped", { reason: "rain" })), "The umpire has stopped the clocks: rain");
  assert.equal(sentenceOf(word("placed", { by: "Ravi", count: 1, late: true })), "1 placed by Ravi.");
});

test("what hands have to do is said in the match's own words", () => {
  assert.equal(sentenceOf(word("hand", {}, "Ravi places 2 whites.")), "Ravi places 2 whites.");
});
