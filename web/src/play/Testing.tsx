// Timed warm-up on the board before the match, where the rulebook grants it. Its strokes are private.

import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import { keep, recall } from "../app/prefs.ts";
import { t } from "../i18n/i18n.ts";
import { clockFace } from "./clocks.ts";
import type { PlayerName, Snapshot } from "./messages.ts";
import { Trial } from "./Trial.tsx";

export function Testing({
  id,
  view,
  mine,
}: {
  readonly id: string;
  readonly view: Snapshot;
  readonly mine: readonly PlayerName[];
}): JSX.Element | null {
  const key = `carrom.tested.${id}`;
  const [begun, setBegun] = useState<number | null>(() => recall<number | null>(key, null));
  const [isOpen, setOpen] = useState(false);
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    if (begun === null) return;
    const timer = setInterval(() => setNow(Date.now()), 500);
    return () => clearInterval(timer);
  }, [begun]);
  const { testing } = view;
  const own = view.seats.find((one) => mine.includes(one.player));
  if (!testing || !own) return null;
  const left = begun === null ? testing.seconds : testing.seconds - (now - begun) / 1000;
  if (left <= 0) return null; // this also clears the board
  const title = t("test-board", { time: clockFace(Math.min(left, testing.seconds)) });
  return (
    <>
      <button
        class="try-board"
        data-testid="test-board"
        onClick={() => {
          if (begun === null) {
            keep(key, Date.now());
            setBegun(Date.now());
          }
          setOpen(true);
        }}
      >
        {title}
      </button>
      {isOpen && (
        <Trial
          seat={own.seat}
          tried={{ title, how: "test-how", over: "test-over", law: testing.law ?? "40" }}
          onOver={() => setOpen(false)}
        />
      )}
    </>
  );
}
