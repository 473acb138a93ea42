import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { drawing } from "../../src/board/discs.ts";
import type { DiscKind } from "../../src/board/geometry.ts";
import { coloured, lookOf, PLAIN } from "../../src/board/look.ts";
import { BOARDS, PIECES, palette } from "../../src/board/palette.ts";

const SURFACE = new URL("../../src/board/surface.svg", import.meta.url);

const KINDS: readonly DiscKind[] = ["white", "black", "queen", "striker"];

test("kinds are told apart by their mark, whatever the colours", () => {
  const marks = KINDS.map((kind) =>
    drawing(kind)
      .replaceAll(/#[0-9a-f]{3,6}/g, "")
      .replaceAll(/disc-\d+/g, ""),
  );
  assert.equal(new Set(marks).size, KINDS.length);
});

test("no drawing borrows another's shading, so none is hollow when another is hidden", () => {
  const ids = [1, 2, 3].map(() => drawing("white").match(/radialGradient id="([^"]+)"/)?.[1]);
  assert.equal(new Set(ids).size, 3);
});

test("every look has all the colours of the drawings", () => {
  for (const board of Object.keys(BOARDS) as (keyof typeof BOARDS)[]) {
    const filled = coloured(readFileSync(SURFACE, "utf8"), { ...BOARDS[board], powder: "1" });
    assert.ok(!/[{}]/.test(filled), board);
  }
  for (const pieces of Object.keys(PIECES) as (keyof typeof PIECES)[])
    for (const kind of KINDS) assert.ok(!/[{}]/.test(drawing(kind, { ...PLAIN, pieces })));
});

test("a look that is not known any more is the plain one", () => {
  const kept = { board: "granite", pieces: "toString", striker: "jade", powder: true };
  assert.deepEqual(lookOf(kept), { ...PLAIN, striker: "jade", powder: true });
});

test("a disc is drawn in its colours, and its shading is its own", () => {
  for (const kind of KINDS) {
    const svg = drawing(kind);
    for (const colour of palette[kind]) assert.ok(svg.includes(colour), `${kind} without ${colour}`);
    const [, id] = svg.match(/radialGradient id="([^"]+)"/) ?? [];
    assert.ok(svg.includes(`url(#${id})`));
  }
});
