// The board on screen: the painted wood and one element per disc, placed in pixels.

import { discElement } from "./discs.ts";
import { type DiscKind, fromBoard, OUTER, POCKETS, type Point, radius, type Turn, toBoard } from "./geometry.ts";
import { type Look, PLAIN } from "./look.ts";
import type { Swing } from "./motion.ts";
import { FRAME_BREADTH, HALF } from "./sizes.ts";
import { paintSurface } from "./surface.ts";

/** Distance between pocketed pieces on the frame, mm. */
const RAIL_STEP = 36;

export class Stage {
  readonly element = document.createElement("div");
  striker: HTMLElement;
  view: Turn = 0;
  pieces: HTMLElement[] = [];
  private readonly host: HTMLElement;
  readonly canvas = document.createElement("canvas");
  private readonly layer = document.createElement("div");
  private readonly nets = POCKETS.map(() => document.createElement("div"));
  private readonly rail = document.createElement("div");
  private readonly placed = new WeakMap<HTMLElement, string>();
  private size = 0;
  private look: Look = PLAIN;
  private stirred = false;

  constructor(host: HTMLElement, under: Element, over: Element) {
    this.host = host;
    this.element.className = "cb-board";
    this.layer.className = "cb-layer";
    this.striker = this.add("striker");
    this.rail.className = "cb-layer";
    for (const net of this.nets) net.className = "cb-net";
    this.element.append(this.canvas, ...this.nets, this.rail, under, this.layer, over);
    host.append(this.element);
  }

  /** Adopt the host's size; returns whether it changed. */
  resize(): boolean {
    const size = Math.floor(Math.min(this.host.clientWidth, this.host.clientHeight || this.host.clientWidth));
    if (size < 40 || size === this.size) return false;
    this.size = size;
    this.element.style.width = this.element.style.height = `${size}px`;
    this.element.style.setProperty("--mm", `${size / (2 * OUTER)}px`);
    this.paint();
    return true;
  }

  setLook(look: Look): void {
    this.look = look;
    for (const piece of this.pieces.splice(0)) piece.remove();
    const fresh = this.add("striker");
    this.striker.replaceWith(fresh);
    this.striker = fresh;
    this.paint();
  }

  /** One element per piece, of these kinds in order; reuses elements of the same kind. */
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

  /** Pocketed pieces on the frame: the viewer's side and the far side. */
  lineUp(near: readonly DiscKind[], far: readonly DiscKind[]): void {
    const wanted = JSON.stringify([near, far, this.look, this.size, this.view]);
    if (this.rail.dataset.shows === wanted) return;
    this.rail.dataset.shows = wanted;
    this.rail.replaceChildren();
    const middle = HALF + FRAME_BREADTH / 2;
    for (const [kinds, ahead] of [
      [near, -middle],
      [far, middle],
    ] as const)
      kinds.forEach((kind, at) => {
        const element = this.rail.appendChild(discElement(kind, this.look));
        this.put(element, toBoard(this.view, (at - (kinds.length - 1) / 2) * RAIL_STEP, ahead));
      });
  }

  /** Swinging nets, and the table's displacement in mm. */
  stir(swings: readonly Swing[], moved: number): void {
    if (!swings.length && !moved && !this.stirred) return;
    this.stirred = swings.length > 0 || moved !== 0;
    const mm = this.size / (2 * OUTER);
    this.element.style.transform = moved ? `translate3d(0,${(-moved * mm).toFixed(2)}px,0)` : "";
    POCKETS.forEach((pocket, index) => {
      const net = this.nets[index] as HTMLElement;
      const lift = swings.reduce((sum, one) => (one.pocket === pocket ? sum + one.lift : sum), 0);
      net.style.opacity = lift ? "1" : "";
      if (!lift) return;
      const seen = fromBoard(this.view, pocket.x, pocket.y);
      const at = `translate3d(${((OUTER + seen.x) * mm).toFixed(1)}px,${((OUTER - seen.y) * mm).toFixed(1)}px,0)`;
      net.style.transform = `${at} scale(${(1 - 0.16 * lift).toFixed(3)}) rotate(${(4 * lift).toFixed(2)}deg)`;
    });
  }

  add(kind: DiscKind): HTMLElement {
    return this.layer.appendChild(discElement(kind, this.look));
  }

  put(element: HTMLElement, at: Point, scale = 1, opacity = 1): void {
    const seen = fromBoard(this.view, at.x, at.y);
    const mm = this.size / (2 * OUTER);
    const r = radius(element.dataset.kind as DiscKind);
    const x = (OUTER + seen.x - r) * mm;
    const y = (OUTER - seen.y - r) * mm;
    const shrunk = scale === 1 ? "" : ` scale(${scale.toFixed(3)})`;
    const place = `translate3d(${x.toFixed(2)}px,${y.toFixed(2)}px,0)${shrunk}`;
    // Skip discs that have not moved, which is most of them.
    if (this.placed.get(element) === place) return;
    this.placed.set(element, place);
    element.style.transform = place;
    element.style.opacity = opacity === 1 ? "" : opacity.toFixed(3);
  }

  under(at: Point): Point {
    const box = this.element.getBoundingClientRect();
    const mm = box.width / (2 * OUTER);
    return toBoard(this.view, (at.x - box.left) / mm - OUTER, OUTER - (at.y - box.top) / mm);
  }

  over(point: Point): Point {
    const box = this.element.getBoundingClientRect();
    const mm = box.width / (2 * OUTER);
    const seen = fromBoard(this.view, point.x, point.y);
    return { x: box.left + (OUTER + seen.x) * mm, y: box.top + (OUTER - seen.y) * mm };
  }

  private paint(): void {
    const pixels = Math.round(this.size * Math.min(2, devicePixelRatio || 1));
    if (pixels) void paintSurface(this.canvas, pixels, this.look);
  }
}
