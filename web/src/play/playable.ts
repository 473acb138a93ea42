// What the playing screen needs of a match, live or tried.

import type { ReadonlySignal } from "@preact/signals";
import type { Act, AimSeen, Happened, PlayerName } from "./messages.ts";

export type Status = "connecting" | "open" | "offline" | "gone";

export interface Playable {
  readonly status: ReadonlySignal<Status>;
  /** The players at this screen; none for a spectator. */
  readonly mine: ReadonlySignal<readonly PlayerName[]>;
  readonly here: ReadonlySignal<{ players: readonly PlayerName[]; watching: number }>;
  /** Another player's aim, as it moves. */
  readonly seen: ReadonlySignal<AimSeen | null>;
  readonly refusal: ReadonlySignal<{ code?: string; text: string; law?: string | null } | null>;
  /** Number of unacknowledged acts. */
  readonly pending: ReadonlySignal<number>;
  readonly clock: ReadonlySignal<boolean>;
  /** Whether computers are playing, so that their moves can be skipped. */
  readonly canSkip: ReadonlySignal<boolean>;
  /** Animate a stroke; resolves when all is at rest. */
  onStroke: ((event: Happened) => Promise<void>) | null;
  act(player: PlayerName, act: Act): void;
  /** Skip animations until a player here must act. */
  skip(): void;
  /** End the current animation. */
  onSkip: (() => void) | null;
  /** A player here took a hint: remember it. */
  advised(): void;
  aiming(along: number, direction: number, speed: number): void;
}
