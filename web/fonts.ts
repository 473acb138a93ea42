// Build step for fonts: a style sheet at a fixed address for server-written pages, and unpacked fonts for the
// typesetter, which does not read WOFF.

import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { inflateSync } from "node:zlib";
import type { Plugin } from "vite";

const ON_PAPER: Readonly<Record<string, readonly string[]>> = {
  "noto-sans-devanagari": ["devanagari-400", "devanagari-600"],
  "noto-naskh-arabic": ["arabic-400", "arabic-600"],
};
const PAPER = join(import.meta.dirname, "../carrom/render/fonts");

/** Where the build puts a font or the style sheet; null for other files. */
export function fontPlace(name: string): string | null {
  if (name === "fonts.css") return "fonts.css";
  return name.endsWith(".woff2") ? "fonts/[name]-[hash][extname]" : null;
}

/** Unpack a WOFF file to a plain font: the same tables, inflated, behind a new header. */
export function unpackedFont(woff: Buffer): Buffer {
  const count = woff.readUInt16BE(12);
  const power = 2 ** Math.floor(Math.log2(count));
  const head = Buffer.alloc(12 + 16 * count);
  woff.copy(head, 0, 4, 8); // flavour
  for (const [at, value] of [count, power * 16, Math.log2(power), (count - power) * 16].entries())
    head.writeUInt16BE(value, 4 + 2 * at);
  const parts: Buffer[] = [head];
  let offset = head.length;
  for (let one = 0; one < count; one++) {
    const entry = 44 + 20 * one;
    const [from, packed, whole] = [4, 8, 12].map((at) => woff.readUInt32BE(entry + at)) as [number, number, number];
    const bytes = woff.subarray(from, from + packed);
    const table = packed < whole ? inflateSync(bytes) : bytes;
    woff.copy(head, 12 + 16 * one, entry, entry + 4); // tag
    head.writeUInt32BE(woff.readUInt32BE(entry + 16), 16 + 16 * one); // checksum
    head.writeUInt32BE(offset, 20 + 16 * one);
    head.writeUInt32BE(whole, 24 + 16 * one);
    parts.push(table, Buffer.alloc(-whole & 3));
    offset += table.length + (-whole & 3);
  }
  return Buffer.concat(parts);
}

/** Write the fonts for the typesetter. */
export function paperFonts(): Plugin {
  const find = createRequire(import.meta.url);
  return {
    name: "paper-fonts",
    writeBundle() {
      rmSync(PAPER, { recursive: true, force: true });
      mkdirSync(PAPER);
      for (const [family, cuts] of Object.entries(ON_PAPER))
        for (const cut of cuts) {
          const packed = find.resolve(`@fontsource/${family}/files/${family}-${cut}-normal.woff`);
          writeFileSync(join(PAPER, `${family}-${cut}.ttf`), unpackedFont(readFileSync(packed)));
        }
    },
  };
}
