// The pad as something that stays on a phone: its files kept by a service worker, a new version when nobody is in the
// middle of something, storage that is not thrown away.

import { signal } from "@preact/signals";
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

/** Keep the pad's files on this phone. `isIdle` says whether nothing is lost by loading the page again. */
export async function keepFiles(isIdle: () => boolean): Promise<void> {
  if (!abilities().offline) return;
  const scope = isStatic() ? ROOT : new URL("pad", ROOT);
  const registration = await navigator.serviceWorker.register(new URL("pad-sw.js", ROOT), {
    scope: scope.href,
    updateViaCache: "none",
  });
  const look = (): void => {
    isKept.value = registration.active !== null;
    isNewer.value = registration.waiting !== null && registration.active !== null;
    takeOverWhenIdle(registration, isIdle);
  };
  registration.addEventListener("updatefound", () => {
    registration.installing?.addEventListener("statechange", look);
  });
  registration.installing?.addEventListener("statechange", look);
  look();
  setInterval(() => void registration.update().catch(() => undefined), LOOK_EVERY);
  document.addEventListener("visibilitychange", look);
  addEventListener("hashchange", look); // home from a match
}

/** Every open page of the pad changes at once: the one that is asked must be idle, and so must the others be. */
function takeOverWhenIdle(registration: ServiceWorkerRegistration, isIdle: () => boolean): void {
  if (!isNewer.value || !isIdle()) return;
  navigator.serviceWorker.addEventListener("controllerchange", () => location.reload(), { once: true });
  registration.waiting?.postMessage("take-over");
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
