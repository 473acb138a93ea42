// The breaker may turn the rack (41a); the board previews it.

import type { Signal } from "@preact/signals";
import type { JSX } from "preact";
import { LawChip } from "../../app/ui.tsx";
import type { Disc } from "../../board/geometry.ts";
import { t } from "../../i18n/i18n.ts";
import { discsOf } from "../fromWire.ts";
import type { PieceRow } from "../messages.ts";

/** The server's default angle. */
export const UNTURNED = 45;

export function turned(rows: readonly PieceRow[], angle: number): Disc[] {
  const turn = ((angle - UNTURNED) * Math.PI) / 180;
  const [cos, sin] = [Math.cos(turn), Math.sin(turn)];
  return discsOf(rows).map(({ kind, x, y }) => ({ kind, x: x * cos - y * sin, y: x * sin + y * cos }));
}

/** `rack` is null until it is turned. */
export function RackTurner({ rack }: { rack: Signal<number | null> }): JSX.Element {
  return (
    <details class="lane rack" data-keep data-testid="rack">
      <summary class="small">{t("turn-rack")}</summary>
      <LawChip law="41a" />
      <input
        type="range"
        dir="ltr"
        min={0}
        max={120}
        step={1}
        value={rack.value ?? UNTURNED}
        aria-label={t("turn-rack")}
        onInput={(event) => (rack.value = event.currentTarget.valueAsNumber)}
        onKeyDown={(event) => event.stopPropagation()}
      />
    </details>
  );
}
