// Hooks that load what a screen shows, and keep a value that was just set until it is loaded.

import { signal } from "@preact/signals";
import { useEffect, useRef, useState } from "preact/hooks";
import { OfflineError } from "../../api/errors.ts";
import { online } from "../../api/http.ts";
import { getHere, seq, session, type TournamentGets, tournamentId } from "./session.ts";

/** Hidden tabs load nothing: thirty of them would slow down the one that is used. */
const isVisible = signal(true);
document.addEventListener("visibilitychange", () => {
  isVisible.value = !document.hidden;
});

export interface View<T> {
  readonly data: T | null;
  readonly problem: string;
  readonly isSlow: boolean;
  readonly reload: () => void;
}

interface ViewOptions {
  readonly query?: Readonly<Record<string, string>>;
  readonly everySeconds?: number;
}

/** Loads an address of the tournament again when the log grows and every so many seconds; `null` loads nothing. */
export function useView<R extends keyof TournamentGets>(
  rest: R | null,
  { query = {}, everySeconds = 0 }: ViewOptions = {},
): View<TournamentGets[R]["answer"]> {
  type T = TournamentGets[R]["answer"];
  const [data, setData] = useState<{ path: string; value: T } | null>(null);
  const [problem, setProblem] = useState("");
  const [isSlow, setSlow] = useState(false);
  const [tick, setTick] = useState(0);
  const lastRequest = useRef(0);
  const path = rest === null ? null : `${tournamentId()}${rest}?${new URLSearchParams(query)}`;
  const tournament = session.value?.id ?? null;
  useEffect(() => {
    if (!everySeconds) return;
    const timer = setInterval(() => document.hidden || setTick((n) => n + 1), everySeconds * 1000);
    return () => clearInterval(timer);
  }, [everySeconds]);
  useEffect(() => {
    if (rest === null || path === null || tournament === null || (!isVisible.value && data !== null)) return;
    const number = ++lastRequest.current;
    const slowTimer = setTimeout(() => setSlow(true), 1000);
    getHere(rest, query).then(
      (value) => {
        clearTimeout(slowTimer);
        if (number !== lastRequest.current) return;
        setSlow(false);
        setProblem("");
        setData({ path, value });
      },
      (error: Error) => {
        clearTimeout(slowTimer);
        if (number !== lastRequest.current) return;
        setSlow(false);
        if (!(error instanceof OfflineError)) setProblem(error.message);
      },
    );
    return () => clearTimeout(slowTimer);
  }, [path, tournament, seq.value, tick, online.value, isVisible.value]);
  return {
    // A new query at the same address keeps the old rows until the new ones arrive: open forms survive.
    data: data !== null && sameAddress(data.path, path) ? data.value : null,
    problem,
    isSlow,
    reload: () => setTick((n) => n + 1),
  };
}

function sameAddress(one: string, other: string | null): boolean {
  return one.split("?")[0] === other?.split("?")[0];
}

interface Pending<T> {
  readonly value: T;
  /** The event that the view must have seen; null while the act is being sent. */
  readonly until: number | null;
}

/** A value that was set but is not in the view yet (`viewSeq` is its last event): a control must not jump back meanwhile. */
export function useOptimistic<T>(viewSeq: number): readonly [T | null, (value: T, saving: Promise<boolean>) => void] {
  const [pending, setPending] = useState<Pending<T> | null>(null);
  const isShown = pending?.until != null && viewSeq >= pending.until;
  useEffect(() => {
    if (isShown) setPending(null);
  }, [isShown]);
  const set = (value: T, saving: Promise<boolean>): void => {
    const own: Pending<T> = { value, until: null };
    setPending(own);
    void saving
      .catch(() => false)
      .then((isDone) => {
        // Offline, the act has no event yet: it will be a later one.
        const until = online.value ? seq.value : seq.value + 1;
        setPending((now) => (now !== own ? now : isDone ? { value, until } : null));
      });
  };
  return [pending === null || isShown ? null : pending.value, set];
}
