// The pad's storage as browser tests reach it, without the pad's screens.

import { MatchClock } from "../../src/pad/storage/clock.ts";
import { PadStorage } from "../../src/pad/storage/storage.ts";
import { StorageTrouble } from "../../src/pad/storage/trouble.ts";
import { MatchWriter } from "../../src/pad/storage/writer.ts";

/** What became of it, or the code of the trouble. */
async function tried(work: () => Promise<unknown>): Promise<unknown> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof StorageTrouble) return error.code;
    throw error;
  }
}

Object.assign(window, { MatchClock, MatchWriter, PadStorage, tried });
