// A match: the board, whoever sits at it, and the umpire. Without a seat's secret the same page only watches.

import { useSignal } from "@preact/signals";
import type { JSX } from "preact";
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { keep, prefs, recall } from "../app/prefs";
import { go, place } from "../app/router";
import { BoardView } from "../app/BoardView";
import { useBoardKeys } from "../app/keys";
import { Dialog } from "../app/ui";
import type { Board } from "../board/board";
import { PIECE_RADIUS, toBoard, type Disc, type Point, type Turn } from "../board/geometry";
import type { Trace } from "../board/motion";
import type { Aim, BoardState, Lane, Spots } from "../board/state";
import { t } from "../i18n/i18n";
import { Menu } from "./Menu";
import { discsOf, startOf } from "./discs";
import { advise, drawn, spoken, type Advice } from "./hint";
import type { Act, PlayerName, SeatName, View } from "./messages";
import { AimPanel, nameOf, partyName, Players, ScoreCard, TextBoard, Umpire } from "./parts";
import { Table } from "./table";

export const TURNS: Readonly<Record<SeatName, Turn>> = { south: 0, east: 1, north: 2, west: 3 };

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

export function PlayPage(): JSX.Element {
  const { path, secret } = place.value;
  const id = path[1] ?? "";
  const table = useMemo(() => {
    const name = `carrom.seat.${id}`;
    if (secret) {
      keep(name, secret);
      go(`/play/${id}${location.search}`, true);
    }
    return new Table(id, secret || recall(name, ""));
  }, [id]);
  useEffect(() => () => table.close(), [table]);
  if (table.status.value === "gone")
    return (
      <main class="sheet">
        <p>{t("not-there")}</p>
        <a href="/">{t("home")}</a>
      </main>
    );
  const view = table.view.value;
  if (!view) return <p class="waiting">{t("connecting")}</p>;
  return <Game table={table} view={view} />;
}

function Game({ table, view }: { table: Table; view: View }): JSX.Element {
  const area = useRef<HTMLDivElement>(null);
  const [board, setBoard] = useState<Board | null>(null);
  const aim = useSignal<Aim>({ along: 0, direction: 0, speed: 0 });
  const note = useSignal<string | null>(null);
  const laid = useSignal<readonly Point[]>([]);
  const busy = useSignal(false);
  const found = useSignal<readonly Advice[]>([]);
  const [card, setCard] = useState(false);
  const mine = table.mine.value;
  const { todo } = view;
  const actor = todo.players.find((player) => mine.includes(player)) ?? null;
  const sent = table.pending.value > 0;
  const act = (what: Act): void => {
    note.value = null;
    if (actor) table.act(actor, what);
  };

  useEffect(() => {
    table.onStroke = async (event) => {
      if (!board) return;
      busy.value = true;
      board.set({ ...board.state, aiming: null, placing: null, hints: [], striker: null });
      await board.play(event.trace as Trace, startOf(event.trace as Trace, event.before ?? []), { rate: prefs.value.speed });
      busy.value = false;
    };
  }, [table, board]);
  useEffect(() => {
    laid.value = [];
    found.value = [];
    note.value = null;
  }, [view.seq]);
  useEffect(() => {
    const refusal = table.refusal.value;
    if (refusal) note.value = t("refused", { text: refusal.text });
  }, [table.refusal.value]);

  const facing = facingSeat(view, mine, actor);
  const lane: Lane | null = useMemo(() => (todo.lane ? { ...todo.lane, turn: TURNS[todo.lane.seat] } : null), [todo.lane]);
  const seen = table.seen.value;
  const state: BoardState = useMemo(() => {
    const fresh = laid.value.map((p): Disc => ({ ...p, kind: todo.kind ?? "white" }));
    return {
      view: TURNS[facing],
      discs: [...discsOf(view.pieces), ...fresh],
      striker: seen && lane && !actor ? toBoard(lane.turn, seen.along, lane.ahead) : null,
      aiming: actor && !busy.value && !sent && todo.what === "strike" && lane ? { lane, fastest: todo.lane!.fastest } : null,
      placing: actor && !busy.value && !sent && todo.what === "place" && todo.spots && laid.value.length < todo.count ? { kind: todo.kind ?? "white", spots: less(todo.spots, laid.value) } : null,
      editing: false,
      hints: drawn(found.value),
    };
  }, [view, facing, actor, busy.value, sent, laid.value, found.value, seen, lane]);

  useBoardKeys(board);
  const report = useMemo(() => throttle((next: Aim) => table.aiming(next.along, next.direction, next.speed), 120), [table]);
  const seconds = useCountdown(view, table.clock.value && !busy.value);
  const placed = (point: Point): void => {
    const all = [...laid.value, point];
    laid.value = all;
    if (all.length >= todo.count) act({ do: "place", at: all.map((p) => [p.x, p.y]) });
  };

  return (
    <main class="game" ref={area} data-todo={busy.value ? "moving" : sent ? "sent" : todo.what} data-actor={actor ?? ""} data-seq={view.seq} data-status={table.status.value}>
      <header class="top">
        <a href="/" class="brand" aria-label={t("home")}>
          ◎
        </a>
        <span class="where">
          {t("board", { board: view.board })} · {t("game", { game: view.game })} · {view.rulebook}
        </span>
        {mine.length === 0 && <span class="badge">{t("watch")}</span>}
        {table.here.value.watching > 0 && <span class="badge">{t("watching", { count: table.here.value.watching })}</span>}
        <button class="quiet" onClick={() => setCard(true)}>
          {t("score-card")}
        </button>
        <Menu table={table} view={view} actor={actor} onHint={() => void advise(view).then((best) => (found.value = best), (error: Error) => (note.value = error.message))} />
      </header>
      <div class="stage">
        <BoardView
          state={state}
          area={area as never}
          onReady={setBoard}
          on={{
            aim: (next) => {
              aim.value = next;
              report(next);
            },
            strike: (stroke) => act({ do: "strike", ...stroke }),
            refuse: (gap) => (note.value = `${gap.text} (${t("law", { law: gap.law })})`),
            place: placed,
            move: () => undefined,
          }}
        />
      </div>
      <aside class="side">
        <Players view={view} mine={mine} here={table.here.value.players} seconds={seconds} />
        {table.status.value !== "open" && (
          <p class="banner" role="status">
            {table.status.value === "offline" ? t("offline") : t("connecting")}
          </p>
        )}
        <Umpire view={view} note={note.value} />
        {found.value.length > 0 && (
          <p class="banner" role="status" data-testid="hint">
            {spoken(found.value)}
          </p>
        )}
        <Prompt view={view} actor={actor} act={act} board={board} laid={laid.value.length} busy={busy.value || sent} onRetract={() => (laid.value = [])} />
        {board && state.aiming && lane && <AimPanel board={board} aim={aim.value} lane={lane} fastest={state.aiming.fastest} />}
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

function Prompt({ view, actor, act, board, laid, busy, onRetract }: { view: View; actor: PlayerName | null; act: (what: Act) => void; board: Board | null; laid: number; busy: boolean; onRetract: () => void }): JSX.Element | null {
  const { todo } = view;
  const who = nameOf(view, todo.players[0]);
  if (busy) return null;
  const computer = view.seats.find((one) => one.player === todo.players[0])?.computer;
  switch (todo.what) {
    case "toss":
      return actor ? (
        <div class="prompt" role="group" aria-label={t("toss-won", { name: who })}>
          <p>{t("toss-won", { name: who })}</p>
          <button class="go" onClick={() => act({ do: "toss", choice: "break" })}>
            {t("toss-break")}
          </button>
          <button onClick={() => act({ do: "toss", choice: "side" })}>{t("toss-side")}</button>
        </div>
      ) : (
        <p class="prompt">{t("toss-wait", { name: who })}</p>
      );
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
          <p>
            <b>{t("place-due", { count: todo.count - laid })}</b>
          </p>
          <p class="small">{t("place-how")}</p>
          <button class="go" onClick={() => board?.putDue(board.placement, true)}>
            {t("place-here")}
          </button>
          {laid > 0 && <button onClick={onRetract}>{t("place-back")}</button>}
          {todo.may_forgo && <button onClick={() => act({ do: "forgo" })}>{t("forgo")}</button>}
        </div>
      ) : (
        <p class="prompt">{t("place-wait", { name: who })}</p>
      );
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
    case "next":
      return (
        <div class="prompt">
          <p>{t("next-wait")}</p>
          {actor && (
            <button class="go" onClick={() => act({ do: "next", rack: 45 })}>
              {t("next-board")}
            </button>
          )}
        </div>
      );
    case "over":
      return (
        <div class="prompt over" data-testid="over">
          <p>
            <b>{view.winner ? t("match-over", { name: partyName(view, view.winner) }) : t("board-over")}</b>
          </p>
          <a class="button go" href="/">
            {t("rematch")}
          </a>
          <a class="button" href={`/replay/${location.pathname.split("/")[2]}`}>
            {t("replay")}
          </a>
        </div>
      );
  }
}

/** From which seat the board is seen: the player's own, or with several at this screen the one whose turn it is. */
function facingSeat(view: View, mine: readonly PlayerName[], actor: PlayerName | null): SeatName {
  const seats = view.seats.filter((one) => mine.includes(one.player));
  if (seats.length > 1 && prefs.value.turning) {
    const active = seats.find((one) => one.player === actor) ?? seats.find((one) => one.seat === view.turn);
    if (active) return active.seat;
  }
  return seats[0]?.seat ?? "south";
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

function useCountdown(view: View, running: boolean): number | null {
  const [left, setLeft] = useState<number | null>(null);
  useEffect(() => {
    const { seconds, limit } = view.todo;
    if (!running || seconds === null) {
      setLeft(null);
      return;
    }
    const started = performance.now();
    const show = (): void => setLeft(Math.min(limit ?? Infinity, Math.max(0, seconds - (performance.now() - started) / 1000)));
    show();
    const timer = setInterval(show, 250);
    return () => clearInterval(timer);
  }, [view.seq, running]);
  return left;
}
