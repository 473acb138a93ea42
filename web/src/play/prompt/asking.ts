// What every prompt is given: the match as it stands, who of this screen is asked, and how to answer.

import type { Signal } from "@preact/signals";
import type { Act, PlayerName, Snapshot } from "../messages.ts";
import type { Viewer } from "../viewer.ts";

export interface Asking {
  readonly view: Snapshot;
  /** Whoever of this screen is asked; null: somebody else is. */
  readonly actor: PlayerName | null;
  readonly mine: readonly PlayerName[];
  /** Who is at the table just now. */
  readonly here: readonly PlayerName[];
  readonly viewer: Viewer;
  /** To where whoever breaks has turned the rack; null: not touched. */
  readonly rack: Signal<number | null>;
  readonly act: (what: Act, as?: PlayerName) => void;
}
