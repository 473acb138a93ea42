// Play by keyboard: fine steps with Shift, coarse ones without.

import { useLayoutEffect } from "preact/hooks";
import type { Board } from "./board.ts";

/** Handle the board's keys, except while typing or where a key means something else. */
export function useBoardKeys(board: Board | null): void {
  useLayoutEffect(() => {
    const keys = (event: KeyboardEvent): void => {
      if (!board || event.ctrlKey || event.metaKey || event.altKey) return;
      const target = event.target as Element;
      if (
        target.closest("input,select,textarea,dialog") ||
        (event.key === "Enter" && target.closest("button,a,summary"))
      )
        return;
      if (aimByKey(board, event)) event.preventDefault();
    };
    addEventListener("keydown", keys);
    return () => removeEventListener("keydown", keys);
  }, [board]);
}

/** Returns whether the key was handled. */
function aimByKey(board: Board, event: KeyboardEvent): boolean {
  const { aim, state } = board;
  const fine = event.shiftKey;
  if (state.placing) return placeByKey(board, event.key, fine ? 0.5 : 3);
  if (!state.aiming) return false;
  switch (event.key) {
    case "ArrowLeft":
      board.setAim({ direction: aim.direction - (fine ? 0.1 : 1.5) });
      return true;
    case "ArrowRight":
      board.setAim({ direction: aim.direction + (fine ? 0.1 : 1.5) });
      return true;
    case "ArrowUp":
      board.setAim({ speed: aim.speed + (fine ? 0.05 : 0.4) });
      return true;
    case "ArrowDown":
      board.setAim({ speed: aim.speed - (fine ? 0.05 : 0.4) });
      return true;
    case "a":
    case "A":
      board.setAim({ along: aim.along - (fine ? 0.5 : 5) });
      return true;
    case "d":
    case "D":
      board.setAim({ along: aim.along + (fine ? 0.5 : 5) });
      return true;
    case "Enter":
      if (aim.speed > 0) board.strike();
      else board.onMisfire("no-power");
      return true;
    default:
      return false;
  }
}

function placeByKey(board: Board, key: string, step: number): boolean {
  const { x, y } = board.placement;
  const moves: Readonly<Record<string, readonly [number, number]>> = {
    ArrowLeft: [-step, 0],
    ArrowRight: [step, 0],
    ArrowUp: [0, step],
    ArrowDown: [0, -step],
  };
  const move = moves[key];
  if (move) board.putDue({ x: x + move[0], y: y + move[1] }, false);
  else if (key === "Enter") board.place();
  else return false;
  return true;
}
