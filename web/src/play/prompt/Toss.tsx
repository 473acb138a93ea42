// The toss: the winner takes break or side, and a breaking pair names its breaker.

import type { JSX } from "preact";
import { t } from "../../i18n/i18n.ts";
import type { PlayerName, Snapshot } from "../messages.ts";
import { partyName } from "../names.ts";
import { saySide } from "../telling.ts";
import { NOBODY } from "../viewer.ts";
import type { Asking } from "./asking.ts";
import { RackTurner, UNTURNED } from "./Rack.tsx";

export function Toss({ view, actor, viewer, act, rack }: Asking): JSX.Element {
  const { todo } = view;
  const pair = todo.players[0]?.[0] === "b" ? "b" : "a";
  const others = view.seats.filter((one) => one.party !== pair);
  const rival = others.map((one) => one.name).join(" & ");
  /** Against a computer sides do not matter: offer only who begins. */
  const isAlone = others.every((one) => one.computer);
  const isBreakOnly = !todo.choices.includes("side");
  const asked = saySide(view, viewer, isBreakOnly ? "toss-breaker" : "toss-won", pair);
  if (!actor) return <p class="prompt">{isBreakOnly ? asked : saySide(view, NOBODY, "toss-wait", pair)}</p>;
  return (
    <div class="prompt" role="group" aria-label={asked} data-testid="toss">
      <p>{asked}</p>
      <div class="answer">
        {breakers(view, actor).map(([breaker, label]) => (
          <button
            key={breaker}
            class="go"
            aria-describedby="toss-break-note"
            onClick={() => act({ do: "toss", choice: "break", breaker, rack: rack.value ?? UNTURNED })}
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
              onClick={() => act({ do: "toss", choice: "side", rack: UNTURNED })}
              aria-describedby="toss-side-note"
            >
              {isAlone ? t("toss-let", { name: rival }) : t("toss-side")}
            </button>
            <p class="small" id="toss-side-note">
              {viewer.isYou(pair)
                ? saySide(view, NOBODY, isAlone ? "toss-let-note" : "toss-side-note", pair === "a" ? "b" : "a")
                : t("toss-side-note-here", { name: rival, own: partyName(view, pair) })}
            </p>
          </div>
          <RackTurner rack={rack} />
        </>
      )}
    </div>
  );
}

/** Which partner breaks. */
function breakers(view: Snapshot, actor: PlayerName): [number, string][] {
  const pair = view.seats.filter((one) => one.party === actor[0]);
  if (pair.length < 2) return [[0, t("toss-break")]];
  return pair.map((one) => [Number(one.player[1]) - 1, t("toss-break-by", { name: one.name })]);
}
