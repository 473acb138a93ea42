// The engine's worker: starts Python and answers questions one at a time.

import type { PyodideInterface } from "pyodide";
import { type Answering, answering, EMPTY_ZIP, loadOurs } from "../../../engine/start.ts";

export type ToWorker = { engine: string; start: "snapshot" | "plain" } | { id: number; question: string; json: string };
export type FromWorker = { ready: "snapshot" | "plain" } | { failed: string } | { id: number; json: string };

type Load = (options: Record<string, unknown>) => Promise<PyodideInterface>;

const post = (message: FromWorker): void => self.postMessage(message);
const fetched = globalThis.fetch.bind(globalThis);
const TYPES: Record<string, string> = { wasm: "application/wasm", bin: "application/octet-stream" };

/** A file of the engine: unpacked from the service worker's cache, or gzipped from the server. */
async function file(address: string): Promise<Response> {
  const kept = await globalThis.caches?.match(address);
  if (kept !== undefined) return kept;
  const packed = /\.(wasm|bin)$/.exec(address);
  const response = await fetched(packed ? `${address}.gz` : address);
  if (!response.ok || response.body === null) throw new Error(`${address}: ${response.status}`);
  if (packed === null) return response;
  const type = TYPES[packed[1] ?? ""] ?? "";
  return new Response(response.body.pipeThrough(new DecompressionStream("gzip")), {
    headers: { "content-type": type },
  });
}

async function start(folder: string, from: "snapshot" | "plain"): Promise<Answering> {
  const { loadPyodide } = (await import(/* @vite-ignore */ `${folder}pyodide.mjs`)) as { loadPyodide: Load };
  globalThis.fetch = (wanted, options) => {
    const address = String(wanted instanceof Request ? wanted.url : wanted);
    if (!address.startsWith(folder)) return fetched(wanted, options);
    const isSpare = from === "snapshot" && address.endsWith("python_stdlib.zip");
    return isSpare ? Promise.resolve(new Response(EMPTY_ZIP)) : file(address);
  };
  try {
    const snapshot = from === "snapshot" ? (await file(`${folder}snapshot.bin`)).arrayBuffer() : undefined;
    const pyodide = await loadPyodide({ indexURL: folder, ...(snapshot && { _loadSnapshot: snapshot }) });
    if (from === "plain") {
      const packed = await file(`${folder}carrom.zip`);
      loadOurs(pyodide, new Uint8Array(await packed.arrayBuffer()));
    }
    return answering(pyodide);
  } finally {
    globalThis.fetch = fetched;
  }
}

/** Start from the snapshot; fall back to plain files. */
async function begin(folder: string, from: "snapshot" | "plain"): Promise<Answering> {
  try {
    const answer = await start(folder, from);
    post({ ready: from });
    return answer;
  } catch (error) {
    if (from === "snapshot") return begin(folder, "plain");
    // Pyodide's errors may quote a megabyte of its own source.
    post({ failed: String(error instanceof Error ? error.message : error).slice(0, 300) });
    throw error;
  }
}

let answers: Promise<Answering> | undefined;

self.onmessage = async ({ data }: MessageEvent<ToWorker>): Promise<void> => {
  if ("engine" in data) {
    answers = begin(data.engine, data.start);
    await answers.catch(() => undefined);
    return;
  }
  const answer = await answers;
  if (answer !== undefined) post({ id: data.id, json: answer(data.question, data.json) });
};
