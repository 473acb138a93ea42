import "../browser.ts";

import assert from "node:assert/strict";
import { test } from "node:test";
import type { Word } from "../../src/api/wire.ts";
import { refusalWords, sentenceOf } from "../../src/play/sentences.ts";
import { type PlayerName, viewerOf } from "../../src/play/viewer.ts";

function word(code: string, data: Word["data"] = {}, text: string | null = null, who: Word["who"] = {}): Word {
  return { code, data, laws: [], text, who };
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
  assert.equal(sentenceOf(word("board-won", { winner: "Asha", points: 8 })), "Asha won the board: 8 points.");
  assert.equal(sentenceOf(word("board-won", { winner: "Asha", points: 1 })), "Asha won the board: 1 point.");
});

const stroke = { by: "Ravi", other: "Asha", to: "Asha", own: 0, opponent: 0, turn: "passes" };
const seats = { by: "b1", other: "a", to: "a1", back_placer: "a1" };

test("a stroke is told in plain words, by name to who looks on and with you to the person himself", () => {
  const foul = { ...stroke, striker: true, back: 1, back_placer: "Asha" };
  const told = (data: Word["data"], mine: PlayerName[]): string =>
    sentenceOf(word("stroke", data, null, seats), viewerOf(mine));
  assert.equal(told(foul, ["a1"]), "Foul – striker pocketed. Ravi returns one piece; you place it. Your turn.");
  assert.equal(
    told({ ...foul, back: 2 }, ["b1"]),
    "Foul – striker pocketed. You return 2 pieces; Asha places them. Now Asha plays.",
  );
  for (const both of [[], ["a1", "b1"]] as PlayerName[][])
    assert.equal(told(stroke, both), "Nothing pocketed. Now Asha plays.");
  assert.equal(told({ ...stroke, own: 2, turn: "continues" }, ["b1"]), "2 pocketed. You play on.");
  assert.equal(
    told({ ...stroke, opponent: 1, queen_back: true }, ["a1"]),
    "The queen was not covered and goes back to the centre. Ravi pocketed 1 of your coins. Your turn.",
  );
});

test("you are told of yourself as you, and nobody else is", () => {
  const said = word("toss", { winner: "Asha", breaker: "Asha" }, null, { winner: "a", breaker: "a1" });
  assert.equal(sentenceOf(said, viewerOf(["a1"])), "You won the toss. First break: you.");
  assert.equal(sentenceOf(said, viewerOf(["b1"])), "Asha won the toss. First break: Asha.");
  assert.equal(sentenceOf(said), "Asha won the toss. First break: Asha.");
});

test("the points of a board are told by what they are made of", () => {
  assert.equal(
    sentenceOf(
      word("board-won", { winner: "Asha", points: 12, coins: 9, queen: 3 }, null, { winner: "a" }),
      viewerOf(["a1"]),
    ),
    "You won the board: 9 for pieces + 3 for the queen = 12 points.",
  );
});

test("a ruling says what fell, then what follows from it", () => {
  const fell = { touched: true, own: 2, opponent: 1, queen_fell: true, striker: true };
  assert.equal(
    sentenceOf(word("ruling", fell, "The turn ends.")),
    "Fell: 2 own, 1 of the opponent, Queen, the striker. The turn ends.",
  );
  assert.equal(sentenceOf(word("ruling", { touched: true, own: 0, opponent: 0 }, "The turn ends.")), "The turn ends.");
  assert.equal(sentenceOf(word("ruling", { touched: false })), "Missed: no coin touched.");
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
  assert.equal(
    sentenceOf(word("board-won", { ...won, slam: "white" })),
    "Asha won the board: 12 points, a white slam.",
  );
  assert.equal(sentenceOf(word("stopped")), "The umpire has stopped the clocks.");
  assert.equal(sentenceOf(word("stopped", { reason: "rain" })), "The umpire has stopped the clocks: rain");
  assert.equal(sentenceOf(word("placed", { by: "Ravi", count: 1, late: true })), "1 placed by Ravi.");
});

test("what hands have to do is said in the match's own words", () => {
  assert.equal(sentenceOf(word("hand", {}, "Ravi places 2 whites.")), "Ravi places 2 whites.");
});
