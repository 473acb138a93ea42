// Requests to the server. A refusal is thrown with its sentence.

import { type Inputs, useEffect } from "preact/hooks";
import { asAction } from "../api/acknowledged.ts";
import type { Gets, Posts, Problem } from "../api/wire.ts";
import { prefs } from "../prefs.ts";

export class Refusal extends Error {
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

/** Answers requests on pages without a server; null for what it cannot answer. */
type Local = (path: string, body: object | null) => Promise<unknown> | null;
let local: Local = () => null;

export function answerWithout(answer: Local): void {
  local = answer;
}

async function answered(response: Response): Promise<Response> {
  if (response.ok) return response;
  let text = response.statusText;
  try {
    const problem: Partial<Problem> = await response.json();
    text = problem.text ?? text;
  } catch {
    // No problem text: use the status.
  }
  throw new Refusal(response.status, text);
}

function withLanguage(path: string): string {
  return `${path}${path.includes("?") ? "&" : "?"}language=${prefs.value.language}`;
}

/** GET; the answer's type comes from the server's schema. */
export function get<P extends keyof Gets>(
  path: P,
  query?: Readonly<Record<string, string>>,
): Promise<Gets[P]["answer"]> {
  const url = query ? `${path}?${new URLSearchParams(query)}` : path;
  const found =
    local(path, null) ??
    fetch(withLanguage(url))
      .then(answered)
      .then((answer) => answer.json());
  return asAction(found as Promise<Gets[P]["answer"]>);
}

export async function post<P extends keyof Posts>(path: P, body: Posts[P]["body"]): Promise<Posts[P]["answer"]> {
  return (local(path, body) ?? send(path, body).then((found) => found.json())) as Promise<Posts[P]["answer"]>;
}

export function send(path: string, body: object): Promise<Response> {
  const sent = fetch(withLanguage(path), {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  return asAction(sent.then(answered));
}

/** Offer a file for download. */
export function download(name: string, data: Blob): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(data);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
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
