// Background Sync: the browser wakes the service worker when the network returns, even without an open page.

import { PadStorage } from "../storage/storage.ts";
import { sendEverything } from "./round.ts";
import { postFacts } from "./server.ts";

export const SYNC_TAG = "carrom-pad";

/** Throws while something is unsent, so that the browser retries. */
export async function sendInBackground(): Promise<void> {
  const storage = await PadStorage.open();
  try {
    const { left } = await sendEverything(storage, postFacts);
    if (left > 0) throw new Error(`${left} facts wait`);
  } finally {
    await storage.close();
  }
}

interface SyncRegistration extends ServiceWorkerRegistration {
  readonly sync?: { register(tag: string): Promise<void> };
}

/** Ask to be woken later. Without Background Sync only the open page sends. */
export async function wishForSync(): Promise<void> {
  try {
    const registration = (await navigator.serviceWorker?.getRegistration()) as SyncRegistration | undefined;
    await registration?.sync?.register(SYNC_TAG);
  } catch {
    // Not allowed here.
  }
}
