// Checks the size budget: the scripts that each page loads before it shows anything, compressed as the server sends them.
//
//   node sizes.ts [FOLDER]   prints the sizes of the built page; exits with 1 if one is over its budget

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";

/** Largest size in bytes per address (what it was in November 2026 and a tenth), its page, and the chunks that it loads
 * beside the page's own. */
const BUDGETS: readonly (readonly [address: string, most: number, page: string, ...chunks: string[]])[] = [
  ["/", 59_000, "index.html"],
  ["/play", 83_800, "index.html", "PlayPage"],
  ["/desk", 46_800, "desk.html"],
];

const built = process.argv[2] ?? join(import.meta.dirname, "../carrom/server/static");
const assets = join(built, "assets");

function read(...path: string[]): string {
  return readFileSync(join(...path), "utf-8");
}

/** A script and all that it imports statically. */
function addScript(name: string, found: Set<string>): void {
  if (found.has(name)) return;
  found.add(name);
  for (const [, next] of read(assets, name).matchAll(/(?:\bfrom|\bimport)\s*"\.\/([^"]+\.js)"/g))
    addScript(next as string, found);
}

function scriptsOf(page: string, chunks: readonly string[]): Set<string> {
  const found = new Set<string>();
  for (const [, name] of read(built, page).matchAll(/"\/assets\/([^"]+\.js)"/g)) addScript(name as string, found);
  for (const chunk of chunks) {
    const name = readdirSync(assets).find((file) => file.startsWith(`${chunk}-`) && file.endsWith(".js"));
    if (name === undefined) throw new Error(`no chunk ${chunk} in ${assets}: change BUDGETS`);
    addScript(name, found);
  }
  return found;
}

for (const [address, most, page, ...chunks] of BUDGETS) {
  const scripts = [...scriptsOf(page, chunks)];
  const size = scripts.reduce((sum, name) => sum + gzipSync(read(assets, name)).length, 0);
  const isOver = size > most;
  console.log(`${address}: ${scripts.length} scripts, ${size} of at most ${most} bytes${isOver ? ": too large" : ""}`);
  if (isOver) process.exitCode = 1;
}
