import "../browser.ts";

import assert from "node:assert/strict";
import { test } from "node:test";
import type { MatchSummary } from "../../src/api/wire.ts";
import type { SavedGame } from "../../src/games/gamesStore.ts";
import type { Level } from "../../src/home/level.ts";

const { statistics } = await import("../../src/games/gamesStore.ts");
const { nextLevel } = await import("../../src/home/level.ts");

function game(winner: "a" | "b" | null, players: SavedGame["players"], queens = 1): SavedGame {
  const feats = { boards: 1, queens, best_run: queens + 2, fouls: 1 };
  const seats = ["a1", "b1"].map((player) => ({ player, party: player[0], name: player }));
  const card = { winner, seats, feats: { a: feats, b: { ...feats, queens: 9 } } } as unknown as MatchSummary;
  return { id: "x", players, card, counted: 0, hints: 0, isHelped: false };
}

test("what one side did here is counted, for that side alone", () => {
  const found = statistics([
    game("a", ["a1"], 0),
    game("b", ["a1"], 2),
    game("b", ["b1"]),
    game("a", ["a1", "b1"]), // two at one screen: nobody's win
    game(null, ["a1"]), // ended by agreement
    { ...game("a", ["a1"], 7), hints: 2 }, // he was told his strokes
  ]);
  assert.deepEqual(found, {
    played: 3,
    won: 2,
    hinted: 1,
    queens: 0 + 2 + 9,
    bestRun: 4,
    fouls: 3,
    against: [
      { name: "b1", played: 2, won: 1 },
      { name: "a1", played: 1, won: 1 },
    ],
  });
});

test("two of the last three boards move the level by one, within the list", () => {
  const path = (at: number, boards: string, levels = 10): number | null => {
    let level: Level = { at, recent: "" };
    for (const board of boards) level = nextLevel(level, board === "w", levels);
    return level.at;
  };
  assert.equal(path(3, "w"), 3);
  assert.equal(path(3, "ww"), 4);
  assert.equal(path(3, "wlw"), 4);
  assert.equal(path(3, "wll"), 2);
  assert.equal(path(0, "llll"), 0);
  assert.equal(path(9, "wwww"), 9);
});
