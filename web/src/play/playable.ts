// What the page of a match asks of it, whether it is live or only tried.

import type { ReadonlySignal } from "@preact/signals";
import type { Act, AimSeen, Happened, PlayerName } from "./messages.ts";

export type Status = "connecting" | "open" | "offline" | "gone";

export interface Playable {
  readonly status: ReadonlySignal<Status>;
  /** The players who sit at this screen; none of them: this screen watches. */
  readonly mine: ReadonlySignal<readonly PlayerName[]>;
  readonly here: ReadonlySignal<{ players: readonly PlayerName[]; watching: number }>;
  /** The aim of somebody else, as he moves it. */
  readonly seen: ReadonlySignal<AimSeen | null>;
  readonly refusal: ReadonlySignal<{ code?: string; text: string; law?: string | null } | null>;
  /** How many acts wait to be answered. */
  readonly pending: ReadonlySignal<number>;
  readonly clock: ReadonlySignal<boolean>;
  /** Computers play: what they do next can be skipped. */
  readonly canSkip: ReadonlySignal<boolean>;
  /** Shows a stroke and comes back when it lies still. */
  onStroke: ((event: Happened) => Promise<void>) | null;
  act(player: PlayerName, act: Act): void;
  /** Shows nothing more until somebody of this screen is asked. */
  skip(): void;
  /** Ends the stroke that is being shown. */
  onSkip: (() => void) | null;
  /** A hint came for somebody of this screen: it is kept that he was helped. */
  advised(): void;
  aiming(along: number, direction: number, speed: number): void;
}
