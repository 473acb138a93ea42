// Five set positions. The fewest strokes count; a pocketed striker costs one more.

import type { Key } from "../i18n/en.ts";

export interface Drill {
  readonly id: string;
  readonly name: Key;
  readonly position: string;
  /** Every white piece and, where it lies there, the queen has to go. */
  readonly par: number;
}

export const DRILLS: readonly Drill[] = [
  { id: "straight", name: "drill-straight", position: "white:-290,290", par: 1 },
  { id: "cut", name: "drill-cut", position: "white:150,240 black:230,130", par: 1 },
  { id: "frame", name: "drill-frame", position: "white:0,-330 black:-80,-150/80,-150", par: 2 },
  { id: "queen", name: "drill-queen", position: "white:230,250 queen:0,0", par: 2 },
  { id: "clear", name: "drill-clear", position: "white:-240,180/60,290/250,60/-60,40 black:0,150", par: 4 },
];

export function isDone(position: string): boolean {
  return !/white|queen/.test(position);
}
