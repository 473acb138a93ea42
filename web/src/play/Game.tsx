// The board, whoever sits at it, and the umpire: the same for a match and for what is only tried.

import { useSignal } from "@preact/signals";
import type { ComponentChildren, JSX } from "preact";
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { BoardView } from "../app/BoardView.tsx";
import { useBoardKeys } from "../app/keys.ts";
import { prefs } from "../app/prefs.ts";
import { Dialog, LawChip } from "../app/ui.tsx";
import type { Board } from "../board/board.ts";
import { type Disc, type Point, toBoard } from "../board/geometry.ts";
import { PIECE_RADIUS } from "../board/sizes.ts";
import type { Aim, BoardState } from "../board/state.ts";
import { t } from "../i18n/i18n.ts";
import { AimPanel } from "./AimPanel.tsx";
import { discsOf, startOf, TURNS } from "./fromWire.ts";
import { type Advice, adviceIn, hintLines, hintWords } from "./hint.ts";
import type { Act, PageView, PlayerName, SeatName, Spots } from "./messages.ts";
import { nameOf, partyName, seatWords } from "./names.ts";
import { Players } from "./Players.tsx";
import type { Playable } from "./playable.ts";
import { ScoreCard } from "./ScoreCard.tsx";
import { refusalWords } from "./sentences.ts";
import { TextBoard } from "./TextBoard.tsx";
import { Umpire } from "./Umpire.tsx";

/** The spots that are left when some pieces have been laid already. */
function less(spots: Spots, laid: readonly Point[]): Spots {
  const rows = spots.rows.map((row, j) =>
    Array.from(row, (mark, i) => {
      const x = spots.x + i * spots.step;
      const y = spots.y + j * spots.step;
      return laid.some((p) => Math.hypot(p.x - x, p.y - y) < 2 * PIECE_RADIUS) ? "#" : mark;
    }).join(""),
  );
  const extra = spots.extra.filter(([x, y]) => !laid.some((p) => Math.hypot(p.x - x, p.y - y) < 2 * PIECE_RADIUS));
  return { ...spots, rows, extra };
}

/** Where one more due piece may lie; null when none is due, or those that were laid have left no room. */
function roomFor({ what, spots, count }: PageView["todo"], laid: readonly Point[]): Spots | null {
  if (what !== "place" || !spots || laid.length >= count) return null;
  const left = less(spots, laid);
  const hasRoom = left.extra.length > 0 || left.rows.some((row) => row.includes("."));
  return hasRoom || laid.length === 0 ? left : null;
}

export interface GameProps {
  readonly match: Playable;
  readonly view: PageView;
  /** What stands at the end of the top line, and above the umpire; `hint` asks for advice. */
  readonly menu: (actor: PlayerName | null, hint: () => void) => ComponentChildren;
  readonly strip?: (actor: PlayerName | null, hint: () => void) => ComponentChildren;
  /** Where to go when it is over. */
  readonly ending: ComponentChildren;
}

export function Game({ match, view, menu, strip, ending }: GameProps): JSX.Element {
  const area = useRef<HTMLDivElement>(null);
  const [board, setBoard] = useState<Board | null>(null);
  const aim = useSignal<Aim>({ along: 0, direction: 0, speed: 0 });
  const note = useSignal<string | null>(null);
  const laid = useSignal<readonly Point[]>([]);
  const busy = useSignal(false);
  const found = useSignal<readonly Advice[]>([]);
  const [card, setCard] = useState(false);
  const mine = match.mine.value;
  const { todo } = view;
  const actor = todo.players.find((player) => mine.includes(player)) ?? null;
  const sent = match.pending.value > 0;
  const act = (what: Act, as: PlayerName | null = actor ?? mine[0] ?? null): void => {
    note.value = null;
    if (as) match.act(as, what);
  };

  useEffect(() => {
    match.onStroke = async (event) => {
      if (!board || !event.trace) return;
      busy.value = true;
      board.set({ ...board.state, aiming: null, placing: null, hints: [], striker: null });
      await board.play(event.trace, startOf(event.trace, event.before ?? []), { rate: prefs.value.speed });
      busy.value = false;
    };
  }, [match, board]);
  useEffect(() => {
    laid.value = [];
    found.value = [];
    note.value = null;
  }, [view.seq]);
  useEffect(() => {
    const refusal = match.refusal.value;
    if (refusal) note.value = t("refused", { text: refusalWords(refusal) });
  }, [match.refusal.value]);

  const facing = facingSeat(view, mine, actor);
  const lane = useMemo(() => (todo.lane ? { ...todo.lane, turn: TURNS[todo.lane.seat] } : null), [todo.lane]);
  const seen = match.seen.value;
  const room = useMemo(() => roomFor(todo, laid.value), [todo, laid.value]);
  const state: BoardState = useMemo(() => {
    const fresh = laid.value.map((p): Disc => ({ ...p, kind: todo.kind ?? "white" }));
    return {
      view: TURNS[facing],
      discs: [...discsOf(view.pieces), ...fresh],
      striker: seen && lane && !actor ? toBoard(lane.turn, seen.along, lane.ahead) : null,
      aiming: actor && !busy.value && !sent && todo.what === "strike" && lane ? { lane, fastest: lane.fastest } : null,
      placing: actor && !busy.value && !sent && room ? { kind: todo.kind ?? "white", spots: room } : null,
      editing: false,
      hints: hintLines(found.value),
    };
  }, [view, facing, actor, busy.value, sent, laid.value, room, found.value, seen, lane]);

  useBoardKeys(board);
  const report = useMemo(
    () => throttle((next: Aim) => match.aiming(next.along, next.direction, next.speed), 120),
    [match],
  );
  const ticking = match.clock.value && !busy.value;
  const seconds = useCountdown(
    ticking && todo.seconds !== null ? Math.min(todo.limit ?? Infinity, todo.seconds) : null,
    view.seq,
    ticking,
  );
  const left = useCountdown(view.clock?.seconds ?? null, view.seq, view.clock?.running ?? false);
  const hint = (): void =>
    void adviceIn(view).then(
      (best) => (found.value = best),
      (error: Error) => (note.value = error.message),
    );
  const placed = (point: Point): void => {
    laid.value = [...laid.value, point];
    if (laid.value.length >= todo.count) placeLaid();
  };
  const placeLaid = (): void => act({ do: "place", at: laid.value.map((p) => [p.x, p.y]) });

  return (
    <main
      class="game"
      ref={area}
      data-todo={busy.value ? "moving" : sent ? "sent" : todo.what}
      data-actor={actor ?? ""}
      data-seq={view.seq}
      data-status={match.status.value}
    >
      <header class="top">
        <a href="/" class="brand" aria-label={t("home")}>
          ◎
        </a>
        <span class="where">
          <bdi>{t("board", { board: view.board })}</bdi> – <bdi>{t("game", { game: view.game })}</bdi> –{" "}
          <bdi dir="ltr">{view.title}</bdi>
        </span>
        {left !== null && (
          <span
            class={`badge clock${left <= 60 ? " warn" : ""}`}
            role="timer"
            aria-label={t("game-left")}
            title={t("game-left")}
            data-testid="game-clock"
          >
            {clockFace(left)}
          </span>
        )}
        {mine.length === 0 && <span class="badge">{t("watch")}</span>}
        {match.here.value.watching > 0 && (
          <span class="badge">{t("watching", { count: match.here.value.watching })}</span>
        )}
        <button class="quiet" onClick={() => setCard(true)}>
          {t("score-card")}
        </button>
        {menu(actor, hint)}
      </header>
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
            place: placed,
            move: () => undefined,
          }}
        />
      </div>
      <aside class="side">
        <Players view={view} mine={mine} here={match.here.value.players} seconds={seconds} />
        {match.status.value !== "open" && (
          <p class="banner" role="status">
            {match.status.value === "offline" ? t("offline") : t("connecting")}
          </p>
        )}
        {strip?.(actor, hint)}
        <Umpire view={view} note={note.value} />
        {found.value.length > 0 && (
          <p class="banner" role="status" data-testid="hint">
            {hintWords(found.value)}
          </p>
        )}
        <Prompt
          view={view}
          actor={actor}
          act={act}
          board={board}
          laid={laid.value.length}
          hasRoom={room !== null}
          busy={busy.value || sent}
          ending={ending}
          mine={mine}
          onRetract={() => (laid.value = [])}
          onPart={placeLaid}
        />
        {board && state.aiming && lane && (
          <AimPanel board={board} aim={aim.value} lane={lane} fastest={state.aiming.fastest} />
        )}
        <TextBoard view={view} />
      </aside>
      {card && (
        <Dialog title={t("score-card")} onClose={() => setCard(false)}>
          <ScoreCard view={view} />
        </Dialog>
      )}
    </main>
  );
}

function Prompt({
  view,
  actor,
  mine,
  act,
  board,
  laid,
  hasRoom,
  busy,
  ending,
  onRetract,
  onPart,
}: {
  view: PageView;
  actor: PlayerName | null;
  mine: readonly PlayerName[];
  act: (what: Act, as?: PlayerName) => void;
  board: Board | null;
  laid: number;
  hasRoom: boolean;
  busy: boolean;
  ending: ComponentChildren;
  onRetract: () => void;
  onPart: () => void;
}): JSX.Element | null {
  const { todo } = view;
  const who = nameOf(view, todo.players[0]);
  if (busy) return null;
  const computer = view.seats.find((one) => one.player === todo.players[0])?.computer;
  switch (todo.what) {
    case "toss": {
      const pair = todo.players[0]?.[0] === "b" ? "b" : "a";
      const isBreakOnly = !todo.choices.includes("side");
      const asked = t(isBreakOnly ? "toss-breaker" : "toss-won", { name: partyName(view, pair) });
      return actor ? (
        <div class="prompt" role="group" aria-label={asked} data-testid="toss">
          <p>{asked}</p>
          {breakers(view, actor).map(([breaker, label]) => (
            <button key={breaker} class="go" onClick={() => act({ do: "toss", choice: "break", breaker })}>
              {label}
            </button>
          ))}
          {!isBreakOnly && <button onClick={() => act({ do: "toss", choice: "side" })}>{t("toss-side")}</button>}
        </div>
      ) : (
        <p class="prompt">{isBreakOnly ? asked : t("toss-wait", { name: partyName(view, pair) })}</p>
      );
    }
    case "strike":
      if (actor)
        return (
          <div class="prompt">
            <p>
              <b>{t("your-turn", { name: who })}</b>
            </p>
            <p class="small">{t("how-to")}</p>
            <p class="small keys">{t("how-keys")}</p>
          </div>
        );
      return <p class="prompt">{t(computer ? "thinking" : "turn-of", { name: who })}</p>;
    case "place":
      return actor ? (
        <div class="prompt">
          {hasRoom ? (
            <>
              <p>
                <b>{t("place-due", { count: todo.count - laid })}</b>
              </p>
              <p class="small">{t("place-how")}</p>
              <button class="go" onClick={() => board?.putDue(board.placement, true)}>
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
      ) : null; // the umpire has said who places what
    case "demand":
      return actor ? (
        <div class="prompt">
          <p>{t("demand-ask", { count: todo.count })}</p>
          {Array.from({ length: todo.count + 1 }, (_, n) => todo.count - n).map((n) => (
            <button key={n} class={n === todo.count ? "go" : ""} onClick={() => act({ do: "demand", points: n })}>
              {t("demand-take", { count: n })}
            </button>
          ))}
        </div>
      ) : (
        <p class="prompt">{t("demand-wait", { name: who })}</p>
      );
    case "next": {
      const isFirst = view.game === 1 && view.board === 1 && view.lines.length === 0;
      return (
        <div class="prompt" data-testid="next">
          <p>{t(isFirst ? "first-wait" : "next-wait")}</p>
          {actor ? (
            <button class="go" onClick={() => act({ do: "next", rack: 45 })}>
              {t(isFirst ? "ready" : "next-board")}
            </button>
          ) : (
            <p class="small">{t("ready-wait", { name: who })}</p>
          )}
          <Between view={view} mine={mine} act={act} />
        </div>
      );
    }
    case "over":
      return (
        <div class="prompt over" data-testid="over">
          <p>
            <b>{view.winner ? t("match-over", { name: partyName(view, view.winner) }) : t("board-over")}</b>
          </p>
          {ending}
        </div>
      );
  }
}

/** What a pair that breaks can say: who of the two does. */
function breakers(view: PageView, actor: PlayerName): [number, string][] {
  const pair = view.seats.filter((one) => one.party === actor[0]);
  if (pair.length < 2) return [[0, t("toss-break")]];
  return pair.map((one) => [Number(one.player[1]) - 1, t("toss-break-by", { name: one.name })]);
}

/** Before the first board and between games: the choice of the side, the times that run, and a match to claim. */
function Between({
  view,
  mine,
  act,
}: {
  view: PageView;
  mine: readonly PlayerName[];
  act: (what: Act, as?: PlayerName) => void;
}): JSX.Element {
  const left = useCountdown(view.until?.seconds ?? null, view.seq, view.until !== null);
  const free: SeatName[] = (["south", "east", "north", "west"] as const).filter(
    (seat) => !view.seats.some((one) => view.may_sit.includes(one.player) && one.seat === seat),
  );
  const chooser = view.may_sit.find((player) => mine.includes(player));
  const claimant = mine.find((player) => view.absent.some((party) => party !== player[0]));
  return (
    <>
      {view.until && left !== null && (
        <p class="small" role="timer" data-testid="until">
          {t(`until-${view.until.what}`, { time: clockFace(left) })}
        </p>
      )}
      {chooser && (
        <p class="seats" data-testid="take-seat">
          <span class="small">{t("take-seat", { name: nameOf(view, chooser) })}</span>
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
    </>
  );
}

/** From which seat the board is seen: the player's own, or with several at this screen the one whose turn it is. */
function facingSeat(view: PageView, mine: readonly PlayerName[], actor: PlayerName | null): SeatName {
  const seats = view.seats.filter((one) => mine.includes(one.player));
  if (seats.length > 1 && prefs.value.turning) {
    const active = seats.find((one) => one.player === actor) ?? seats.find((one) => one.seat === view.turn);
    if (active) return active.seat;
  }
  return seats[0]?.seat ?? "south";
}

/** Minutes and seconds, as on a clock that runs down. */
function clockFace(seconds: number): string {
  const whole = Math.ceil(seconds);
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, "0")}`;
}

function throttle<T>(call: (value: T) => void, ms: number): (value: T) => void {
  let last = 0;
  return (value) => {
    const now = Date.now();
    if (now - last < ms) return;
    last = now;
    call(value);
  };
}

/** Seconds that run down from what the server said with event `seq`. */
function useCountdown(seconds: number | null, seq: number, running: boolean): number | null {
  const [left, setLeft] = useState<number | null>(null);
  useEffect(() => {
    setLeft(seconds);
    if (!running || seconds === null) return;
    const started = performance.now();
    const timer = setInterval(() => setLeft(Math.max(0, seconds - (performance.now() - started) / 1000)), 250);
    return () => clearInterval(timer);
  }, [seq, running]);
  return left;
}
