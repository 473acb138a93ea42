// Paints the board once into a canvas: the package's drawing in the colours of a look.

import { OUTER } from "./geometry.ts";
import { coloured, type Look } from "./look.ts";
import { BOARDS } from "./palette.ts";
import { HALF } from "./sizes.ts";
import address from "./surface.svg?url";

let drawing: Promise<string> | null = null;
const addresses = new Map<string, Promise<string>>();
const pictures = new Map<string, Promise<HTMLImageElement>>();

/** Cached per look; a failed load is retried at the next call. */
function once<T>(made: Map<string, Promise<T>>, { board, powder }: Look, make: () => Promise<T>): Promise<T> {
  const name = `${board}${powder}`;
  let found = made.get(name);
  if (!found) {
    found = make();
    made.set(name, found);
    found.catch(() => made.delete(name));
  }
  return found;
}

export function surfaceAddress(look: Look): Promise<string> {
  return once(addresses, look, async () => {
    drawing ??= fetch(address).then((answer) => answer.text());
    const svg = await drawing.catch((error: unknown) => {
      drawing = null;
      throw error;
    });
    const colours = { ...BOARDS[look.board], powder: look.powder ? "1" : "0" };
    return URL.createObjectURL(new Blob([coloured(svg, colours)], { type: "image/svg+xml" }));
  });
}

function pictureOf(look: Look): Promise<HTMLImageElement> {
  return once(pictures, look, async () => {
    const picture = new Image();
    picture.src = await surfaceAddress(look);
    await picture.decode();
    return picture;
  });
}

/** Paint the board at this size: plain at once, with wood grain when it has loaded. */
export async function paintSurface(canvas: HTMLCanvasElement, pixels: number, look: Look): Promise<void> {
  canvas.width = canvas.height = pixels;
  canvas.dataset.look = `${look.board}${look.powder ? " powder" : ""}`;
  const wanted = `${canvas.dataset.look} ${pixels}`;
  canvas.dataset.wanted = wanted;
  const c = canvas.getContext("2d");
  if (!c) return;
  const { frame, wood } = BOARDS[look.board];
  const edge = ((OUTER - HALF) / (2 * OUTER)) * pixels;
  c.fillStyle = frame;
  c.fillRect(0, 0, pixels, pixels);
  c.fillStyle = wood;
  c.fillRect(edge, edge, pixels - 2 * edge, pixels - 2 * edge);
  const picture = await pictureOf(look).catch(() => null);
  if (!picture || canvas.dataset.wanted !== wanted) return;
  c.clearRect(0, 0, pixels, pixels);
  c.drawImage(picture, 0, 0, pixels, pixels);
  canvas.dataset.painted = canvas.dataset.look;
}
