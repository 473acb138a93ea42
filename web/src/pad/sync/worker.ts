// In the service worker, before the rest of it: the build puts this in front of `engine/service.js`.

import { SYNC_TAG, sendInBackground } from "./background.ts";

/** What a browser with Background Sync tells its worker: the network is back. */
interface SyncEvent extends Event {
  readonly tag: string;
  waitUntil(work: Promise<void>): void;
}

self.addEventListener("sync", (event) => {
  const sync = event as SyncEvent;
  if (sync.tag === SYNC_TAG) sync.waitUntil(sendInBackground());
});
