// What a phone's hardware does for an umpire: the screen stays on, a tap is felt.

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
    // A battery that is nearly empty, or a setting of the phone: then it may sleep.
  }
}

/** Keep the screen on while a match is kept; returns what lets it sleep again. */
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

/** What is felt: a tap that stands, a tap that was refused, a clock that has run out. */
const FELT = { tap: [12], refused: [40, 60, 40], clock: [200, 100, 200] } as const;

export function buzz(what: keyof typeof FELT): void {
  if (abilities().buzz) navigator.vibrate([...FELT[what]]);
}
