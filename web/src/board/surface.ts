// The wooden thing, painted once into a canvas: ply and rosewood, lacquer, markings, pockets, and powder if wanted.

import { OUTER, POCKETS } from "./geometry.ts";
import { palette } from "./palette.ts";
import {
  ARROW_ARCH_RADIUS,
  ARROW_TAIL,
  ARROW_TIP,
  BASE_CIRCLE_ACROSS,
  BASE_CIRCLE_RADIUS,
  BASE_MIDDLE,
  BASE_RED_RADIUS,
  CENTRE_RADIUS,
  HALF,
  LOWER_LINE,
  OUTER_RADIUS,
  POCKET_RADIUS,
  UPPER_LINE,
} from "./sizes.ts";

/** A small repeatable generator: the same board every time it is painted. */
function random(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

type Context = CanvasRenderingContext2D;

export function paintSurface(canvas: HTMLCanvasElement, pixels: number, powder: boolean): void {
  canvas.width = canvas.height = pixels;
  const c = canvas.getContext("2d");
  if (!c) return;
  const scale = pixels / (2 * OUTER);
  c.setTransform(scale, 0, 0, -scale, pixels / 2, pixels / 2);
  frame(c);
  wood(c);
  markings(c);
  if (powder) dust(c);
  lacquer(c);
  pockets(c);
  cushion(c);
}

function quarters(c: Context, draw: () => void): void {
  for (let turn = 0; turn < 4; turn++) {
    c.save();
    c.rotate((turn * Math.PI) / 2);
    draw();
    c.restore();
  }
}

function grain(
  c: Context,
  next: () => number,
  area: { x: number; y: number; w: number; h: number },
  tone: string,
  count: number,
  strength: number,
): void {
  c.save();
  c.strokeStyle = tone;
  for (let i = 0; i < count; i++) {
    const y = area.y + next() * area.h;
    const phase = next() * 6.28;
    const wave = 1 + next() * 3.5;
    const length = area.w * (0.25 + 0.75 * next());
    const x0 = area.x + next() * (area.w - length);
    c.globalAlpha = strength * (0.25 + 0.75 * next());
    c.lineWidth = 0.25 + next() * next() * 2.2;
    c.beginPath();
    for (let s = 0; s <= 8; s++) {
      const x = x0 + (length * s) / 8;
      const lift = Math.sin(phase + x / (70 + 8 * wave)) * wave + Math.sin(x / 260 + phase) * wave * 1.4;
      if (s === 0) c.moveTo(x, y + lift);
      else c.lineTo(x, y + lift);
    }
    c.stroke();
  }
  c.restore();
}

function frame(c: Context): void {
  const next = random(7);
  c.save();
  c.beginPath();
  c.roundRect(-OUTER, -OUTER, 2 * OUTER, 2 * OUTER, 26);
  c.clip();
  const shades = [palette.frameDeep, "#48200f", palette.frame, "#4d2414"];
  let side = 0;
  quarters(c, () => {
    c.beginPath();
    c.moveTo(-OUTER, -OUTER);
    c.lineTo(OUTER, -OUTER);
    c.lineTo(HALF - 2, -HALF + 2);
    c.lineTo(-HALF + 2, -HALF + 2);
    c.closePath();
    c.clip();
    const tone = c.createLinearGradient(0, -OUTER, 0, -HALF);
    tone.addColorStop(0, palette.frameDeep);
    tone.addColorStop(0.16, shades[side % 4] as string);
    tone.addColorStop(0.55, palette.frameLight);
    tone.addColorStop(0.9, palette.frame);
    tone.addColorStop(1, "#1c0b06");
    c.fillStyle = tone;
    c.fillRect(-OUTER, -OUTER, 2 * OUTER, 76);
    grain(c, next, { x: -OUTER, y: -OUTER, w: 2 * OUTER, h: 74 }, "#1d0b05", 150, 0.4);
    grain(c, next, { x: -OUTER, y: -OUTER, w: 2 * OUTER, h: 74 }, "#c98454", 55, 0.16);
    side++;
  });
  quarters(c, () => {
    c.strokeStyle = "rgba(0,0,0,.55)";
    c.lineWidth = 1.1;
    c.beginPath();
    c.moveTo(-OUTER, -OUTER);
    c.lineTo(-HALF, -HALF);
    c.stroke();
    c.strokeStyle = "rgba(255,214,160,.22)";
    c.lineWidth = 1.2;
    c.strokeRect(-OUTER + 9, -OUTER + 9, 2 * OUTER - 18, 0.01);
  });
  c.restore();
}

function wood(c: Context): void {
  const next = random(41);
  c.save();
  c.beginPath();
  c.rect(-HALF, -HALF, 2 * HALF, 2 * HALF);
  c.clip();
  const tone = c.createLinearGradient(-HALF, HALF, HALF, -HALF);
  tone.addColorStop(0, palette.woodLight);
  tone.addColorStop(0.5, palette.wood);
  tone.addColorStop(1, palette.woodDeep);
  c.fillStyle = tone;
  c.fillRect(-HALF, -HALF, 2 * HALF, 2 * HALF);
  const area = { x: -HALF, y: -HALF, w: 2 * HALF, h: 2 * HALF };
  for (let band = 0; band < 14; band++) {
    const y = -HALF + next() * 2 * HALF;
    const height = 20 + next() * 70;
    const shade = c.createLinearGradient(0, y, 0, y + height);
    const colour = next() > 0.5 ? "178,122,58" : "255,240,205";
    shade.addColorStop(0, `rgba(${colour},0)`);
    shade.addColorStop(0.5, `rgba(${colour},.13)`);
    shade.addColorStop(1, `rgba(${colour},0)`);
    c.fillStyle = shade;
    c.fillRect(-HALF, y, 2 * HALF, height);
  }
  grain(c, next, area, palette.grain, 420, 0.24);
  grain(c, next, area, "#fff3d4", 200, 0.22);
  grain(c, next, area, "#7d4a1e", 60, 0.13);
  c.restore();
}

function markings(c: Context): void {
  c.save();
  c.lineCap = "butt";
  quarters(c, () => {
    c.strokeStyle = palette.ink;
    c.lineWidth = 5;
    line(c, -BASE_CIRCLE_ACROSS, 2.5 - LOWER_LINE, BASE_CIRCLE_ACROSS, 2.5 - LOWER_LINE);
    c.lineWidth = 1.6;
    line(c, -BASE_CIRCLE_ACROSS, -UPPER_LINE, BASE_CIRCLE_ACROSS, -UPPER_LINE);
    for (const x of [-BASE_CIRCLE_ACROSS, BASE_CIRCLE_ACROSS]) {
      disc(c, x, -BASE_MIDDLE, BASE_CIRCLE_RADIUS, palette.wood, palette.ink, 1.6);
      disc(c, x, -BASE_MIDDLE, BASE_RED_RADIUS, palette.red, null, 0);
      const shine = c.createRadialGradient(x - 4, -BASE_MIDDLE + 4, 1, x, -BASE_MIDDLE, BASE_RED_RADIUS);
      shine.addColorStop(0, "rgba(255,255,255,.22)");
      shine.addColorStop(1, "rgba(60,0,0,.18)");
      disc(c, x, -BASE_MIDDLE, BASE_RED_RADIUS, shine, null, 0);
    }
    arrow(c);
  });
  disc(c, 0, 0, OUTER_RADIUS, null, palette.ink, 1.8);
  disc(c, 0, 0, OUTER_RADIUS - 5, null, palette.ink, 0.8);
  rosette(c);
  disc(c, 0, 0, CENTRE_RADIUS, palette.red, palette.ink, 1.4);
  c.restore();
}

function line(c: Context, x0: number, y0: number, x1: number, y1: number): void {
  c.beginPath();
  c.moveTo(x0, y0);
  c.lineTo(x1, y1);
  c.stroke();
}

function disc(
  c: Context,
  x: number,
  y: number,
  r: number,
  fill: string | CanvasGradient | null,
  stroke: string | null,
  width: number,
): void {
  c.beginPath();
  c.arc(x, y, r, 0, 2 * Math.PI);
  if (fill) {
    c.fillStyle = fill;
    c.fill();
  }
  if (stroke) {
    c.strokeStyle = stroke;
    c.lineWidth = width;
    c.stroke();
  }
}

/** Through the gap between two base circles towards the pocket, with its arch at the inner end. */
function arrow(c: Context): void {
  const tip = ARROW_TIP;
  c.save();
  c.rotate(-Math.PI / 4);
  c.strokeStyle = c.fillStyle = palette.ink;
  c.lineWidth = 1.4;
  line(c, ARROW_TAIL, 0, tip - 8, 0);
  c.beginPath();
  c.moveTo(tip, 0);
  c.lineTo(tip - 15, 5);
  c.lineTo(tip - 11, 0);
  c.lineTo(tip - 15, -5);
  c.closePath();
  c.fill();
  const arch = ARROW_TAIL + ARROW_ARCH_RADIUS;
  c.beginPath();
  c.arc(arch, 0, ARROW_ARCH_RADIUS, Math.PI * 0.28, Math.PI * 1.72);
  c.stroke();
  for (const side of [-1, 1]) {
    const angle = Math.PI * 0.28 * side;
    c.save();
    c.translate(arch + ARROW_ARCH_RADIUS * Math.cos(angle), ARROW_ARCH_RADIUS * Math.sin(angle));
    c.rotate(angle - (Math.PI / 2) * side);
    c.beginPath();
    c.moveTo(5, 0);
    c.lineTo(-5, 3.6);
    c.lineTo(-5, -3.6);
    c.fill();
    c.restore();
  }
  c.restore();
}

/** A flower between the circles, as on the printed drawings: decoration, which the Laws leave to the maker. */
function rosette(c: Context): void {
  const leaf = (angle: number, near: number, far: number, half: number, fill: string): void => {
    const middle = near + (far - near) * 0.45;
    c.save();
    c.rotate(angle);
    c.beginPath();
    c.moveTo(0, near);
    c.bezierCurveTo(half, near + (middle - near) * 0.5, half, middle + (far - middle) * 0.3, 0, far);
    c.bezierCurveTo(-half, middle + (far - middle) * 0.3, -half, near + (middle - near) * 0.5, 0, near);
    c.fillStyle = fill;
    c.fill();
    c.restore();
  };
  c.save();
  c.globalAlpha = 0.62;
  for (let turn = 0; turn < 8; turn++) {
    const angle = (turn * Math.PI) / 4;
    leaf(angle + Math.PI / 8, CENTRE_RADIUS + 6, OUTER_RADIUS - 17, 9, palette.ink);
    leaf(angle, CENTRE_RADIUS + 3, OUTER_RADIUS - 8, 13, palette.red);
    c.save();
    c.rotate(angle + Math.PI / 8);
    disc(c, 0, OUTER_RADIUS - 11, 1.8, palette.ink, null, 0);
    c.restore();
  }
  c.restore();
}

function dust(c: Context): void {
  const next = random(99);
  c.save();
  c.fillStyle = "#fffdf6";
  for (let i = 0; i < 2600; i++) {
    const angle = next() * 6.28;
    const far = Math.sqrt(next()) * 350;
    c.globalAlpha = 0.05 + 0.22 * next();
    c.fillRect(far * Math.cos(angle), far * Math.sin(angle), 0.5 + next(), 0.5 + next());
  }
  const cloud = c.createRadialGradient(0, 0, 20, 0, 0, 330);
  cloud.addColorStop(0, "rgba(255,255,250,.2)");
  cloud.addColorStop(1, "rgba(255,255,250,0)");
  c.globalAlpha = 1;
  c.fillStyle = cloud;
  c.fillRect(-HALF, -HALF, 2 * HALF, 2 * HALF);
  c.restore();
}

function lacquer(c: Context): void {
  c.save();
  c.beginPath();
  c.rect(-HALF, -HALF, 2 * HALF, 2 * HALF);
  c.clip();
  const lamp = c.createRadialGradient(-130, 190, 10, -90, 120, 470);
  lamp.addColorStop(0, "rgba(255,252,238,.34)");
  lamp.addColorStop(0.35, "rgba(255,250,230,.12)");
  lamp.addColorStop(1, "rgba(255,250,230,0)");
  c.fillStyle = lamp;
  c.fillRect(-HALF, -HALF, 2 * HALF, 2 * HALF);
  const edge = c.createRadialGradient(0, 0, 250, 0, 0, 540);
  edge.addColorStop(0, "rgba(90,45,10,0)");
  edge.addColorStop(1, "rgba(90,45,10,.34)");
  c.fillStyle = edge;
  c.fillRect(-HALF, -HALF, 2 * HALF, 2 * HALF);
  c.restore();
}

function pockets(c: Context): void {
  for (const { x, y } of POCKETS) {
    const hole = c.createRadialGradient(x + 4, y - 5, 3, x, y, POCKET_RADIUS);
    hole.addColorStop(0, "#241711");
    hole.addColorStop(0.62, palette.pocket);
    hole.addColorStop(1, "#000");
    disc(c, x, y, POCKET_RADIUS, hole, null, 0);
    c.save();
    c.beginPath();
    c.arc(x, y, POCKET_RADIUS, 0, 2 * Math.PI);
    c.clip();
    c.strokeStyle = "rgba(214,190,150,.13)";
    c.lineWidth = 0.7;
    for (let i = -5; i <= 5; i++) {
      line(c, x + i * 8 - 24, y - 24, x + i * 8 + 24, y + 24);
      line(c, x + i * 8 + 24, y - 24, x + i * 8 - 24, y + 24);
    }
    c.restore();
    disc(c, x, y, POCKET_RADIUS - 0.6, null, "rgba(40,18,8,.9)", 1.6);
    c.beginPath();
    c.arc(x, y, POCKET_RADIUS + 0.4, Math.PI * 1.1, Math.PI * 1.9);
    c.strokeStyle = "rgba(255,236,200,.5)";
    c.lineWidth = 0.8;
    c.stroke();
  }
}

/** The inner edge of the frame: its shadow on the surface, deeper away from the lamp at the upper left. */
function cushion(c: Context): void {
  const deep = [
    { angle: 0, width: 5, alpha: 0.16 },
    { angle: Math.PI / 2, width: 5, alpha: 0.16 },
    { angle: Math.PI, width: 16, alpha: 0.42 },
    { angle: -Math.PI / 2, width: 16, alpha: 0.42 },
  ];
  for (const { angle, width, alpha } of deep) {
    c.save();
    c.rotate(angle);
    const shade = c.createLinearGradient(0, -HALF, 0, -HALF + width);
    shade.addColorStop(0, `rgba(40,16,4,${alpha})`);
    shade.addColorStop(1, "rgba(40,16,4,0)");
    c.fillStyle = shade;
    c.fillRect(-HALF, -HALF, 2 * HALF, width);
    c.fillStyle = "rgba(20,8,3,.9)";
    c.fillRect(-HALF, -HALF - 2.2, 2 * HALF, 2.4);
    c.fillStyle = "rgba(255,206,150,.28)";
    c.fillRect(-HALF, -HALF - 4.2, 2 * HALF, 1.3);
    c.restore();
  }
}
