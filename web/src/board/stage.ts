// What is on the screen: the painted wood and one element per disc, at their places in pixels.

import { discElement } from "./discs.ts";
import { type DiscKind, fromBoard, OUTER, type Point, radius, type Turn, toBoard } from "./geometry.ts";
import { paintSurface } from "./surface.ts";

export class Stage {
  readonly element = document.createElement("div");
  readonly striker = discElement("striker");
  /** From which seat it is seen. */
  view: Turn = 0;
  pieces: HTMLElement[] = [];
  private readonly host: HTMLElement;
  private readonly canvas = document.createElement("canvas");
  private readonly layer = document.createElement("div");
  private size = 0;
  private powder = false;

  constructor(host: HTMLElement, under: Element, over: Element) {
    this.host = host;
    this.element.className = "cb-board";
    this.layer.className = "cb-layer";
    this.layer.append(this.striker);
    this.element.append(this.canvas, under, this.layer, over);
    host.append(this.element);
  }

  /** Takes the size that the host has now; answers whether it has changed. */
  resize(): boolean {
    const size = Math.floor(Math.min(this.host.clientWidth, this.host.clientHeight || this.host.clientWidth));
    if (size < 40 || size === this.size) return false;
    this.size = size;
    this.element.style.width = this.element.style.height = `${size}px`;
    this.element.style.setProperty("--mm", `${size / (2 * OUTER)}px`);
    this.paint();
    return true;
  }

  dust(powder: boolean): void {
    this.powder = powder;
    this.paint();
  }

  /** One element per piece, of these kinds in this order; elements are kept where the kind stays. */
  fill(kinds: readonly DiscKind[]): void {
    kinds.forEach((kind, index) => {
      const old = this.pieces[index];
      if (old?.dataset.kind === kind) return;
      const fresh = this.add(kind);
      old?.replaceWith(fresh);
      this.pieces[index] = fresh;
    });
    for (const surplus of this.pieces.splice(kinds.length)) surplus.remove();
  }

  add(kind: DiscKind): HTMLElement {
    return this.layer.appendChild(discElement(kind));
  }

  put(element: HTMLElement, at: Point, scale = 1, opacity = 1): void {
    const seen = fromBoard(this.view, at.x, at.y);
    const mm = this.size / (2 * OUTER);
    const r = radius(element.dataset.kind as DiscKind);
    const x = (OUTER + seen.x - r) * mm;
    const y = (OUTER - seen.y - r) * mm;
    const shrunk = scale === 1 ? "" : ` scale(${scale.toFixed(3)})`;
    element.style.transform = `translate3d(${x.toFixed(2)}px,${y.toFixed(2)}px,0)${shrunk}`;
    element.style.opacity = opacity === 1 ? "" : opacity.toFixed(3);
  }

  /** From client pixels to board millimetres. */
  under(at: Point): Point {
    const box = this.element.getBoundingClientRect();
    const mm = box.width / (2 * OUTER);
    return toBoard(this.view, (at.x - box.left) / mm - OUTER, OUTER - (at.y - box.top) / mm);
  }

  private paint(): void {
    if (this.size) paintSurface(this.canvas, Math.round(this.size * Math.min(2, devicePixelRatio || 1)), this.powder);
  }
}
