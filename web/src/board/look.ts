// The look of board, pieces and striker, applied to the package's own drawings.

import type { DiscKind } from "./geometry.ts";
import { BOARDS, PIECES, STRIKERS } from "./palette.ts";

export interface Look {
  readonly board: keyof typeof BOARDS;
  readonly pieces: keyof typeof PIECES;
  readonly striker: keyof typeof STRIKERS;
  readonly powder: boolean;
}

export const PLAIN: Look = { board: "maple", pieces: "club", striker: "blue", powder: false };

type DiscColours = readonly [face: string, shade: string, rim: string, mark: string];

/** A look from saved names, perhaps of another version. */
export function lookOf(wished: { board: string; pieces: string; striker: string; powder: boolean }): Look {
  const known = <T extends object>(there: T, name: string, otherwise: keyof T): keyof T =>
    Object.hasOwn(there, name) ? (name as keyof T) : otherwise;
  return {
    board: known(BOARDS, wished.board, PLAIN.board),
    pieces: known(PIECES, wished.pieces, PLAIN.pieces),
    striker: known(STRIKERS, wished.striker, PLAIN.striker),
    powder: wished.powder,
  };
}

/** The look as a parameter for server and command line. */
export function lookText({ board, pieces, striker, powder }: Look): string {
  return [board, pieces, striker, ...(powder ? ["powder"] : [])].join(",");
}

export function discColours(kind: DiscKind, look: Look): DiscColours {
  return kind === "striker" ? STRIKERS[look.striker] : PIECES[look.pieces][kind];
}

export function coloured(drawing: string, colours: Readonly<Record<string, string>>): string {
  return drawing.replaceAll(/\{(\w+)\}/g, (whole, name: string) => colours[name] ?? whole);
}
