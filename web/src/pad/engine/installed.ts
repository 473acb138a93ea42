// The pad as an installed app: offline files, updates and persistent storage.

import { signal } from "@preact/signals";
import { MATCH_LOCK } from "../storage/writer.ts";
import { isStatic, ROOT } from "./place.ts";

/** What the browser allows at this address. Plain HTTP (except localhost) denies most of it. */
export interface Abilities {
  /** Opens without a network after the first visit. */
  offline: boolean;
  awake: boolean;
  buzz: boolean;
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

/** Whether all files of the pad are cached, so that it opens offline. */
export const isKept = signal(false);
/** A newer version is ready; it takes over when no match is open. */
export const isNewer = signal(false);

const LOOK_EVERY = 60 * 60 * 1000;
const ASK_AGAIN = 1000;

/** Cache the pad's files on this phone. `isIdle` says whether reloading now would lose anything. */
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
    else registration.waiting?.postMessage("take-over"); // all pages of the pad then get `controllerchange`
  };
  registration.addEventListener("updatefound", () => {
    registration.installing?.addEventListener("statechange", look);
  });
  registration.installing?.addEventListener("statechange", look);
  void look();
  setInterval(() => void registration.update().catch(() => undefined), LOOK_EVERY);
  document.addEventListener("visibilitychange", look);
  addEventListener("hashchange", look); // the umpire left a match
}

/** Whether any tab has a match open: taking over would delete the old version's files, which that tab may still load. */
async function isMatchOpen(): Promise<boolean> {
  const { held = [] } = (await navigator.locks?.query()) ?? {};
  return held.some(({ name = "" }) => name.startsWith(MATCH_LOCK));
}

/** Ask the browser to make storage persistent. Some ask the user; most decide themselves. */
export async function askToPersist(): Promise<boolean> {
  if (!abilities().persistent) return false;
  try {
    return (await navigator.storage.persisted()) || (await navigator.storage.persist());
  } catch {
    return false;
  }
}
