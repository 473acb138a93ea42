// Aiming by numbers, for keyboards and exact hands.

import type { JSX } from "preact";
import { Numeral } from "../app/ui.tsx";
import type { Board } from "../board/board.ts";
import type { Aim, Lane } from "../board/state.ts";
import { t } from "../i18n/i18n.ts";

export function AimPanel({
  board,
  aim,
  lane,
  fastest,
}: {
  board: Board;
  aim: Aim;
  lane: Lane;
  fastest: number;
}): JSX.Element {
  const low = lane.free[0]?.[0] ?? 0;
  const high = lane.free[lane.free.length - 1]?.[1] ?? 0;
  return (
    <form
      class="aim"
      data-keep
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        board.sound.wake();
        board.strike();
      }}
    >
      <label class="lane">
        <span>{t("striker")}</span>
        <input
          type="range"
          dir="ltr"
          min={low}
          max={high}
          step={0.5}
          value={aim.along}
          aria-label={t("striker")}
          onInput={(event) => board.setAim({ along: event.currentTarget.valueAsNumber })}
          onKeyDown={(event) => event.stopPropagation()}
        />
      </label>
      <div class="numbers">
        <Numeral
          label={t("striker")}
          value={aim.along}
          min={low}
          max={high}
          step={0.1}
          digits={2}
          onChange={(along) => board.setAim({ along })}
        />
        <Numeral
          label={t("direction")}
          value={aim.direction}
          min={-180}
          max={180}
          step={0.1}
          digits={2}
          onChange={(direction) => board.setAim({ direction })}
        />
        <Numeral
          label={t("power")}
          value={aim.speed}
          min={0}
          max={fastest}
          step={0.05}
          digits={2}
          onChange={(speed) => board.setAim({ speed })}
        />
        <button class="go" disabled={aim.speed <= 0}>
          {t("strike")}
        </button>
      </div>
    </form>
  );
}
