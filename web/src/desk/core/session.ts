// The open tournament: the user's rights, how far the log was read, and the live connection to it.

import { signal } from "@preact/signals";
import { beginAction } from "../../api/acknowledged.ts";
import { backOff } from "../../api/backOff.ts";
import { ApiError } from "../../api/errors.ts";
import { fetchFile, get, online, post, type RequestOptions } from "../../api/http.ts";
import type { Gets, MyAccess, Posts } from "../../api/wire.ts";
import { load, save } from "../../prefs.ts";

export const session = signal<MyAccess | null>(null);
/** The last event for views to show: they reload when it grows. */
export const seq = signal(0);
/** The last event received: new acts are based on it, and a new connection continues from it. */
let receivedSeq = 0;
/** The last event known to exist, even while `refreshOnce` holds `seq` back. */
let newestSeq = 0;
let heldBack = 0;

export const lastChange = signal<{ readonly seq: number; readonly by: string; readonly text: string } | null>(null);
export const isRevoked = signal(false);

/** The id of the open tournament; empty when none is open. */
export function tournamentId(): string {
  return session.value?.id ?? "";
}

function apiPath<R extends string>(rest: R): `/api/tournaments/${string}${R}` {
  return `/api/tournaments/${tournamentId()}${rest}`;
}

export function screenPath(screen: string): string {
  return `/desk/${tournamentId()}/${screen}`;
}

export function may(act: string): boolean {
  return session.value?.may.includes(act) ?? false;
}

const TOKENS_KEY = "carrom.desk.links";
let tokens = load<Readonly<Record<string, string>>>(TOKENS_KEY, {});

/** Save the secret of a role's link. */
export function saveToken(tournament: string, token: string): void {
  // Another tab may have saved the token of another tournament meanwhile.
  tokens = { ...load(TOKENS_KEY, tokens), [tournament]: token };
  save(TOKENS_KEY, tokens);
}

export function tokenFor(tournament: string): string | null {
  return tokens[tournament] ?? null;
}

/** Requests about one tournament, by the rest of their address. */
type OfTournament<M> = { [P in keyof M as P extends `/api/tournaments/${string}/${infer R}` ? `/${R}` : never]: M[P] };
export type TournamentGets = OfTournament<Gets>;
type TournamentPosts = OfTournament<Posts>;

export function getHere<R extends keyof TournamentGets>(
  rest: R,
  query: Readonly<Record<string, string>> = {},
): Promise<TournamentGets[R]["answer"]> {
  return get(apiPath(rest), { query, token: tokenFor(tournamentId()) });
}

export function postHere<R extends keyof TournamentPosts>(
  rest: R,
  body: TournamentPosts[R]["body"],
): Promise<TournamentPosts[R]["answer"]> {
  return post(apiPath(rest), body, { token: tokenFor(tournamentId()) });
}

/** Fetch a file of the open tournament; with a body, by POST. */
export function fetchHere(rest: string, body: object | null = null, options: RequestOptions = {}): Promise<Response> {
  return fetchFile(apiPath(rest), body, { ...options, token: tokenFor(tournamentId()) });
}

function refreshTo(number: number): void {
  newestSeq = Math.max(newestSeq, number);
  if (!heldBack && newestSeq > seq.value) seq.value = newestSeq;
}

export function setSeq(number: number): void {
  receivedSeq = number;
  newestSeq = number;
  seq.value = number;
}

/** Our own act became these events. Others may lie before them that have not arrived yet. */
export function addOwnEvents(first: number, last: number): void {
  if (first === receivedSeq + 1) receivedSeq = Math.max(receivedSeq, last);
  refreshTo(last);
}

/** The event on which a new act is based. */
export function baseSeq(): number {
  return receivedSeq;
}

/** Refresh the views once after several acts: in a large hall one refresh takes as long as ten acts. */
export async function refreshOnce(work: () => Promise<void>): Promise<void> {
  heldBack += 1;
  try {
    await work();
  } finally {
    heldBack -= 1;
    refreshTo(newestSeq);
  }
}

/** The server sends a sign of life every 15 seconds. */
const SILENCE_MS = 40_000;

/** Follow the log, reconnecting as needed; returns how to stop. */
export function followLog(tournament: string): () => void {
  let isStopped = false;
  let connection: Connection | null = null;
  // A page in the back/forward cache must not keep its connection.
  const disconnect = (): void => connection?.close();
  addEventListener("pagehide", disconnect);
  addEventListener("offline", disconnect);
  void (async () => {
    let failures = 0;
    let wasOpen = true;
    for (let isFirst = true; !isStopped; isFirst = false) {
      try {
        if (!isFirst && !(await isStillStaff(tournament, wasOpen))) {
          isRevoked.value = true;
          return;
        }
        if (isStopped) return;
        connection = openConnection(tournament);
        wasOpen = await connection.closed;
        if (wasOpen) failures = 0;
        if (!isStopped) online.value = navigator.onLine;
      } catch (error) {
        if (error instanceof ApiError && (error.status === 401 || error.status === 403)) {
          isRevoked.value = true;
          return;
        }
      }
      if (isStopped) return;
      await new Promise((resolve) => setTimeout(resolve, backOff(++failures, 750, 12_000)));
    }
  })();
  return () => {
    isStopped = true;
    removeEventListener("pagehide", disconnect);
    removeEventListener("offline", disconnect);
    disconnect();
  };
}

interface Connection {
  readonly close: () => void;
  /** Resolves when it is closed, with whether it had ever been open. */
  readonly closed: Promise<boolean>;
}

/** A WebSocket, because event streams would use up the six connections that all tabs of a browser share. */
function openConnection(tournament: string): Connection {
  const token = tokenFor(tournament);
  const scheme = location.protocol === "https:" ? "wss" : "ws";
  const path = `/api/tournaments/${tournament}/events?since=${receivedSeq}`;
  const protocols = ["carrom.v1", ...(token === null ? [] : [`role.${token}`])];
  const socket = new WebSocket(`${scheme}://${location.host}${path}`, protocols);
  const endAction = beginAction();
  let wasOpen = false;
  let silence = 0;
  let close = (): void => undefined;
  const closed = new Promise<boolean>((resolve) => {
    close = () => {
      clearTimeout(silence);
      endAction();
      socket.onclose = null;
      socket.close();
      resolve(wasOpen);
    };
    const restartSilence = (): void => {
      clearTimeout(silence);
      silence = window.setTimeout(() => {
        online.value = false; // until the server answers again
        close();
      }, SILENCE_MS);
    };
    restartSilence();
    socket.onopen = () => {
      wasOpen = true;
      endAction();
    };
    socket.onmessage = (message) => {
      restartSilence();
      for (const event of String(message.data).split("\n\n")) receiveEvent(event);
    };
    socket.onclose = close;
  });
  return { close, closed };
}

/** Whether the user still has a role. Where no socket gets through, this is also how the page learns of new events. */
async function isStillStaff(tournament: string, hasSocket: boolean): Promise<boolean> {
  const now = await get(`/api/tournaments/${tournament}/standing`, { token: tokenFor(tournament) });
  if (!hasSocket && now.seq > receivedSeq) setSeq(now.seq);
  return now.may.includes("look") || !may("look");
}

function receiveEvent(text: string): void {
  const data = text
    .split("\n")
    .filter((line) => line.startsWith("data:"))
    .map((line) => line.slice(5).trimStart())
    .join("\n");
  if (!data) return;
  const event: { seq?: number; by?: string; text?: string } = JSON.parse(data);
  if (event.seq === undefined) return;
  if (event.by !== session.value?.who)
    lastChange.value = { seq: event.seq, by: event.by ?? "", text: event.text ?? "" };
  receivedSeq = Math.max(receivedSeq, event.seq);
  refreshTo(event.seq);
}
