import assert from "node:assert/strict";
import { test } from "node:test";
import "../browser.ts";
import { addOwnEvents, baseSeq, refreshOnce, seq, setSeq } from "../../src/desk/core/session.ts";

test("several acts are followed by one refresh", async () => {
  setSeq(10);
  const refreshes: number[] = [];
  const end = seq.subscribe((number) => void refreshes.push(number));
  await refreshOnce(async () => {
    for (const event of [11, 12, 13]) {
      addOwnEvents(event, event);
      assert.equal(baseSeq(), event);
      await Promise.resolve();
    }
  });
  assert.deepEqual(refreshes, [10, 13]);
  await assert.rejects(
    refreshOnce(async () => {
      addOwnEvents(14, 14);
      throw new Error("refused");
    }),
  );
  assert.deepEqual(refreshes, [10, 13, 14]);
  end();
});
