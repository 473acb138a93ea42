// Requests to the server, typed by its schema. `ApiError` has a message to show; `OfflineError` means that there was no
// response.

import { signal } from "@preact/signals";
import { type Inputs, useEffect } from "preact/hooks";
import { prefs } from "../prefs.ts";
import { asAction } from "./acknowledged.ts";
import { ApiError, OfflineError, readRefusal } from "./errors.ts";
import type { Gets, Posts } from "./wire.ts";

export interface RequestOptions {
  readonly query?: Readonly<Record<string, string>>;
  /** The secret of a role's link; accounts have a cookie instead. */
  readonly token?: string | null;
  readonly signal?: AbortSignal;
}

/** Whether the last request had a response. */
export const online = signal(true);
/** How many requests have been waiting for more than five seconds. */
export const slowRequests = signal(0);
const SLOW_MS = 5000;

const UNREACHABLE = new Set([502, 503, 504]);

/** Answers requests on pages without a server; null for what it cannot answer. */
type Local = (path: string, body: object | null) => Promise<unknown> | null;
let local: Local = () => null;

export function answerWithout(answer: Local): void {
  local = answer;
}

/** GET; the answer's type comes from the server's schema. */
export function get<P extends keyof Gets>(path: P, options: RequestOptions = {}): Promise<Gets[P]["answer"]> {
  return asAction(json<Gets[P]["answer"]>(path, null, options));
}

export function post<P extends keyof Posts>(
  path: P,
  body: Posts[P]["body"],
  options: RequestOptions = {},
): Promise<Posts[P]["answer"]> {
  return asAction(json<Posts[P]["answer"]>(path, body, options));
}

/** A file or picture; with a body, by POST. */
export function fetchFile(path: string, body: object | null = null, options: RequestOptions = {}): Promise<Response> {
  return asAction(request(path, body, options));
}

async function json<T>(path: string, body: object | null, options: RequestOptions): Promise<T> {
  return (await (local(path, body) ?? request(path, body, options).then((response) => response.json()))) as T;
}

async function request(path: string, body: object | null, options: RequestOptions): Promise<Response> {
  let isSlow = false;
  const timer = setTimeout(() => {
    isSlow = true;
    slowRequests.value += 1;
  }, SLOW_MS);
  try {
    return await checkedFetch(path, body, options);
  } finally {
    clearTimeout(timer);
    if (isSlow) slowRequests.value -= 1;
  }
}

async function checkedFetch(
  path: string,
  body: object | null,
  { query, token, signal: abort }: RequestOptions,
): Promise<Response> {
  const search = new URLSearchParams({ ...query, language: prefs.value.language });
  const headers = new Headers(body ? { "content-type": "application/json" } : {});
  if (token) headers.set("authorization", `Bearer ${token}`);
  let response: Response;
  try {
    response = await fetch(`${path}?${search}`, {
      headers,
      ...(body && { method: "POST", body: JSON.stringify(body) }),
      ...(abort && { signal: abort }),
    });
  } catch (error) {
    if (abort?.aborted) throw error;
    online.value = false;
    throw new OfflineError();
  }
  online.value = !UNREACHABLE.has(response.status);
  if (response.ok) return response;
  const refusal = await readRefusal(response);
  if (UNREACHABLE.has(response.status)) throw new OfflineError(refusal?.message);
  throw refusal ?? new ApiError(response.status, "refused", response.statusText);
}

// Requests that follow user input: answers may overtake each other, and only the last counts.

/** Send a request whenever an input changes (null sends none) and drop answers to earlier ones. */
export function useRequest<T>(
  fetcher: () => Promise<T> | null,
  onData: (answer: T) => void,
  onError: (error: Error) => void,
  deps: Inputs,
): void {
  useEffect(() => {
    let isOld = false;
    fetcher()?.then(
      (answer) => isOld || onData(answer),
      (error: Error) => isOld || onError(error),
    );
    return () => {
      isOld = true;
    };
  }, deps);
}
