// The pad as something that stays on a phone: its files kept by a service worker, a new version when nobody is in the
// middle of something, storage that is not thrown away.

import { signal } from "@preact/signals";
import { MATCH_LOCK } from "../storage/writer.ts";
import { isStatic, ROOT } from "./place.ts";

/** What this browser, at this address, lets a pad do. On plain HTTP (other than this machine itself) most is denied. */
export interface Abilities {
  /** Opens without a network, after the first visit. */
  offline: boolean;
  /** The screen can be kept on. */
  awake: boolean;
  /** The phone can be made to buzz. */
  buzz: boolean;
  /** The browser can be asked to keep what is stored. */
  persistent: boolean;
}

export function abilities(): Abilities {
  return {
    offline: isSecureContext && "serviceWorker" in navigator,
    awake: isSecureContext && "wakeLock" in navigator,
    buzz: "vibrate" in navigator,
    persistent: isSecureContext && "storage" in navigator && "persist" in navigator.storage,
  };
}

/** Whether every file of the pad is kept here: from now on it opens without a network. */
export const isKept = signal(false);
/** A later version lies ready, and takes over as soon as the pad is idle. */
export const isNewer = signal(false);

const LOOK_EVERY = 60 * 60 * 1000;
const ASK_AGAIN = 1000;

/** Keep the pad's files on this phone. `isIdle` says whether nothing is lost by loading the page again. */
export async function keepFiles(isIdle: () => boolean): Promise<void> {
  if (!abilities().offline) return;
  const scope = isStatic() ? ROOT : new URL("pad", ROOT);
  const registration = await navigator.serviceWorker.register(new URL("pad-sw.js", ROOT), {
    scope: scope.href,
    updateViaCache: "none",
  });
  let isReplaced = false;
  let isControlled = navigator.serviceWorker.controller !== null;
  navigator.serviceWorker.addEventListener("controllerchange", () => {
    isReplaced ||= isControlled;
    isControlled = true;
    void look();
  });
  let again: ReturnType<typeof setTimeout> | undefined;
  const look = async (): Promise<void> => {
    clearTimeout(again);
    if (isReplaced && isIdle()) location.reload();
    isKept.value = registration.active !== null;
    isNewer.value = registration.waiting !== null && registration.active !== null;
    if (!isNewer.value || !isIdle()) return;
    if (await isMatchOpen()) again = setTimeout(() => void look(), ASK_AGAIN);
    else registration.waiting?.postMessage("take-over"); // every page of the pad hears `controllerchange`
  };
  registration.addEventListener("updatefound", () => {
    registration.installing?.addEventListener("statechange", look);
  });
  registration.installing?.addEventListener("statechange", look);
  void look();
  setInterval(() => void registration.update().catch(() => undefined), LOOK_EVERY);
  document.addEventListener("visibilitychange", look);
  addEventListener("hashchange", look); // home from a match
}

/** Every open page of the pad changes at once, and the files of the old version go: a tab that keeps a match would
 * not find them any more. Whoever writes a match holds its lock. */
async function isMatchOpen(): Promise<boolean> {
  const { held = [] } = (await navigator.locks?.query()) ?? {};
  return held.some(({ name = "" }) => name.startsWith(MATCH_LOCK));
}

/** Ask the browser not to throw away what is stored. Some ask the person; most decide by themselves. */
export async function askToPersist(): Promise<boolean> {
  if (!abilities().persistent) return false;
  try {
    return (await navigator.storage.persisted()) || (await navigator.storage.persist());
  } catch {
    return false;
  }
}
