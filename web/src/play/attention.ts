// Who is waited for should know it, also when another tab is open: the tab's title, a soft bell, a short buzz.

import { useEffect, useRef, useState } from "preact/hooks";
import type { Board } from "../board/board.ts";
import { t } from "../i18n/i18n.ts";

const BUZZ_MS = 60;

function tell(board: Board | null): void {
  board?.sound.ring();
  if (board && !board.sound.muted) navigator.vibrate?.(BUZZ_MS);
}

/** Whoever waited for others hears that they have come. */
export function useArrival(missing: number, board: Board | null): void {
  const before = useRef(missing);
  useEffect(() => {
    if (missing === 0 && before.current > 0) tell(board);
    before.current = missing;
  }, [missing]);
}

/** Whether it came about on this page; not for whoever comes back to look at it. */
export function useNew(isSo: boolean): boolean {
  const before = useRef(isSo);
  const [isNew, setNew] = useState(false);
  useEffect(() => {
    setNew(isSo && !before.current);
    before.current = isSo;
  }, [isSo]);
  return isNew;
}

/** Whoever has just won hears it. Whether that is so. */
export function useVictory(hasWon: boolean, board: Board | null): boolean {
  const isNew = useNew(hasWon);
  useEffect(() => {
    if (isNew) tell(board);
  }, [isNew]);
  return isNew;
}

/** `isAsked`: somebody of this screen is waited for. It is told when that begins, not to whoever has just come. */
export function useAttention(isAsked: boolean, board: Board | null): void {
  const was = useRef(true);
  useEffect(() => {
    if (isAsked && !was.current) tell(board);
    was.current = isAsked;
    if (!isAsked) return;
    const before = document.title;
    document.title = t("tab-turn");
    return () => {
      document.title = before;
    };
  }, [isAsked]);
}
