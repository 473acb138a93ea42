// The playing screen: board, players, prompt and umpire, for live matches and what-if branches.

import { useSignal } from "@preact/signals";
import type { ComponentChildren, JSX } from "preact";
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import type { Snapshot } from "../api/wire.ts";
import { catchFocus } from "../app/focus.ts";
import { BoardView, placeWords } from "../board/BoardView.tsx";
import type { Board } from "../board/board.ts";
import { seenFrom, type Turn } from "../board/geometry.ts";
import { useBoardKeys } from "../board/keys.ts";
import type { Aim } from "../board/state.ts";
import { t } from "../i18n/i18n.ts";
import { AimPanel } from "./AimPanel.tsx";
import { useArrival, useAttention, useBecameTrue, useVictory } from "./attention.ts";
import { useBoardController } from "./boardController.ts";
import { Celebration } from "./Celebration.tsx";
import { throttle, useCountdown, useLate } from "./clocks.ts";
import { type Advice, hintWords, takeAim } from "./hint.ts";
import type { MatchSource } from "./live.ts";
import { Players, TopLine } from "./Players.tsx";
import { Prompt } from "./Prompt.tsx";
import { awaitedSeats } from "./Seats.tsx";
import { refusalWords } from "./sentences.ts";
import { Headline, Umpire } from "./Umpire.tsx";
import { type PlayerName, viewerOf } from "./viewer.ts";

interface GameProps {
  readonly match: MatchSource;
  readonly view: Snapshot;
  /** At the end of the top line, and above the umpire; `hint` asks for advice. */
  readonly menu: (actor: PlayerName | null, hint: () => void) => ComponentChildren;
  readonly strip?: (actor: PlayerName | null, hint: () => void) => ComponentChildren;
  /** At the end of the line that says whose turn it is. */
  readonly turnBadge?: ComponentChildren;
  /** Requests and phrases from the others, overlaid on the frame. */
  readonly overlay?: ComponentChildren;
  readonly tally?: string | null;
  readonly ending: ComponentChildren;
}

export function Game({ match, view, menu, strip, turnBadge, overlay, tally = null, ending }: GameProps): JSX.Element {
  const area = useRef<HTMLDivElement>(null);
  const [board, setBoard] = useState<Board | null>(null);
  const aim = useSignal<Aim>({ along: 0, direction: 0, speed: 0 });
  const controller = useBoardController(match, view, board);
  const { actor, act, state, lane, advice, laid, note } = controller;
  const { todo } = view;
  const mine = match.mine.value;
  const viewer = useMemo(() => viewerOf(mine), [mine]);
  useBoardKeys(board);
  const isOpponentsTrial = view.trial !== null && !mine.some((player) => player[0] === view.trial); // another player's trial board: everyone here waits
  useAttention(actor !== null && !isOpponentsTrial && !controller.isMoving && todo.what !== "over", board);
  const awaited = awaitedSeats(view, mine, match.here.value.players);
  const isWon = view.winner !== null && !controller.isMoving;
  const isYours = view.winner !== null && viewer.isYou(view.winner);
  useVictory(isWon && isYours, board);
  const isCelebrated = useBecameTrue(isWon && (isYours || mine.length !== 1));
  useArrival(mine.length ? awaited.length : 0, board);
  useEffect(() => catchFocus(area.current?.querySelector<HTMLElement>(".asked .prompt")));
  const report = useMemo(
    () => throttle((next: Aim) => match.sendAim(next.along, next.direction, next.speed), 120),
    [match],
  );
  const isLate = useLate(controller.isSent && !controller.isMoving, 500);
  const isTicking = match.clock.value && !controller.isMoving;
  const seconds = useCountdown(
    isTicking && todo.seconds !== null ? Math.min(todo.limit ?? Infinity, todo.seconds) : null,
    view.seq,
    isTicking,
  );
  /** No toss prompt while its only players are still to arrive; that is shown elsewhere. */
  const isMissed = todo.what === "toss" && todo.players.every((one) => awaited.some(({ player }) => player === one));
  const isPrompted = !controller.isMoving && !controller.isSent && !isMissed;
  /** Without a connection presence is unknown. */
  const present = match.status.value === "open" ? match.here.value.players : [];
  const isAdvised = controller.isAsking || advice.value.length > 0;
  return (
    <main
      class="game"
      ref={area}
      data-todo={controller.isMoving ? "moving" : controller.isSent ? "sent" : todo.what}
      data-actor={actor ?? ""}
      data-seq={view.seq}
      data-status={match.status.value}
    >
      <TopLine view={view} isWatching={mine.length === 0} watching={match.here.value.watching} tally={tally}>
        {menu(actor, controller.hint)}
      </TopLine>
      <div class="stage">
        <BoardView
          state={state}
          area={area}
          onReady={setBoard}
          on={{
            aim: (next) => {
              aim.value = next;
              report(next);
            },
            strike: (stroke) => act({ do: "strike", ...stroke }),
            refuse: (gap) => (note.value = refusalWords(gap)),
            onMisfire: (how) => (note.value = t(how)),
            place: controller.place,
            move: () => undefined,
          }}
        />
        {!controller.isMoving && <Headline view={view} viewer={viewer} />}
        {isCelebrated && <Celebration />}
        {/* overlaid on the frame, so that nothing moves under a tap that is on its way */}
        <div class="notices" role="status">
          {match.status.value !== "open" && (
            <p class="banner">{match.status.value === "offline" ? t("offline") : t("connecting")}</p>
          )}
          {isLate && (
            <p class="banner" data-testid="sending">
              {t("sending")}
            </p>
          )}
          {overlay}
        </div>
      </div>
      <aside class="side">
        <Players view={view} mine={mine} here={present} seconds={seconds} />
        <Umpire view={view} viewer={viewer} note={note.value} />
        <div class="deck">
          {strip?.(actor, controller.hint)}
          {match.canSkip.value && (
            <button class="quiet" onClick={() => match.skip()} data-testid="skip">
              {t("skip-ahead")}
            </button>
          )}
          <div class="asked">
            {isAdvised && (
              <div class="banner advice" role="status" data-testid="hint" data-keep>
                {controller.isAsking ? t("hint-works") : hintWords(advice.value)}
                {board && state.aiming && advice.value[0] && (
                  <button
                    onClick={() => {
                      takeAim(board, advice.value[0] as Advice);
                      advice.value = []; // the advice has been taken
                    }}
                  >
                    {t("take-aim")}
                  </button>
                )}
              </div>
            )}
            {isPrompted && !(isAdvised && todo.what === "strike") && (
              <Prompt
                view={view}
                actor={actor}
                mine={mine}
                here={match.here.value.players}
                viewer={viewer}
                act={act}
                rack={controller.rack}
                board={board}
                laid={laid.value.length}
                hasRoom={controller.hasRoom}
                ending={ending}
                onRetract={() => (laid.value = [])}
                onPart={controller.placeLaid}
              />
            )}
            {turnBadge}
          </div>
          {board && state.aiming && lane && (
            <AimPanel board={board} aim={aim.value} lane={lane} fastest={state.aiming.fastest} />
          )}
          <TextBoard view={view} turn={state.view} />
        </div>
      </aside>
    </main>
  );
}

// The board as text, for screen readers.

function TextBoard({ view, turn }: { view: Snapshot; turn: Turn }): JSX.Element {
  const list = useRef<HTMLUListElement>(null);
  return (
    // Move focus past the title, where Enter would close it again instead of shooting.
    <details
      class="text-board"
      onToggle={(event) => {
        if (!event.currentTarget.open) return;
        event.currentTarget.scrollIntoView({ block: "nearest" });
        list.current?.focus({ preventScroll: true });
      }}
    >
      <summary>{t("text-board")}</summary>
      <div class="places" data-keep>
        <ul ref={list} tabIndex={-1}>
          {view.pieces.map(([kind, x, y]) => (
            <li key={`${kind}${x},${y}`}>{placeWords(kind, seenFrom(turn, x, y))}</li>
          ))}
        </ul>
      </div>
    </details>
  );
}
