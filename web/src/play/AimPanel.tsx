// Aiming controls: a magnifier over the first contact, a dial for the line, a power bar that shoots, and number fields.

import type { JSX } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { Icon } from "../app/icons.tsx";
import { Numeral } from "../app/ui.tsx";
import type { Board } from "../board/board.ts";
import type { Aim, Lane } from "../board/state.ts";
import { t } from "../i18n/i18n.ts";
import { prefs, setPrefs } from "../prefs.ts";
import "./play.css";

interface AimProps {
  readonly board: Board;
  readonly aim: Aim;
  readonly lane: Lane;
  readonly fastest: number;
}

export function AimPanel({ board, aim, lane, fastest }: AimProps): JSX.Element {
  const { aiming, assist, numbers } = prefs.value;
  const isFine = aiming === "auto" ? board.isFine : aiming === "fine"; // the board gets a change of settings only after this render
  const isSet = aim.speed > 0 && !board.isPulled;
  return (
    <form
      class="aim"
      data-fine={isFine}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        board.sound.wake();
        board.strike();
      }}
    >
      {assist === "full" && <Lens board={board} aim={aim} lane={lane} />}
      <div class="controls">
        <div class="dial" data-turn dir="ltr" style={{ "--turn": aim.direction }}>
          <i class="ticks" />
          <span>{t("dial")}</span>
          <output>{aim.direction.toFixed(2)}°</output>
        </div>
        <div class="charge">
          <Power board={board} aim={aim} fastest={fastest} />
          {isSet && <button class="go">{t("strike")}</button>}
        </div>
      </div>
      <div class="tools">
        <button
          type="button"
          class="quiet"
          aria-pressed={isFine}
          aria-label={t("aiming-fine")}
          title={t(isFine ? "aiming-fine" : "aiming-quick")}
          onClick={() => setPrefs({ aiming: isFine ? "quick" : "fine" })}
        >
          <Icon name={isFine ? "fine" : "quick"} />
        </button>
        <button
          type="button"
          class="quiet"
          aria-expanded={numbers}
          aria-label={t("numbers")}
          title={t("numbers")}
          onClick={() => setPrefs({ numbers: !numbers })}
        >
          <Icon name="numbers" />
        </button>
      </div>
      {numbers && <Numbers board={board} aim={aim} lane={lane} fastest={fastest} />}
    </form>
  );
}

/** `lane` is replaced after every event, once the board has its new state: then redraw. */
function Lens({ board, aim, lane }: { board: Board; aim: Aim; lane: Lane }): JSX.Element {
  const glass = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    if (glass.current) board.lens(glass.current);
  }, [board, board.state, lane, aim]);
  return (
    <div class="lens" data-turn aria-hidden="true">
      <canvas ref={glass} />
    </div>
  );
}

function Power({ board, aim, fastest }: { board: Board; aim: Aim; fastest: number }): JSX.Element {
  const bar = useRef<HTMLDivElement>(null);
  useEffect(() => board.addPower(bar.current as HTMLDivElement), [board]);
  return (
    <div
      class="power"
      ref={bar}
      data-keep
      dir="ltr"
      role="slider"
      tabIndex={0}
      aria-label={t("power")}
      aria-valuemin={0}
      aria-valuemax={fastest}
      aria-valuenow={Number(aim.speed.toFixed(2))}
      style={{ "--share": (aim.speed / fastest) ** (2 / 3) }}
    >
      <i class="filled" />
      <span>{aim.speed > 0 ? `${aim.speed.toFixed(2)} m/s` : t("power-how")}</span>
    </div>
  );
}

function Numbers({ board, aim, lane, fastest }: AimProps): JSX.Element {
  const low = lane.free[0]?.[0] ?? 0;
  const high = lane.free[lane.free.length - 1]?.[1] ?? 0;
  return (
    <div class="exact" data-keep>
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
      </div>
    </div>
  );
}
