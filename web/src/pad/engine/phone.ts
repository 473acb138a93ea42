// Phone hardware: keep the screen on, vibrate.

import { abilities } from "./installed.ts";

let lock: WakeLockSentinel | undefined;
let isWanted = false;

async function take(): Promise<void> {
  if (!isWanted || lock !== undefined || document.visibilityState !== "visible" || !abilities().awake) return;
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

/** Keep the screen on; returns a function that lets it sleep again. */
export function keepAwake(): () => void {
  isWanted = true;
  void take();
  document.addEventListener("visibilitychange", take);
  return () => {
    isWanted = false;
    document.removeEventListener("visibilitychange", take);
    void lock?.release();
  };
}

/** Vibration patterns in ms: tap accepted, tap refused, time is up. */
const FELT = { tap: [12], refused: [40, 60, 40], clock: [200, 100, 200] } as const;

export function buzz(what: keyof typeof FELT): void {
  if (abilities().buzz) navigator.vibrate([...FELT[what]]);
}
