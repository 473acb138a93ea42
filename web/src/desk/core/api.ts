// Authenticated requests. `ApiError` has a message to show; `OfflineError` means that there was no response.

import { signal } from "@preact/signals";
import { asAction } from "../../api/acknowledged.ts";
import { load, prefs, save } from "../../prefs.ts";
import { explainBadField } from "./text.ts";

export class ApiError extends Error {
  readonly status: number;
  readonly code: string;

  constructor(status: number, code: string, message: string) {
    super(message);
    this.status = status;
    this.code = code;
  }
}

export class OfflineError extends Error {}

export const online = signal(true);
/** How many requests have been waiting for more than five seconds. */
export const slowRequests = signal(0);
const SLOW_MS = 5000;

const TOKENS_KEY = "carrom.desk.links";
let tokens = load<Readonly<Record<string, string>>>(TOKENS_KEY, {});

/** Accounts need no token: their session is a cookie. */
export function saveToken(tournament: string, token: string): void {
  // Another tab may have saved the token of another tournament meanwhile.
  tokens = { ...load(TOKENS_KEY, tokens), [tournament]: token };
  save(TOKENS_KEY, tokens);
}

export function tokenFor(tournament: string | null): string | null {
  return tournament === null ? null : (tokens[tournament] ?? null);
}

function withLanguage(path: string): string {
  return `${path}${path.includes("?") ? "&" : "?"}language=${prefs.value.language}`;
}

export function fetchResponse(path: string, tournament: string | null, init: RequestInit = {}): Promise<Response> {
  const response = checkedFetch(path, tournament, init);
  let isSlow = false;
  const timer = setTimeout(() => {
    isSlow = true;
    slowRequests.value += 1;
  }, SLOW_MS);
  const end = (): void => {
    clearTimeout(timer);
    if (isSlow) slowRequests.value -= 1;
  };
  response.then(end, end);
  return asAction(response);
}

async function checkedFetch(path: string, tournament: string | null, init: RequestInit): Promise<Response> {
  const token = tokenFor(tournament);
  const headers = new Headers(init.headers);
  if (token !== null) headers.set("authorization", `Bearer ${token}`);
  let response: Response;
  try {
    response = await fetch(withLanguage(path), { ...init, headers });
  } catch (error) {
    if (init.signal?.aborted) throw error;
    online.value = false;
    throw new OfflineError();
  }
  if (response.status === 502 || response.status === 503 || response.status === 504) {
    online.value = false;
    throw new OfflineError();
  }
  online.value = true;
  if (response.ok) return response;
  let code = "refused";
  let text = response.statusText;
  try {
    const problem: { code?: string; text?: string } = await response.json();
    code = problem.code ?? code;
    text = problem.text === undefined ? text : explainBadField(problem.text);
  } catch {
    // The body is not JSON: show the status.
  }
  throw new ApiError(response.status, code, text);
}

export async function get<T>(path: string, tournament: string | null = null): Promise<T> {
  return (await fetchResponse(path, tournament)).json();
}

export async function post<T>(path: string, body: object, tournament: string | null = null): Promise<T> {
  return (await postForResponse(path, body, tournament)).json();
}

export function postForResponse(path: string, body: object, tournament: string | null): Promise<Response> {
  return fetchResponse(path, tournament, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });
}
