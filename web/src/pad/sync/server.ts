// Requests to the server, using fetch only: this runs in the page and in the service worker.

import { OfflineError, readRefusal } from "../../api/errors.ts";
import type { PadLogCopy, PadTakeUp, PadWork, PadWorkRequest } from "../../api/wire.ts";
import type { Post } from "./round.ts";

const TIMEOUT_MS = 15_000;
/** Statuses after which a retry does not help. */
const FINAL_STATUSES = new Set([400, 401, 403, 404, 405, 409, 413, 422]);

async function ask<T>(path: string, body: object): Promise<T> {
  const response = await fetch(path, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(TIMEOUT_MS),
    cache: "no-store",
  });
  if (response.ok) return response.json();
  const refusal = await readRefusal(response);
  throw refusal && FINAL_STATUSES.has(response.status) ? refusal : new OfflineError(refusal?.message);
}

export const postFacts: Post = (body) => ask("/api/pads/send", body);
export const fetchWork = (body: PadWorkRequest): Promise<PadWork> => ask("/api/pads/work", body);
export const fetchLog = (body: PadTakeUp): Promise<PadLogCopy> => ask("/api/pads/take-up", body);
