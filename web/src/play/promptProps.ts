// Properties of every prompt.

import type { Signal } from "@preact/signals";
import type { Snapshot } from "../wire.ts";
import type { Act, PlayerName, Viewer } from "./viewer.ts";

export interface PromptProps {
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
