// The hall's time. Moments come as the log has them, without a zone; only their differences matter here.

import { signal } from "@preact/signals";

/** Seconds of this browser, ticking. */
export const ticking = signal(Date.now());
setInterval(() => {
  if (!document.hidden) ticking.value = Date.now();
}, 1000);

let offset = 0;

/** What the server's clock said just now. */
export function setClock(at: string): void {
  offset = Date.parse(at) - Date.now();
}

/** Whole minutes from now until a moment; less than nothing when it is over. */
export function minutesUntil(at: string): number {
  return Math.floor((Date.parse(at) - (ticking.value + offset)) / 60_000);
}

export function secondsUntil(at: string): number {
  return Math.floor((Date.parse(at) - (ticking.value + offset)) / 1000);
}

/** 15:10 */
export function timeOf(at: string): string {
  return at.slice(11, 16);
}

/** How far a moment is along a stretch, from 0 to 1. */
export function share(at: string, from: string, to: string): number {
  const span = Date.parse(to) - Date.parse(from);
  return span > 0 ? Math.min(1, Math.max(0, (Date.parse(at) - Date.parse(from)) / span)) : 0;
}
