// The pad on this phone: where its files are, offline copies and updates, screen and vibration.

import { signal } from "@preact/signals";
import { MATCH_LOCK } from "../storage/log.ts";

/** What the browser allows at this address. Plain HTTP (except localhost) denies most of it. */
interface Abilities {
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

export const isCached = signal(false);
/** A newer version is ready; it takes over when no match is open. */
export const isUpdateReady = signal(false);

const CHECK_EVERY_MS = 60 * 60 * 1000;
const RETRY_MS = 1000;

/** Cache the pad's files on this phone. `isIdle` says whether reloading now would lose anything. */
export async function cacheFiles(isIdle: () => boolean): Promise<void> {
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
    void check();
  });
  let again: ReturnType<typeof setTimeout> | undefined;
  const check = async (): Promise<void> => {
    clearTimeout(again);
    if (isReplaced && isIdle()) location.reload();
    isCached.value = registration.active !== null;
    isUpdateReady.value = registration.waiting !== null && registration.active !== null;
    if (!isUpdateReady.value || !isIdle()) return;
    if (await isMatchOpen()) again = setTimeout(() => void check(), RETRY_MS);
    else registration.waiting?.postMessage("take-over");
  };
  registration.addEventListener("updatefound", () => {
    registration.installing?.addEventListener("statechange", check);
  });
  registration.installing?.addEventListener("statechange", check);
  void check();
  setInterval(() => void registration.update().catch(() => undefined), CHECK_EVERY_MS);
  document.addEventListener("visibilitychange", check);
  addEventListener("hashchange", check); // the umpire left a match
}

/** Whether any tab has a match open: taking over would delete the old version's files, which that tab may still load. */
async function isMatchOpen(): Promise<boolean> {
  const { held = [] } = (await navigator.locks?.query()) ?? {};
  return held.some(({ name = "" }) => name.startsWith(MATCH_LOCK));
}

let lock: WakeLockSentinel | undefined;
let isRequested = false;

async function acquire(): Promise<void> {
  if (!isRequested || lock !== undefined || document.visibilityState !== "visible" || !abilities().awake) return;
  try {
    const taken = await navigator.wakeLock.request("screen");
    taken.addEventListener("release", () => {
      lock = undefined;
    });
    lock = taken;
  } catch {
    // Low battery or a phone setting: let the screen sleep.
  }
}

export function keepAwake(): () => void {
  isRequested = true;
  void acquire();
  document.addEventListener("visibilitychange", acquire);
  return () => {
    isRequested = false;
    document.removeEventListener("visibilitychange", acquire);
    void lock?.release();
  };
}

/** Vibration patterns in ms: tap accepted, tap refused, time is up. */
const VIBRATIONS = { tap: [12], refused: [40, 60, 40], clock: [200, 100, 200] } as const;

export function vibrate(what: keyof typeof VIBRATIONS): void {
  if (abilities().buzz) navigator.vibrate([...VIBRATIONS[what]]);
}

declare const __ENGINE__: { name: string; start: "snapshot" | "plain" } | null;

/** Null in a page built without an engine. */
export const ENGINE = typeof __ENGINE__ === "undefined" ? null : __ENGINE__;

export const ROOT = new URL(/* @vite-ignore */ "../", import.meta.url);

/** Whether the page is served as static files, without a Carrom server. */
export const isStatic = (): boolean => document.querySelector('meta[name="carrom-pad"][content="files"]') !== null;
