// Service worker entry for Background Sync: the browser wakes it when the network returns, even without an open page. The
// build prepends it to `engine/service.js`.

import { PadStorage } from "../storage/storage.ts";
import { SYNC_TAG, sendAll } from "./round.ts";
import { postFacts } from "./server.ts";

/** Throws while something is unsent, so that the browser retries. */
async function sendInBackground(): Promise<void> {
  const storage = await PadStorage.open();
  try {
    const { left } = await sendAll(storage, postFacts);
    if (left > 0) throw new Error(`${left} facts wait`);
  } finally {
    await storage.close();
  }
}

/** Missing from TypeScript's DOM types. */
interface SyncEvent extends Event {
  readonly tag: string;
  waitUntil(work: Promise<void>): void;
}

self.addEventListener("sync", (event) => {
  const sync = event as SyncEvent;
  if (sync.tag === SYNC_TAG) sync.waitUntil(sendInBackground());
});
