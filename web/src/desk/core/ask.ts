// Asking the server as somebody. A refusal is a sentence for people; what has no answer at all is no refusal.

import { signal } from "@preact/signals";
import { asAction } from "../../app/acknowledged.ts";
import { prefs } from "../../app/prefs.ts";
import { bearerFor } from "./keys.ts";
import { plainly } from "./plain_refusal.ts";

export class DeskRefusal extends Error {
  readonly status: number;
  readonly code: string;

  constructor(status: number, code: string, message: string) {
    super(message);
    this.status = status;
    this.code = code;
  }
}

/** The server did not answer: the network is away, or the server is. */
export class NoAnswer extends Error {}

/** Whether the last question was answered. */
export const online = signal(true);
/** How many questions have waited long for their answer. */
export const unanswered = signal(0);
const LONG_MS = 5000;

function headers(tournament: string | null, more: Record<string, string> = {}): Record<string, string> {
  const secret = bearerFor(tournament);
  return secret === null ? more : { ...more, authorization: `Bearer ${secret}` };
}

function withLanguage(path: string): string {
  return `${path}${path.includes("?") ? "&" : "?"}language=${prefs.value.language}`;
}

export function fetched(path: string, tournament: string | null, init: RequestInit = {}): Promise<Response> {
  const answer = fetchAnswer(path, tournament, init);
  let isLong = false;
  const timer = setTimeout(() => {
    isLong = true;
    unanswered.value += 1;
  }, LONG_MS);
  const answered = (): void => {
    clearTimeout(timer);
    if (isLong) unanswered.value -= 1;
  };
  answer.then(answered, answered);
  return asAction(answer);
}

async function fetchAnswer(path: string, tournament: string | null, init: RequestInit): Promise<Response> {
  let response: Response;
  try {
    response = await fetch(withLanguage(path), {
      ...init,
      headers: headers(tournament, (init.headers as Record<string, string> | undefined) ?? {}),
    });
  } catch (error) {
    if (init.signal?.aborted) throw error;
    online.value = false;
    throw new NoAnswer();
  }
  if (response.status === 502 || response.status === 503 || response.status === 504) {
    online.value = false;
    throw new NoAnswer();
  }
  online.value = true;
  if (response.ok) return response;
  let code = "refused";
  let text = response.statusText;
  try {
    const problem: { code?: string; text?: string } = await response.json();
    code = problem.code ?? code;
    text = problem.text === undefined ? text : plainly(problem.text);
  } catch {
    // Not even a sentence: the status has to do.
  }
  throw new DeskRefusal(response.status, code, text);
}

export async function ask<T>(path: string, tournament: string | null = null, signal?: AbortSignal): Promise<T> {
  return (await fetched(path, tournament, signal ? { signal } : {})).json();
}

export async function tell<T>(path: string, body: object, tournament: string | null = null): Promise<T> {
  const response = await fetched(path, tournament, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  return response.json();
}
