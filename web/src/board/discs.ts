// One element per disc. Kinds differ by mark as well as colour: white has plain grooves, black a broad ring, the queen
// a star, the striker a flower.

import { DISCS, SHADE } from "./discs-art.ts";
import type { DiscKind } from "./geometry.ts";
import { coloured, discColours, type Look, PLAIN } from "./look.ts";

let drawn = 0;

/** Each drawing has its own gradient: a shared one would vanish when its owner is hidden. */
export function drawing(kind: DiscKind, look: Look = PLAIN): string {
  const [face, shade, rim, mark] = discColours(kind, look);
  const inside = coloured(`<defs>${SHADE}</defs>${DISCS[kind]}`, { face, shade, rim, mark, id: `disc-${++drawn}` });
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="-100 -100 200 200">${inside}</svg>`;
}

export function discElement(kind: DiscKind, look: Look): HTMLElement {
  const element = document.createElement("div");
  element.className = `cb-disc cb-${kind}`;
  element.dataset.kind = kind;
  element.innerHTML = drawing(kind, look);
  return element;
}
