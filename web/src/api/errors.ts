// Errors of requests. The pad's service worker imports this too: no preferences and no signals here.

import type { Problem } from "./wire.ts";

/** The server refused a request; the message is for the user. */
export class ApiError extends Error {
  readonly status: number;
  /** The reason, such as "stale"; "refused" where the server names none. */
  readonly code: string;

  constructor(status: number, code: string, message: string) {
    super(message);
    this.status = status;
    this.code = code;
  }
}

/** No response from the server, or it is too busy to answer: try again later. The message is empty if it gave no reason. */
export class OfflineError extends Error {}

/** The refusal in a response; null if there is none, as in the HTML of a captive portal. */
export async function readRefusal(response: Response): Promise<ApiError | null> {
  try {
    const { code, text }: Partial<Problem> = await response.json();
    return text === undefined ? null : new ApiError(response.status, code ?? "refused", explainBadField(text));
  } catch {
    return null;
  }
}

const FIELD_NAMES: Readonly<Record<string, string>> = {
  walkover: "walk-over",
  retired: "who retired",
  first_break: "first break",
  extra: "extra board",
};

/** Name the field in words: `act.walkover: "c" is not one of a, b` becomes a sentence. Other texts stay as they are. */
export function explainBadField(text: string): string {
  const found = /^act\.(\w+)(?:\[\d+\])*(:?) (.*)$/s.exec(text);
  if (!found) return text;
  const [, key = "", colon = "", problem = ""] = found;
  const name = FIELD_NAMES[key] ?? key.replaceAll("_", " ");
  const joint = colon && /^(must|is) /.test(problem) ? "" : colon;
  return `The ${name}${joint} ${problem}${/[.?!]$/.test(problem) ? "" : "."}`;
}
