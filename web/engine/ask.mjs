// The law engine on a command line, for tests and benchmarks: runs in Node, from the files served to phones.
// One question per line on standard input, `name<TAB>JSON`; one answer per line. `--plain` starts without the snapshot.

import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { pathToFileURL } from "node:url";
import { gunzipSync } from "node:zlib";
import { answering, EMPTY_ZIP, loadOurs } from "./start.ts";

const built = join(import.meta.dirname, "built");
const { name, start } = JSON.parse(readFileSync(join(built, "engine.json"), "utf-8"));
const folder = join(built, name);
const pyodide = join(import.meta.dirname, "..", "node_modules", "pyodide");
const { loadPyodide } = await import(pathToFileURL(join(pyodide, "pyodide.mjs")).href);

async function begun() {
  const lockFileURL = join(folder, "pyodide-lock.json");
  if (start === "snapshot" && !process.argv.includes("--plain")) {
    const snapshot = gunzipSync(readFileSync(join(folder, "snapshot.bin.gz")));
    const stdLibURL = join(mkdtempSync(join(tmpdir(), "carrom-engine-")), "empty.zip");
    writeFileSync(stdLibURL, EMPTY_ZIP);
    return loadPyodide({ _loadSnapshot: snapshot, lockFileURL, stdLibURL });
  }
  const loaded = await loadPyodide({ lockFileURL });
  loadOurs(loaded, readFileSync(join(folder, "carrom.zip")));
  return loaded;
}

const answer = answering(await begun());
const said = [];
for await (const line of createInterface({ input: process.stdin })) {
  const tab = line.indexOf("\t");
  said.push(answer(line.slice(0, tab), line.slice(tab + 1)));
  if (said.length === 1000) process.stdout.write(`${said.splice(0).join("\n")}\n`);
}
if (said.length > 0) process.stdout.write(`${said.join("\n")}\n`);
