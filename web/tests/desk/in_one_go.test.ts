import assert from "node:assert/strict";
import { test } from "node:test";
import "../browser.ts";
import { baseNow, inOneGo, sawAll, sawOwn, seq } from "../../src/desk/core/tournament.ts";

test("acts in a row are followed by one look, however many lines they add", async () => {
  sawAll(10);
  const looks: number[] = [];
  const end = seq.subscribe((number) => void looks.push(number));
  await inOneGo(async () => {
    for (const line of [11, 12, 13]) {
      sawOwn(line, line);
      assert.equal(baseNow(), line);
      await Promise.resolve();
    }
  });
  assert.deepEqual(looks, [10, 13]);
  await assert.rejects(
    inOneGo(async () => {
      sawOwn(14, 14);
      throw new Error("refused");
    }),
  );
  assert.deepEqual(looks, [10, 13, 14]);
  end();
});
