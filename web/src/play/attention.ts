// Attract attention when a player is needed, also from another tab: title, bell, vibration.

import { useEffect, useRef, useState } from "preact/hooks";
import type { Board } from "../board/board.ts";
import { t } from "../i18n/i18n.ts";

const BUZZ_MS = 60;

function alertPlayer(board: Board | null): void {
  board?.sound.ring();
  if (board && !board.sound.muted) navigator.vibrate?.(BUZZ_MS);
}

export function useArrival(missing: number, board: Board | null): void {
  const before = useRef(missing);
  useEffect(() => {
    if (missing === 0 && before.current > 0) alertPlayer(board);
    before.current = missing;
  }, [missing]);
}

/** Whether a condition became true while this page was open. */
export function useBecameTrue(isSo: boolean): boolean {
  const before = useRef(isSo);
  const [isNew, setNew] = useState(false);
  useEffect(() => {
    setNew(isSo && !before.current);
    before.current = isSo;
  }, [isSo]);
  return isNew;
}

export function useVictory(hasWon: boolean, board: Board | null): boolean {
  const isNew = useBecameTrue(hasWon);
  useEffect(() => {
    if (isNew) alertPlayer(board);
  }, [isNew]);
  return isNew;
}

/** `isAsked`: someone here must act. Signals only changes, not the first render. */
export function useAttention(isAsked: boolean, board: Board | null): void {
  const was = useRef(true);
  useEffect(() => {
    if (isAsked && !was.current) alertPlayer(board);
    was.current = isAsked;
    if (!isAsked) return;
    const before = document.title;
    document.title = t("tab-turn");
    return () => {
      document.title = before;
    };
  }, [isAsked]);
}
