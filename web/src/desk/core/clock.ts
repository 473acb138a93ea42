// The hall's time. The log writes times without a zone, so only their differences to the server's clock matter.

import { signal } from "@preact/signals";

/** This browser's time in milliseconds, every second while the page is visible. */
export const currentTime = signal(Date.now());
setInterval(() => {
  if (!document.hidden) currentTime.value = Date.now();
}, 1000);

let offset = 0;

export function setClock(at: string): void {
  offset = Date.parse(at) - Date.now();
}

/** Whole minutes from now until a time; negative when it is past. */
export function minutesUntil(at: string): number {
  return Math.floor(secondsUntil(at) / 60);
}

export function secondsUntil(at: string): number {
  return Math.floor((Date.parse(at) - (currentTime.value + offset)) / 1000);
}

export function timeOf(at: string): string {
  return at.slice(11, 16);
}

/** The position of a time in a period, from 0 to 1. */
export function fractionOf(at: string, from: string, to: string): number {
  const span = Date.parse(to) - Date.parse(from);
  return span > 0 ? Math.min(1, Math.max(0, (Date.parse(at) - Date.parse(from)) / span)) : 0;
}
