// A still board for the front page: the rack and a striker that waits.

import type { JSX } from "preact";
import { useMemo } from "preact/hooks";
import { BoardView } from "../app/BoardView";
import { EMPTY, type BoardState } from "../board/state";
import { rack } from "../board/rack";

export function Preview(): JSX.Element {
  const state: BoardState = useMemo(() => ({ ...EMPTY, discs: rack(45), striker: { x: 0, y: -252.6 } }), []);
  return (
    <div class="preview" aria-hidden="true">
      <BoardView state={state} on={{}} />
    </div>
  );
}
