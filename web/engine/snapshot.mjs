// Takes a memory snapshot of the started engine, restarts from it, and compares the answers of both.
// Called by build.py: node snapshot.mjs PYODIDE_FOLDER CARROM_ZIP SNAPSHOT

import { readFileSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { pathToFileURL } from "node:url";
import { answering, EMPTY_ZIP, loadOurs } from "./start.ts";

const [folder, packed, target] = process.argv.slice(2);
const lockFileURL = `${dirname(packed)}/pyodide-lock.json`;
const { loadPyodide } = await import(pathToFileURL(`${folder}/pyodide.mjs`).href);

/** Questions that load every module: a match in three languages, its card, laws and rulings. */
function tried(answer) {
  const setup = { rulebook: "icf", names: { a: ["Meera"], b: ["Anil"] } };
  const ask = (question, value) => answer(question, JSON.stringify(value));
  const match = JSON.parse(ask("made-up", { setup, seed: 4 }));
  const before = { own: 3, opponent: 3, queen: "board", opened: true, break: null };
  const counts = { owed: { player: 0, opponent: 0 }, score: { player: 0, opponent: 0 } };
  const stroke = { proper: true, touched: true, own: 1, opponent: 0, queen: true, striker: true };
  return [
    JSON.stringify(match),
    ...["en", "hi", "ur"].map((language) => ask("open", { ...match, language })),
    ask("card", {}),
    ask("record", {}),
    ask("history", {}),
    ask("choices", { kind: "remark" }),
    ask("laws", { words: "queen" }),
    ask("rulings", { before: { ...before, ...counts }, stroke }),
    ask("close", {}),
  ].join("\n");
}

try {
  const first = await loadPyodide({ _makeSnapshot: true, lockFileURL });
  loadOurs(first, readFileSync(packed));
  const snapshot = first.makeMemorySnapshot();
  const expected = tried(answering(first));
  // No library is at hand: whatever the engine needs has to be in the snapshot.
  const empty = `${target}.zip`;
  writeFileSync(empty, EMPTY_ZIP);
  const second = await loadPyodide({ _loadSnapshot: snapshot, stdLibURL: empty, lockFileURL });
  if (tried(answering(second)) !== expected)
    throw new Error("it answers otherwise than the engine that it was made of");
  if (expected.includes('"error"')) throw new Error(`the engine did not understand its test: ${expected.slice(-300)}`);
  writeFileSync(target, snapshot);
} catch (error) {
  // What Pyodide throws may quote a megabyte of its own text.
  console.error(`snapshot: ${String(error?.message ?? error).slice(0, 600)}`);
  process.exitCode = 1;
}
