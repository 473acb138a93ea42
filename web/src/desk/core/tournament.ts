// The tournament that this page is about: where its log ends, and what this person may do. Everything that is shown is
// asked for again when the log has grown, whoever wrote to it.

import { signal } from "@preact/signals";
import { useEffect, useRef, useState } from "preact/hooks";
import { beginAction } from "../../app/acknowledged.ts";
import type { MyAccess } from "../../wire.ts";
import { ask, DeskRefusal, NoAnswer, online } from "./ask.ts";
import { bearerFor } from "./keys.ts";

export const standing = signal<MyAccess | null>(null);
/** The last line of the log that this page knows of: what is shown is asked for again when it grows. */
export const seq = signal(0);
/** Up to here this page has heard of every line: what somebody does is based on it, and the stream goes on behind it. */
let heardTo = 0;
/** What others did, newest last, for the line that tells it. */
export const heard = signal<{ readonly seq: number; readonly by: string; readonly text: string } | null>(null);

/** Whether the role by which this page was opened was taken back since. */
export const isOut = signal(false);

export function pathOf(rest: string): string {
  return `/api/tournaments/${standing.value?.id ?? ""}${rest}`;
}

export function may(act: string): boolean {
  return standing.value?.may.includes(act) ?? false;
}

/** The last line that the server has told of, also while nothing is asked for again. */
let newest = 0;
let inRow = 0;

function showTo(number: number): void {
  newest = Math.max(newest, number);
  if (!inRow && newest > seq.value) seq.value = newest;
}

/** The page has just been given all that stands in the log up to a line. */
export function sawAll(number: number): void {
  heardTo = number;
  newest = number;
  seq.value = number;
}

/** Own lines are in the log. Others may have come between that the stream has not brought yet. */
export function sawOwn(first: number, last: number): void {
  if (first === heardTo + 1) heardTo = Math.max(heardTo, last);
  showTo(last);
}

/** The line on which an act is based that somebody does now. */
export function baseNow(): number {
  return heardTo;
}

/** Do several acts in a row, and ask for what is shown when all are done: in a large hall one look takes as long as ten
 * acts. */
export async function inOneGo(work: () => Promise<void>): Promise<void> {
  inRow += 1;
  try {
    await work();
  } finally {
    inRow -= 1;
    showTo(newest);
  }
}

/** The server says something every 15 seconds. */
const QUIET_MS = 40_000;

/** Listen to a tournament until told to stop; a lost connection is taken up again where it ended. */
export function listen(tournament: string): () => void {
  let isOver = false;
  let line: Line | null = null;
  // A page that is left may be kept for whoever comes back: its line is not.
  const letGo = (): void => line?.end();
  addEventListener("pagehide", letGo);
  addEventListener("offline", letGo);
  void (async () => {
    let wait = 500;
    let wasOpen = true;
    for (let isFirst = true; !isOver; isFirst = false) {
      try {
        if (!isFirst && !(await isStaff(tournament, wasOpen))) {
          isOut.value = true;
          return;
        }
        if (isOver) return;
        line = openLine(tournament);
        wasOpen = await line.ended;
        if (wasOpen) wait = 500;
        if (!isOver) online.value = navigator.onLine;
      } catch (error) {
        if (error instanceof DeskRefusal && (error.status === 401 || error.status === 403)) {
          isOut.value = true;
          return;
        }
      }
      if (isOver) return;
      await new Promise((resolve) => setTimeout(resolve, wait + Math.random() * wait));
      wait = Math.min(8000, wait * 2);
    }
  })();
  return () => {
    isOver = true;
    removeEventListener("pagehide", letGo);
    removeEventListener("offline", letGo);
    letGo();
  };
}

interface Line {
  readonly end: () => void;
  /** Whether it had been open, once it has ended. */
  readonly ended: Promise<boolean>;
}

/** A socket on which the tournament's log is heard as it grows. A browser has six connections for requests to one server,
 * which all its tabs share: a stream in each of six would stop the desk. Sockets are not counted among them. */
function openLine(tournament: string): Line {
  const secret = bearerFor(tournament);
  const scheme = location.protocol === "https:" ? "wss" : "ws";
  const path = `/api/tournaments/${tournament}/events?since=${heardTo}`;
  const words = ["carrom.v1", ...(secret === null ? [] : [`role.${secret}`])];
  const socket = new WebSocket(`${scheme}://${location.host}${path}`, words);
  const isOpened = beginAction();
  let wasOpen = false;
  let quiet = 0;
  let end = (): void => undefined;
  const ended = new Promise<boolean>((resolve) => {
    end = () => {
      clearTimeout(quiet);
      isOpened();
      socket.onclose = null;
      socket.close();
      resolve(wasOpen);
    };
    const isHeard = (): void => {
      clearTimeout(quiet);
      quiet = window.setTimeout(() => {
        online.value = false; // until the server answers again
        end();
      }, QUIET_MS);
    };
    isHeard();
    socket.onopen = () => {
      wasOpen = true;
      isOpened();
    };
    socket.onmessage = (message) => {
      isHeard();
      for (const event of String(message.data).split("\n\n")) takeEvent(event);
    };
    socket.onclose = end;
  });
  return { end, ended };
}

/** Whether this page may still see what it shows. Whoever has lost a role is as good as anybody else, and hears no more
 * than they do. */
async function isStaff(tournament: string, canHear: boolean): Promise<boolean> {
  const now = await ask<MyAccess>(`/api/tournaments/${tournament}/standing`, tournament);
  // Where no socket passes, this is how the page hears that something was done.
  if (!canHear && now.seq > heardTo) sawAll(now.seq);
  return now.may.includes("look") || !may("look");
}

function takeEvent(text: string): void {
  const data = text
    .split("\n")
    .filter((line) => line.startsWith("data:"))
    .map((line) => line.slice(5).trimStart())
    .join("\n");
  if (!data) return;
  const said: { seq?: number; by?: string; text?: string } = JSON.parse(data);
  if (said.seq === undefined) return;
  if (said.by !== standing.value?.who) heard.value = { seq: said.seq, by: said.by ?? "", text: said.text ?? "" };
  heardTo = Math.max(heardTo, said.seq);
  showTo(said.seq);
}

/** A tab that nobody looks at asks for what is new when somebody does: thirty of them would hold up the one in sight. */
const inSight = signal(true);
document.addEventListener("visibilitychange", () => {
  inSight.value = !document.hidden;
});

export interface Viewed<T> {
  readonly data: T | null;
  readonly problem: string;
  /** It takes longer than a second. */
  readonly slow: boolean;
  readonly again: () => void;
}

/** What an address of the tournament shows, asked for again whenever the log grows or the time ticks. */
export function useView<T>(rest: string | null, everySeconds = 0): Viewed<T> {
  const [data, setData] = useState<{ path: string; value: T } | null>(null);
  const [problem, setProblem] = useState("");
  const [slow, setSlow] = useState(false);
  const [tick, setTick] = useState(0);
  const asked = useRef(0);
  const path = rest === null ? null : pathOf(rest);
  const tournament = standing.value?.id ?? null;
  useEffect(() => {
    if (!everySeconds) return;
    const timer = setInterval(() => document.hidden || setTick((n) => n + 1), everySeconds * 1000);
    return () => clearInterval(timer);
  }, [everySeconds]);
  useEffect(() => {
    if (path === null || tournament === null || (!inSight.value && data !== null)) return;
    const number = ++asked.current;
    const waiting = setTimeout(() => setSlow(true), 1000);
    ask<T>(path, tournament).then(
      (value) => {
        clearTimeout(waiting);
        if (number !== asked.current) return;
        setSlow(false);
        setProblem("");
        setData({ path, value });
      },
      (error: Error) => {
        clearTimeout(waiting);
        if (number !== asked.current) return;
        setSlow(false);
        if (!(error instanceof NoAnswer)) setProblem(error.message);
      },
    );
    return () => clearTimeout(waiting);
  }, [path, tournament, seq.value, tick, online.value, inSight.value]);
  return {
    // While something else is looked for at the same address, what was found before stays: nobody loses a form to it.
    data: data !== null && sameAddress(data.path, path) ? data.value : null,
    problem,
    slow,
    again: () => setTick((n) => n + 1),
  };
}

function sameAddress(one: string, other: string | null): boolean {
  return one.split("?")[0] === other?.split("?")[0];
}
