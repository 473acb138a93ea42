// Properties of every prompt.

import type { Signal } from "@preact/signals";
import type { Act, PlayerName, Snapshot } from "../messages.ts";
import type { Viewer } from "../viewer.ts";

export interface Asking {
  readonly view: Snapshot;
  /** The player here who must act; null if another does. */
  readonly actor: PlayerName | null;
  readonly mine: readonly PlayerName[];
  /** Players who are connected. */
  readonly here: readonly PlayerName[];
  readonly viewer: Viewer;
  /** The angle the breaker has chosen; null if untouched. */
  readonly rack: Signal<number | null>;
  readonly act: (what: Act, as?: PlayerName) => void;
}
