// One element per disc. Kinds are told apart by their mark as well as by colour: white has plain grooves, black a broad
// ring, the queen a star, the striker a flower.

import type { DiscKind } from "./geometry.ts";
import { palette } from "./palette.ts";

const NS = "http://www.w3.org/2000/svg";

function star(points: number, outer: number, inner: number): string {
  const corner = (i: number): string => {
    const r = i % 2 ? inner : outer;
    const angle = (Math.PI * i) / points - Math.PI / 2;
    return `${(r * Math.cos(angle)).toFixed(2)},${(r * Math.sin(angle)).toFixed(2)}`;
  };
  return Array.from({ length: 2 * points }, (_, i) => corner(i)).join(" ");
}

const MARKS: Readonly<Record<DiscKind, (mark: string, rim: string) => string>> = {
  white: (mark) =>
    `<circle r="72" fill="none" stroke="${mark}" stroke-width="5" opacity=".75"/>` +
    `<circle r="36" fill="none" stroke="${mark}" stroke-width="4" opacity=".6"/>`,
  black: (mark) => `<circle r="56" fill="none" stroke="${mark}" stroke-width="12"/><circle r="11" fill="${mark}"/>`,
  queen: (mark, rim) =>
    `<circle r="74" fill="none" stroke="${rim}" stroke-width="5"/>` +
    `<polygon points="${star(5, 57, 23)}" fill="${mark}" stroke="${rim}" stroke-width="3"/>`,
  striker: (mark) =>
    `<circle r="80" fill="none" stroke="${mark}" stroke-width="6"/>` +
    `<polygon points="${star(8, 62, 27)}" fill="${mark}"/><circle r="15" fill="#f7e7b0"/>`,
};

export function drawing(kind: DiscKind): string {
  const [face, shade, rim, mark] = palette[kind];
  return (
    `<svg xmlns="${NS}" viewBox="-100 -100 200 200"><defs><radialGradient id="g-${kind}" cx=".36" cy=".3" r=".85">` +
    `<stop offset="0" stop-color="${face}"/><stop offset=".72" stop-color="${shade}"/>` +
    `<stop offset="1" stop-color="${rim}"/></radialGradient></defs>` +
    `<circle r="98" fill="url(#g-${kind})"/>` +
    `<circle r="93" fill="none" stroke="${rim}" stroke-width="8" opacity=".85"/>` +
    MARKS[kind](mark, rim) +
    `<path d="M-62 -48A80 80 0 0 1 20 -77" fill="none" stroke="#fff" stroke-width="7" stroke-linecap="round"` +
    ` opacity=".42"/></svg>`
  );
}

export function discElement(kind: DiscKind): HTMLElement {
  const element = document.createElement("div");
  element.className = `cb-disc cb-${kind}`;
  element.dataset.kind = kind;
  element.innerHTML = drawing(kind);
  return element;
}
