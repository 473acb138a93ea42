// The board as text for screen readers: every piece and its place, seen from the seat the board is turned to.

import type { JSX } from "preact";
import { useRef } from "preact/hooks";
import { placeWords } from "../app/BoardView.tsx";
import { seenFrom, type Turn } from "../board/geometry.ts";
import { t } from "../i18n/i18n.ts";
import type { Snapshot } from "./messages.ts";

export function TextBoard({ view, turn }: { view: Snapshot; turn: Turn }): JSX.Element {
  const list = useRef<HTMLUListElement>(null);
  return (
    // Move focus past the title, where Enter would close it again instead of shooting.
    <details
      class="text-board"
      onToggle={(event) => {
        if (!event.currentTarget.open) return;
        event.currentTarget.scrollIntoView({ block: "nearest" });
        list.current?.focus({ preventScroll: true });
      }}
    >
      <summary>{t("text-board")}</summary>
      <div class="places" data-keep>
        <ul ref={list} tabIndex={-1}>
          {view.pieces.map(([kind, x, y]) => (
            <li key={`${kind}${x},${y}`}>{placeWords(kind, seenFrom(turn, x, y))}</li>
          ))}
        </ul>
      </div>
    </details>
  );
}
