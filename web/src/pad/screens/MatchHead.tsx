// Head of the match screen: players, turn, seats, colours, coins, queen, dues, score, board, game, break; and the
// clocks.

import type { JSX } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import type { ClockView, PadView } from "../../api/pad.ts";
import type { Seat } from "../../api/wire.ts";
import type { AgreedSetup, Party } from "../engine/questions.ts";
import { buzz } from "../padPrefs.ts";
import { t, wordsFor } from "../words/words.ts";
import { initialsOf } from "./initials.ts";
import { clockText } from "./labels.ts";
import { Disc } from "./parts.tsx";

const MOST_BREAKS = 3;

export function MatchHead({ shown, teams }: { shown: PadView; teams?: AgreedSetup["teams"] }): JSX.Element {
  return (
    <section class="head" aria-label={t("score")}>
      <Side shown={shown} party="a" team={teams?.a} />
      <SeatPicture shown={shown} />
      <Side shown={shown} party="b" team={teams?.b} />
    </section>
  );
}

function Side({ shown, party, team }: { shown: PadView; party: Party; team: string | undefined }): JSX.Element {
  const { view, names } = shown;
  const { board } = view;
  const turn = board && !board.demand ? board.turn : null;
  const colour = board?.colours[party];
  const inTurn = turn?.party === party;
  const owed = board ? board.owed[party] : view.carried[party];
  const games = view.score?.games.filter((game) => game.winner === party).length ?? 0;
  const breaker = board ? null : view.breaker;
  const breaks = breaker?.startsWith(party);
  return (
    <div class={`side ${colour ?? ""}`} data-turn={inTurn || undefined} data-party={party}>
      {team && <small class="team">{team}</small>}
      <div class="names">
        {view.players[party].map((one) => (
          <span key={one.player} class={(turn?.player ?? breaker) === one.player ? "striking" : ""}>
            {one.name}
          </span>
        ))}
      </div>
      <div class="tally">
        <b
          class="points"
          role="img"
          aria-label={t("points-of", { name: names[party] ?? "", count: view.points[party] })}
        >
          {view.points[party]}
        </b>
        {games > 0 && <span class="games">{t("games-won", { count: games })}</span>}
        {board && colour && (
          <span
            class="left"
            role="img"
            aria-label={t("pieces-of", { colour: t(colour), count: board.lying[colour] ?? 0 })}
          >
            <Disc kind={colour} /> {board.lying[colour] ?? 0}
          </span>
        )}
      </div>
      <div class="badges">
        {inTurn && <span class="badge turn">{t("to-strike")}</span>}
        {inTurn && (board?.attempt ?? 0) > 1 && (
          <span class="badge owes" data-testid="attempt">
            {t("attempt", { count: board?.attempt ?? 0, most: MOST_BREAKS })}
          </span>
        )}
        {breaks && breaker && (
          <span class="badge">
            {view.players[party].length > 1 ? t("breaks-name", { name: names[breaker] ?? "" }) : t("breaks")}
          </span>
        )}
        {board?.queen === party && (
          <span class="badge queen">
            <Disc kind="queen" /> {t("queen-covered")}
          </span>
        )}
        {board?.queen === "pending" && inTurn && (
          <span class="badge queen">
            <Disc kind="queen" /> {t("queen-pending")}
          </span>
        )}
        {owed > 0 && <span class="badge owes">{t("owes", { count: owed })}</span>}
      </div>
    </div>
  );
}

const PLACES: Readonly<Record<Seat, readonly [number, number]>> = {
  south: [50, 84],
  north: [50, 16],
  east: [84, 50],
  west: [16, 50],
};

/** The table from above: seats, colours and whose turn it is. */
function SeatPicture({ shown }: { shown: PadView }): JSX.Element {
  const { view, names } = shown;
  const { board } = view;
  const players = [...view.players.a, ...view.players.b];
  const marks = initialsOf(players);
  const turn = board && !board.demand ? board.turn : null;
  const seat = turn ? wordsFor(`seat-${turn.seat}`) : null;
  const label = turn ? t("turn-at", { name: names[turn.player] ?? "", seat: seat ?? "" }) : t("table");
  return (
    <div class="table">
      <svg viewBox="0 0 100 100" role="img" aria-label={label}>
        <rect x="2" y="2" width="96" height="96" rx="14" class="frame" />
        <rect x="11" y="11" width="78" height="78" rx="4" class="wood" />
        {[17, 83].map((x) => [17, 83].map((y) => <circle key={`${x}${y}`} cx={x} cy={y} r="5" class="pocket" />))}
        <circle cx="50" cy="50" r="13" class="ring" />
        {board && (board.lying.queen ?? 0) > 0 && <circle cx="50" cy="50" r="5" class="queen" />}
        {players.map((one) => {
          const [x, y] = PLACES[one.seat as Seat];
          const party = one.player.slice(0, 1) as Party;
          const colour = board ? board.colours[party] : "none";
          const isTurn = (turn?.player ?? (board ? null : view.breaker)) === one.player;
          return (
            <g key={one.player} class={`seat ${colour}${isTurn ? " turn" : ""}`}>
              {isTurn && <circle cx={x} cy={y} r="14" class="halo" />}
              <circle cx={x} cy={y} r="9" />
              <text x={x} y={y + 4} class={(marks.get(one.player) ?? "").length > 1 ? "long" : ""}>
                {marks.get(one.player)}
              </text>
            </g>
          );
        })}
      </svg>
      <span class="where">
        {view.phase === "over"
          ? t("finished")
          : shown.extra
            ? t("extra-board")
            : t("board-number", { count: shown.board })}
        {view.phase !== "over" && ((view.score?.games.length ?? 0) > 1 || shown.game > 1)
          ? ` · ${t("game-number", { count: shown.game })}`
          : ""}
      </span>
    </div>
  );
}

const MOST = 3;

/** Without strokes entered, these clocks mean nothing. */
const OF_STROKES = ["stroke", "placing"];

interface Props {
  readonly shown: PadView;
  readonly now: () => number;
  readonly byBoards: boolean;
}

export function Clocks({ shown, now, byBoards }: Props): JSX.Element | null {
  const [time, setTime] = useState(now);
  const clocks = shown.clocks.filter((clock) => !byBoards || !OF_STROKES.includes(clock.what)).slice(0, MOST);
  const runs = clocks.some((clock) => clock.until !== null);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>;
    const tick = (): void => {
      const at = now();
      setTime(at);
      if (runs) timer = setTimeout(tick, untilNextSecond(clocks, at));
    };
    tick();
    return () => clearTimeout(timer);
  }, [runs, shown]);
  if (clocks.length === 0) return null;
  return (
    <section class="clocks" aria-label={t("clocks")}>
      {clocks.map((clock) => (
        <Clock key={clock.what} clock={clock} time={time} />
      ))}
    </section>
  );
}

/** Milliseconds until a clock shows another second: redraw only then, so that taps are not delayed. */
function untilNextSecond(clocks: readonly ClockView[], at: number): number {
  const fractions = clocks.flatMap(({ until }) => (until === null ? [] : [until - at - Math.floor(until - at)]));
  return Math.max(100, Math.min(...fractions) * 1000 + 5);
}

function Clock({ clock, time }: { clock: ClockView; time: number }): JSX.Element {
  const left = clock.until === null ? (clock.left ?? 0) : clock.until - time;
  const share = Math.min(1, Math.max(0, left / clock.seconds));
  const stands = clock.until === null;
  const state = stands ? "stands" : left <= 0 ? "over" : left <= Math.min(5, clock.seconds / 3) ? "near" : "runs";
  const before = useRef(state);
  useEffect(() => {
    const was = before.current;
    before.current = state;
    if (was !== state && state === "near") buzz("tap");
    if (was !== state && state === "over") buzz("clock");
  }, [state]);
  return (
    <div class={`clock ${state}`} role="timer" aria-label={wordsFor(`clock-${clock.what}`) ?? clock.what}>
      <span>{wordsFor(`clock-${clock.what}`) ?? clock.what}</span>
      <b>{state === "over" ? `+${clockText(-left)}` : clockText(left)}</b>
      <i style={{ inlineSize: `${share * 100}%` }} />
    </div>
  );
}
