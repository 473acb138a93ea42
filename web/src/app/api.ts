// Asking the server. A refusal is a sentence for people, so it is thrown as one.

import { prefs } from "./prefs.ts";

export class Refusal extends Error {
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

async function answered(response: Response): Promise<Response> {
  if (response.ok) return response;
  let text = response.statusText;
  try {
    const body = (await response.json()) as { text?: string };
    text = body.text ?? text;
  } catch {
    // Not even a sentence: the status has to do.
  }
  throw new Refusal(response.status, text);
}

function withLanguage(path: string): string {
  return `${path}${path.includes("?") ? "&" : "?"}language=${prefs.value.language}`;
}

export async function get<T>(path: string): Promise<T> {
  return (await (await answered(await fetch(withLanguage(path)))).json()) as T;
}

export async function post<T>(path: string, body: unknown): Promise<T> {
  return (await (await send(path, body)).json()) as T;
}

export async function send(path: string, body: unknown): Promise<Response> {
  return answered(
    await fetch(withLanguage(path), {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body),
    }),
  );
}

/** Gives the person a file, from words or from an answer of the server. */
export function download(name: string, data: Blob): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(data);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}
