// The toss: the winner takes break or side, and a breaking pair names its breaker.

import type { Signal } from "@preact/signals";
import type { JSX } from "preact";
import type { Snapshot } from "../api/wire.ts";
import { LawChip } from "../app/ui.tsx";
import { t } from "../i18n/i18n.ts";
import type { PromptProps } from "./boardController.ts";
import { DEFAULT_ANGLE } from "./position.ts";
import { phraseForSide } from "./sentences.ts";
import { NOBODY, type PlayerName, partyName } from "./viewer.ts";

export function Toss({ view, actor, viewer, act, rack }: PromptProps): JSX.Element {
  const { todo } = view;
  const pair = todo.players[0]?.[0] === "b" ? "b" : "a";
  const others = view.seats.filter((one) => one.party !== pair);
  const rival = others.map((one) => one.name).join(" & ");
  /** Against a computer sides do not matter: offer only who begins. */
  const isAlone = others.every((one) => one.computer);
  const isBreakOnly = !todo.choices.includes("side");
  const question = phraseForSide(view, viewer, isBreakOnly ? "toss-breaker" : "toss-won", pair);
  if (!actor) return <p class="prompt">{isBreakOnly ? question : phraseForSide(view, NOBODY, "toss-wait", pair)}</p>;
  return (
    <div class="prompt" role="group" aria-label={question} data-testid="toss">
      <p>{question}</p>
      <div class="answer">
        {breakers(view, actor).map(([breaker, label]) => (
          <button
            key={breaker}
            class="go"
            aria-describedby="toss-break-note"
            onClick={() => act({ do: "toss", choice: "break", breaker, rack: rack.value ?? DEFAULT_ANGLE })}
          >
            {label}
          </button>
        ))}
        {!isBreakOnly && (
          <p class="small" id="toss-break-note">
            {t("toss-break-note")}
          </p>
        )}
      </div>
      {!isBreakOnly && (
        <>
          <div class="answer">
            <button
              onClick={() => act({ do: "toss", choice: "side", rack: DEFAULT_ANGLE })}
              aria-describedby="toss-side-note"
            >
              {isAlone ? t("toss-let", { name: rival }) : t("toss-side")}
            </button>
            <p class="small" id="toss-side-note">
              {viewer.isYou(pair)
                ? phraseForSide(view, NOBODY, isAlone ? "toss-let-note" : "toss-side-note", pair === "a" ? "b" : "a")
                : t("toss-side-note-here", { name: rival, own: partyName(view, pair) })}
            </p>
          </div>
          <RackTurner rack={rack} />
        </>
      )}
    </div>
  );
}

function breakers(view: Snapshot, actor: PlayerName): [number, string][] {
  const pair = view.seats.filter((one) => one.party === actor[0]);
  if (pair.length < 2) return [[0, t("toss-break")]];
  return pair.map((one) => [Number(one.player[1]) - 1, t("toss-break-by", { name: one.name })]);
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
        value={rack.value ?? DEFAULT_ANGLE}
        aria-label={t("turn-rack")}
        onInput={(event) => (rack.value = event.currentTarget.valueAsNumber)}
        onKeyDown={(event) => event.stopPropagation()}
      />
    </details>
  );
}
