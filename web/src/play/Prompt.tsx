// What the match is waiting for, and the controls to answer it.

import type { ComponentChildren, JSX } from "preact";
import type { Seat } from "../api/wire.ts";
import { LawChip } from "../app/ui.tsx";
import type { Board } from "../board/board.ts";
import { DiscIcon } from "../board/DiscIcon.tsx";
import { t } from "../i18n/i18n.ts";
import type { PromptProps } from "./boardController.ts";
import { clockFace, useCountdown } from "./clocks.ts";
import { Ending } from "./Ending.tsx";
import { DEFAULT_ANGLE } from "./position.ts";
import { phraseFor, phraseForSide, refusalWords } from "./sentences.ts";
import { RackTurner, Toss } from "./Toss.tsx";
import { TrialBoard, trialTexts } from "./TrialBoard.tsx";
import { nameOf, partyName, seatWords, youOrName } from "./viewer.ts";

export function Prompt(props: PromptProps & PlacingProps & { ending: ComponentChildren }): JSX.Element | null {
  switch (props.view.todo.what) {
    case "toss":
      return <Toss {...props} />;
    case "strike":
      return <Striking {...props} />;
    case "place":
      return <Placing {...props} />;
    case "demand":
      return <Demand {...props} />;
    case "next":
      return <Between {...props} />;
    case "stopped":
      return <Stopped {...props} />;
    case "over":
      return <Ending {...props} />;
  }
}

function Striking({ view, actor, viewer, here }: PromptProps): JSX.Element {
  const one = view.seats.find(({ player }) => player === view.todo.players[0]);
  const name = one?.name ?? "";
  if (!actor) {
    // Players on this screen are always present; before presence is known, no one is reported missing.
    const isGone = one !== undefined && !one.computer && here.length > 0 && !here.includes(one.player);
    return <p class="prompt">{t(one?.computer ? "thinking" : isGone ? "turn-gone" : "turn-of", { name })}</p>;
  }
  return (
    <div class="prompt">
      <p>
        {one?.colour && <DiscIcon kind={one.colour} label={t(one.colour)} />}{" "}
        <b>{viewer.isYou(actor) ? t("your-stroke") : t("your-turn", { name })}</b>{" "}
        <span class="tap-how">{t("tap-how")}</span>
      </p>
      <p class="small">{t("how-to")}</p>
      <p class="small keys">{t("how-keys")}</p>
    </div>
  );
}

/** How many points on demand the winner takes (87b). */
function Demand({ view, actor, act }: PromptProps): JSX.Element {
  const { count, players } = view.todo;
  if (!actor) return <p class="prompt">{t("demand-wait", { name: nameOf(view, players[0]) })}</p>;
  return (
    <div class="prompt">
      <p>{t("demand-ask", { count })}</p>
      {Array.from({ length: count + 1 }, (_, n) => count - n).map((n) => (
        <button key={n} class={n === count ? "go" : ""} onClick={() => act({ do: "demand", points: n })}>
          {t("demand-take", { count: n })}
        </button>
      ))}
    </div>
  );
}

const SEATS: readonly Seat[] = ["south", "east", "north", "west"];

function Between({ view, actor, mine, viewer, act, rack }: PromptProps): JSX.Element {
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
        <p class="small">
          {t("coming-board", { ...view.coming, name: youOrName(viewer, breaker.player, breaker.name) })}
        </p>
      )}
      {view.trial && <p class="small">{phraseForSide(view, viewer, "trial-wait", view.trial)}</p>}
      {tried && (
        <TrialBoard
          seat={view.seats.find((one) => one.player === tried)?.seat ?? "south"}
          tried={trialTexts()}
          onOver={() => act({ do: "trial", over: true }, tried)}
        />
      )}
      {breaks && !view.trial && <RackTurner rack={rack} />}
      {actor && !view.trial ? (
        <button
          class="go"
          onClick={() => act({ do: "next", rack: (breaks && rack.value) || DEFAULT_ANGLE }, breaks ?? actor)}
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
          <span class="small">{phraseFor(viewer, "take-seat", chooser, { name: nameOf(view, chooser) })}</span>
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

interface PlacingProps {
  readonly board: Board | null;
  /** Laid but not sent yet. */
  readonly laid: number;
  readonly hasRoom: boolean;
  readonly onRetract: () => void;
  readonly onPart: () => void;
}

function Placing({
  view,
  actor,
  act,
  board,
  laid,
  hasRoom,
  onRetract,
  onPart,
}: PromptProps & PlacingProps): JSX.Element | null {
  const { todo } = view;
  if (!actor) return null; // the umpire's words say who places what
  return (
    <div class="prompt placing">
      {hasRoom ? (
        <>
          <p>
            <b>{t("place-due", { count: todo.count - laid })}</b>{" "}
            <span class="small">
              {t("place-how")} <span class="keys">{t("place-keys")}</span>
            </span>
          </p>
          <button class="go" onClick={() => board?.place()}>
            {t("place-here")}
          </button>
        </>
      ) : (
        <button class="go" onClick={onPart}>
          {t("place-part", { count: laid })}
        </button>
      )}
      {laid > 0 && <button onClick={onRetract}>{t("place-back")}</button>}
      {todo.may_forgo && laid === 0 && <button onClick={() => act({ do: "forgo" })}>{t("forgo")}</button>}
      {todo.no_forgo && (
        <p class="small" data-testid="no-forgo">
          {refusalWords({ ...todo.no_forgo, law: null })} {todo.no_forgo.law && <LawChip law={todo.no_forgo.law} />}
        </p>
      )}
    </div>
  );
}

// An appeal is open: the appellant continues, the others grant it, or the wait has been long enough.

function Stopped({ view, mine, viewer, act }: PromptProps): JSX.Element | null {
  const { stopped } = view;
  const left = useCountdown(stopped?.seconds ?? null, view.seq, stopped?.seconds !== null);
  if (!stopped) return null;
  const { party, text, wants_replay } = stopped;
  const key = wants_replay ? "stopped-replay" : "stopped-pause";
  const question = party ? phraseForSide(view, viewer, key, party) : t("stopped-clock");
  const granter = mine.find((player) => stopped.may_grant.includes(player));
  const goer = mine.find((player) => stopped.may_go_on.includes(player)) ?? (left === 0 ? mine[0] : undefined);
  return (
    <div class="prompt" data-testid="stopped">
      <p>
        <b>{question}</b> {text && <q dir="auto">{text}</q>} <LawChip law={wants_replay ? "140" : "121a"} />
      </p>
      {granter && <button onClick={() => act({ do: "grant" }, granter)}>{t("grant-replay")}</button>}
      {goer ? (
        <button class="go" onClick={() => act({ do: "go-on" }, goer)}>
          {t("go-on")}
        </button>
      ) : (
        mine.length > 0 && left !== null && <p class="small">{t("stopped-left", { time: clockFace(left) })}</p>
      )}
    </div>
  );
}
