// For the service worker: browsers that have Background Sync wake it when the network is back, also with no page open.

import { PadStorage } from "../storage/storage.ts";
import { sendEverything } from "./round.ts";
import { postFacts } from "./server.ts";

export const SYNC_TAG = "carrom-pad";

/** Sends what waits. Throws while something is left, so that the browser tries again. */
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

/** Asks the browser to wake the service worker later. Where it cannot, the open page alone sends. */
export async function wishForSync(): Promise<void> {
  try {
    const registration = (await navigator.serviceWorker?.getRegistration()) as SyncRegistration | undefined;
    await registration?.sync?.register(SYNC_TAG);
  } catch {
    // Not allowed here.
  }
}
