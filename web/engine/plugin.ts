// Vite plugin: copies the engine's files to where the pad looks for them, and lists every file for the pad's service
// worker.

import { createHash } from "node:crypto";
import { cpSync, existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { build, type Plugin } from "vite";

/** What build.py wrote. */
export interface BuiltEngine {
  name: string;
  start: "snapshot" | "plain";
  files: Record<string, number>;
}

const BUILT = join(import.meta.dirname, "built");
const PAGES = ["pad.html", "pad-laws.html"];
/** Copied under their own names, so that the service worker's list can name them. */
const MODULES = ["pyodide.mjs", "pyodide.asm.mjs", "pyodide-lock.json"];
const SPARE = ["python_stdlib.zip", "carrom.zip"];

export function builtEngine(): BuiltEngine | null {
  const manifest = join(BUILT, "engine.json");
  return existsSync(manifest) ? JSON.parse(readFileSync(manifest, "utf-8")) : null;
}

/** The background sender, bundled into one script for the service worker. */
async function sending(): Promise<string> {
  const entry = join(import.meta.dirname, "../src/pad/sync/background.ts");
  const lib = { entry, formats: ["iife" as const], name: "sending" };
  const built = await build({ configFile: false, logLevel: "warn", build: { lib, write: false, target: "es2022" } });
  const outputs = Array.isArray(built) ? built : "output" in built ? [built] : [];
  return outputs.flatMap(({ output }) => output.flatMap((one) => ("code" in one ? [one.code] : []))).join("\n");
}

export function padEngine(): Plugin {
  const engine = builtEngine();
  let outDir = "";
  return {
    name: "pad-engine",
    config: () => ({ define: { __ENGINE__: JSON.stringify(engine && { name: engine.name, start: engine.start }) } }),
    configResolved(config) {
      outDir = config.build.outDir;
    },
    async writeBundle(_, bundle) {
      const root = join(import.meta.dirname, "..", outDir);
      const files = new Set<string>([...PAGES, "pad.webmanifest", "icon.svg"]);
      for (const name of Object.keys(bundle)) if (name.startsWith("pad/")) files.add(name);
      const follow = (name: string): void => {
        const chunk = bundle[name];
        if (files.has(name) || chunk === undefined) return;
        files.add(name);
        if (chunk.type !== "chunk") return;
        for (const next of [...chunk.imports, ...chunk.dynamicImports]) follow(next);
        for (const next of chunk.viteMetadata?.importedCss ?? []) files.add(next);
        for (const next of chunk.viteMetadata?.importedAssets ?? []) files.add(next);
      };
      for (const [name, chunk] of Object.entries(bundle))
        if (chunk.type === "chunk" && chunk.isEntry && PAGES.some((page) => chunk.facadeModuleId?.endsWith(`/${page}`)))
          follow(name);
      for (const page of PAGES)
        for (const style of readFileSync(join(root, page), "utf-8").matchAll(/href="\/(assets\/[^"]+)"/g))
          files.add(style[1] as string);
      for (const name of [...files].filter((one) => one.endsWith(".css")))
        for (const font of readFileSync(join(root, name), "utf-8").matchAll(/url\(\.\.\/(fonts\/[^)]+)\)/g))
          files.add(font[1] as string);
      for (const icon of ["192", "512", "maskable", "apple"]) files.add(`pad/icon-${icon}.png`);
      const here = [...files].filter((name) => existsSync(join(root, name))).sort();
      const packed: string[] = [];
      if (engine !== null) {
        const folder = `pad/engine/${engine.name}`;
        cpSync(join(BUILT, engine.name), join(root, folder), { recursive: true });
        here.push(...MODULES.map((name) => `${folder}/${name}`));
        const needed = Object.keys(engine.files).filter((name) => !MODULES.includes(name));
        if (engine.start === "plain") here.push(...SPARE.map((name) => `${folder}/${name}`));
        packed.push(...needed.filter((name) => name.endsWith(".gz")).map((name) => `${folder}/${name.slice(0, -3)}`));
      }
      const digest = createHash("sha256");
      for (const name of here) digest.update(name).update(readFileSync(join(root, name)));
      const told = { version: digest.digest("hex").slice(0, 12), files: here, packed };
      const service = readFileSync(join(import.meta.dirname, "service.js"), "utf-8");
      writeFileSync(join(root, "pad-sw.js"), (await sending()) + service.replace("__KEPT__", JSON.stringify(told)));
    },
  };
}
