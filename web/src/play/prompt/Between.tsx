// Before the first board and between boards: ready buttons, choice of sides, deadlines, claims.

import type { JSX } from "preact";
import { t } from "../../i18n/i18n.ts";
import { clockFace, useCountdown } from "../clocks.ts";
import type { SeatName } from "../messages.ts";
import { nameOf, partyName, seatWords } from "../names.ts";
import { Trial, trialBoard } from "../Trial.tsx";
import { sayOf, saySide } from "../telling.ts";
import { youOr } from "../viewer.ts";
import type { Asking } from "./asking.ts";
import { RackTurner, UNTURNED } from "./Rack.tsx";

const SEATS: readonly SeatName[] = ["south", "east", "north", "west"];

export function Between({ view, actor, mine, viewer, act, rack }: Asking): JSX.Element {
  const isFirst = view.game === 1 && view.board === 1 && view.lines.length === 0;
  const breaker = view.seats.find((one) => one.seat === view.breaker);
  const breaks = mine.find((player) => player === breaker?.player);
  const tried = mine.find((player) => player[0] === view.trial);
  const mayTry = mine.find((player) => view.may_try.some((party) => party === player[0]));
  const left = useCountdown(view.until?.seconds ?? null, view.seq, view.until !== null);
  const chooser = view.may_sit.find((player) => mine.includes(player));
  /** Partners may swap seats. */
  const free = SEATS.filter((seat) => !view.seats.some((one) => one.player === chooser && one.seat === seat));
  const claimant = mine.find((player) => view.absent.some((party) => party !== player[0]));
  /** Keep the button after it was tapped; otherwise another would appear under the thumb. */
  const hasAnswered = !actor && !view.trial && mine.length > 0;
  const waits = t("ready-wait", { name: view.todo.players.map((player) => nameOf(view, player)).join(" & ") });
  const ready = t(isFirst ? "ready" : "next-board");
  return (
    <div class="prompt" data-testid="next">
      {hasAnswered ? <p class="waits">{waits}</p> : <p>{t(isFirst ? "first-wait" : "next-wait")}</p>}
      {view.coming && breaker && !isFirst && (
        <p class="small">{t("coming-board", { ...view.coming, name: youOr(viewer, breaker.player, breaker.name) })}</p>
      )}
      {view.trial && <p class="small">{saySide(view, viewer, "trial-wait", view.trial)}</p>}
      {tried && (
        <Trial
          seat={view.seats.find((one) => one.player === tried)?.seat ?? "south"}
          tried={trialBoard()}
          onOver={() => act({ do: "trial", over: true }, tried)}
        />
      )}
      {breaks && !view.trial && <RackTurner rack={rack} />}
      {actor && !view.trial ? (
        <button
          class="go"
          onClick={() => act({ do: "next", rack: (breaks && rack.value) || UNTURNED }, breaks ?? actor)}
        >
          {ready}
        </button>
      ) : hasAnswered ? (
        <button class="go" disabled aria-label={waits}>
          {ready}
        </button>
      ) : view.trial ? null : (
        <p class="small">{waits}</p>
      )}
      {mayTry && (
        <button class="aside" onClick={() => act({ do: "trial", over: false }, mayTry)}>
          {mine.length > 1
            ? t("trial-board-of", { name: partyName(view, mayTry[0] === "b" ? "b" : "a") })
            : t("trial-board")}
        </button>
      )}
      {view.until && left !== null && (
        <p class="small" role="timer" data-testid="until">
          {t(`until-${view.until.what}`, { time: clockFace(left) })}
        </p>
      )}
      {chooser && (
        <p class="seats" data-testid="take-seat">
          <span class="small">{sayOf(viewer, "take-seat", chooser, { name: nameOf(view, chooser) })}</span>
          {free.map((seat) => (
            <button key={seat} onClick={() => act({ do: "sit", seat }, chooser)}>
              {seatWords(seat)}
            </button>
          ))}
        </p>
      )}
      {view.until?.what === "report" && left === 0 && claimant && (
        <button onClick={() => act({ do: "claim" }, claimant)}>{t("claim")}</button>
      )}
    </div>
  );
}
