// Background Sync handler; the build prepends it to `engine/service.js`.

import { SYNC_TAG, sendInBackground } from "./background.ts";

/** Missing from TypeScript's DOM types. */
interface SyncEvent extends Event {
  readonly tag: string;
  waitUntil(work: Promise<void>): void;
}

self.addEventListener("sync", (event) => {
  const sync = event as SyncEvent;
  if (sync.tag === SYNC_TAG) sync.waitUntil(sendInBackground());
});
