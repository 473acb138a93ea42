import assert from "node:assert/strict";
import { test } from "node:test";
import { MatchClock } from "../../src/pad/storage/clock.ts";

const HOUR = 3_600_000;
type Reading = readonly [wall: number, steady: number, awake: boolean];

function seconds(created: number, last: number, first: Reading, ...rest: readonly Reading[]): number[] {
  let now = first;
  const clock = new MatchClock(created, last, { wall: () => now[0], steady: () => now[1], wasAwake: () => now[2] });
  return rest.map((reading) => {
    now = reading;
    return clock.now();
  });
}

test("seconds are counted from when the match was opened", () => {
  assert.deepEqual(seconds(1000, 0, [1000, 50, true], [3500, 2550, true]), [2.5]);
});

test("a clock that is put back in the middle of a match changes nothing", () => {
  const back: Reading[] = [
    [1000 - HOUR, 2000, true],
    [2000 - HOUR, 3000, true],
  ];
  assert.deepEqual(seconds(0, 0, [1000, 0, true], ...back), [3, 4]);
});

test("nor does one that is put forward while the page is in sight", () => {
  assert.deepEqual(seconds(0, 0, [1000, 0, true], [2000 + HOUR, 1000, true]), [2]);
});

test("an hour in which the phone slept has passed", () => {
  assert.deepEqual(seconds(0, 0, [1000, 0, true], [1000 + HOUR, 10, false]), [3601]);
});

test("opened again after the clock was put back, time goes on from the last fact", () => {
  assert.deepEqual(seconds(HOUR, 90, [1000, 0, true], [2000, 1000, true]), [91]);
});
