// Another player's aim: received a few times per second, animated in between.

import { useEffect, useRef } from "preact/hooks";
import type { Board } from "../board/board.ts";
import { type Aim, type Lane, nearestFree } from "../board/state.ts";
import type { AimSeen } from "./messages.ts";

/** Interpolate between two aims. A line that was not visible before does not swing in. */
export function between(from: Aim, to: Aim, part: number): Aim {
  const ease = part * part * (3 - 2 * part);
  const mix = (a: number, b: number): number => a + (b - a) * ease;
  const turn = ((((to.direction - from.direction) % 360) + 540) % 360) - 180;
  return {
    along: mix(from.along, to.along),
    direction:
      from.speed > 0 || to.speed === 0 ? from.direction + turn * ease : to.direction + turn * (ease - 1) * 0.25,
    speed: mix(from.speed, to.speed),
  };
}

/** Show the striker of the player in turn, unless a player here is aiming. `isLaid`: show it before they have moved
 * it. */
export function useSeenAim(board: Board | null, lane: Lane | null, told: AimSeen | null, isLaid: boolean): void {
  const shown = useRef<Aim | null>(null);
  useEffect(() => {
    const laid = isLaid && lane ? { along: nearestFree(lane, 0), direction: 0, speed: 0, over: 0 } : null;
    const seen = told ?? laid;
    if (!board || !lane || !seen) {
      shown.current = null;
      board?.watch(null);
      return;
    }
    const from = shown.current ?? { along: 0, direction: 0, speed: 0 };
    const started = performance.now();
    const over = (seen.over ?? 0) * 1000;
    let frame = 0;
    const step = (): void => {
      const part = over > 0 ? Math.min(1, (performance.now() - started) / over) : 1;
      shown.current = between(from, seen, part);
      board.watch({ lane, aim: shown.current });
      if (part < 1) frame = requestAnimationFrame(step);
    };
    step();
    return () => cancelAnimationFrame(frame);
  }, [board, lane, told, isLaid]);
}
