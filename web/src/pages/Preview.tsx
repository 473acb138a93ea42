// A still board for the front page.

import type { JSX } from "preact";
import { useMemo } from "preact/hooks";
import { BoardView } from "../app/BoardView.tsx";
import { BASE_MIDDLE, RACK } from "../board/sizes.ts";
import { type BoardState, EMPTY } from "../board/state.ts";

export function Preview(): JSX.Element {
  const state: BoardState = useMemo(() => ({ ...EMPTY, discs: RACK, striker: { x: 0, y: -BASE_MIDDLE } }), []);
  return (
    <div class="preview" aria-hidden="true">
      <BoardView state={state} on={{}} />
    </div>
  );
}
