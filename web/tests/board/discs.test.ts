import assert from "node:assert/strict";
import { test } from "node:test";
import { drawing } from "../../src/board/discs.ts";
import type { DiscKind } from "../../src/board/geometry.ts";
import { palette } from "../../src/board/palette.ts";

const KINDS: readonly DiscKind[] = ["white", "black", "queen", "striker"];

test("kinds are told apart by their mark, whatever the colours", () => {
  const marks = KINDS.map((kind) =>
    drawing(kind)
      .replaceAll(/#[0-9a-f]{3,6}/g, "")
      .replaceAll(kind, ""),
  );
  assert.equal(new Set(marks).size, KINDS.length);
});

test("a disc is drawn in its colours, and its shading is its own", () => {
  for (const kind of KINDS) {
    const svg = drawing(kind);
    for (const colour of palette[kind]) assert.ok(svg.includes(colour), `${kind} without ${colour}`);
    const [, id] = svg.match(/radialGradient id="([^"]+)"/) ?? [];
    assert.ok(id?.includes(kind));
    assert.ok(svg.includes(`url(#${id})`));
  }
});
