// Countdowns between two messages from the server.

import { useEffect, useState } from "preact/hooks";

/** m:ss */
export function clockFace(seconds: number): string {
  const whole = Math.ceil(seconds);
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, "0")}`;
}

export function useCountdown(seconds: number | null, seq: number, running: boolean): number | null {
  const [left, setLeft] = useState<number | null>(null);
  useEffect(() => {
    setLeft(seconds);
    if (!running || seconds === null) return;
    const started = performance.now();
    const timer = setInterval(() => setLeft(Math.max(0, seconds - (performance.now() - started) / 1000)), 250);
    return () => clearInterval(timer);
  }, [seq, running]);
  return left;
}

/** Call at most once per `ms`; drop the calls in between. */
export function throttle<T>(call: (value: T) => void, ms: number): (value: T) => void {
  let last = 0;
  return (value) => {
    const now = Date.now();
    if (now - last < ms) return;
    last = now;
    call(value);
  };
}

/** Whether a condition has lasted for `ms`. */
export function useLate(is: boolean, ms: number): boolean {
  const [late, setLate] = useState(false);
  useEffect(() => {
    setLate(false);
    if (!is) return;
    const timer = setTimeout(() => setLate(true), ms);
    return () => clearTimeout(timer);
  }, [is]);
  return is && late;
}
