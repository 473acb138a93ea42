// What-if: acts tried from a moment of a match. The page keeps them and sends them all; the server rules and stores
// nothing.

import { signal } from "@preact/signals";
import { post } from "../api/http.ts";
import type { AimSeen, Snapshot, WhatIfStep } from "../api/wire.ts";
import { t } from "../i18n/i18n.ts";
import type { MatchSource, Status } from "./live.ts";
import type { Act, PlayerName } from "./viewer.ts";

export type Source = { readonly match: string } | { readonly record: string };

/** A branch stays within its board. */
function isWithinBoard(act: Act): act is WhatIfStep["act"] {
  return ["strike", "place", "forgo", "pass", "demand"].includes(act.do);
}

export class Branch implements MatchSource {
  readonly status = signal<Status>("connecting");
  readonly view = signal<Snapshot | null>(null);
  readonly mine = signal<readonly PlayerName[]>([]);
  readonly here = signal<{ players: readonly PlayerName[]; watching: number }>({ players: [], watching: 0 });
  readonly remoteAim = signal<AimSeen | null>(null);
  readonly refusal = signal<{ text: string } | null>(null);
  readonly pending = signal(0);
  readonly clock = signal(false);
  readonly canSkip = signal(false);
  readonly steps = signal<readonly WhatIfStep[]>([]);
  onStroke: MatchSource["onStroke"] = null;
  onSkip: MatchSource["onSkip"] = null;
  private readonly source: Source;
  private readonly after: number;

  constructor(source: Source, after: number) {
    this.source = source;
    this.after = after;
    void this.go([]);
  }

  act(player: PlayerName, act: Act): void {
    if (isWithinBoard(act)) void this.go([...this.steps.value, { player, act }]);
  }

  /** No computers play here. */
  skip(): void {}

  hintTaken(): void {}

  /** No spectators. */
  sendAim(): void {}

  /** Undo the last stroke and everything after it; without a stroke, the placements. */
  undo(): void {
    const strokes = this.steps.value.map((step) => step.act.do === "strike");
    void this.go(this.steps.value.slice(0, Math.max(0, strokes.lastIndexOf(true))), true);
  }

  private async go(steps: readonly WhatIfStep[], back = false): Promise<void> {
    this.pending.value = 1;
    try {
      const found = await post("/api/what-if", { ...this.source, after: this.after, steps: [...steps] });
      this.steps.value = steps;
      this.status.value = "open";
      this.mine.value = found.view.seats.map((one) => one.player);
      this.refusal.value = null;
      if (!back) for (const event of found.happened) if (event.trace) await this.onStroke?.(event);
      this.view.value = found.view;
    } catch (error) {
      this.refusal.value = { text: (error as Error).message || t("no-server") };
    }
    this.pending.value = 0;
  }
}
