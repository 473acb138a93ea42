// The magnifier over the first contact of an aim.

import { foresee, type Shot } from "./foresight.ts";
import { type Disc, fromBoard, OUTER, type Point, radius, type Turn } from "./geometry.ts";
import { signs } from "./lines.ts";
import { discColours, type Look } from "./look.ts";
import { BOARDS } from "./palette.ts";
import { STRIKER_RADIUS } from "./sizes.ts";

/** Half its field of view, mm. */
const REACH = 46;

/** `surface` is the painted board in view. */
export function paintLens(
  canvas: HTMLCanvasElement,
  surface: HTMLCanvasElement,
  view: Turn,
  shot: Shot,
  discs: readonly Disc[],
  look: Look,
): void {
  const pixels = Math.round(canvas.clientWidth * Math.min(2, devicePixelRatio || 1));
  const c = canvas.getContext("2d");
  if (!c || !pixels) return;
  if (canvas.width !== pixels) canvas.width = canvas.height = pixels;
  const { before, after, first } = foresee(shot, discs);
  const contact = (first ? before[before.length - 1] : before[1]) ?? shot.from;
  const isLost = after.pocket !== null;
  const seen = (p: Point): Point => fromBoard(view, p.x, p.y);
  const middle = seen(first ? { x: (contact.x + first.disc.x) / 2, y: (contact.y + first.disc.y) / 2 } : contact);
  const scale = pixels / (2 * REACH);
  const mm = surface.width / (2 * OUTER);
  c.setTransform(1, 0, 0, 1, 0, 0);
  c.fillStyle = BOARDS[look.board].frameDeep;
  c.fillRect(0, 0, pixels, pixels);
  const left = (OUTER + middle.x - REACH) * mm;
  const top = (OUTER - middle.y - REACH) * mm;
  c.drawImage(surface, left, top, 2 * REACH * mm, 2 * REACH * mm, 0, 0, pixels, pixels);
  c.setTransform(scale, 0, 0, -scale, pixels / 2 - middle.x * scale, pixels / 2 + middle.y * scale);

  const circle = (p: Point, r: number): void => {
    c.beginPath();
    c.arc(p.x, p.y, r, 0, 2 * Math.PI);
  };
  for (const disc of discs) {
    const at = seen(disc);
    if (Math.hypot(at.x - middle.x, at.y - middle.y) > 2 * REACH) continue;
    const [face, shade, rim, mark] = discColours(disc.kind, look);
    const r = radius(disc.kind);
    circle(at, r - 0.8);
    c.fillStyle = disc.kind === "white" ? face : shade;
    c.fill();
    c.lineWidth = 1.6;
    c.strokeStyle = rim;
    c.stroke();
    circle(at, r * 0.6);
    c.lineWidth = 1.3;
    c.strokeStyle = mark;
    c.stroke();
  }
  const follow = (points: readonly Point[], colour: string, width: number): void => {
    c.beginPath();
    for (const [index, { x, y }] of points.map(seen).entries()) {
      if (index) c.lineTo(x, y);
      else c.moveTo(x, y);
    }
    for (const [tone, wide] of [
      ["rgba(20,10,5,.6)", width + 0.9],
      [colour, width],
    ] as const) {
      c.strokeStyle = tone;
      c.lineWidth = wide;
      c.stroke();
    }
  };
  follow(before, !first && isLost ? signs.unlawful : signs.aim, 0.8);
  circle(seen(contact), STRIKER_RADIUS);
  c.fillStyle = "rgba(255,255,255,.22)";
  c.fill();
  c.lineWidth = 1.2;
  c.strokeStyle = !first && isLost ? signs.unlawful : signs.aim;
  c.stroke();
  if (first) follow(first.way.points, signs.struck, 1.1);
  follow(after.points, isLost ? signs.unlawful : "#ffffffb0", isLost ? 1 : 0.6);
}
