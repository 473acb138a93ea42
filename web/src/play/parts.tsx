// What stands around the board: players, umpire, aim, prompts, score card.

import type { JSX } from "preact";
import { DiscIcon, LawChip, Numeral } from "../app/ui.tsx";
import type { Board } from "../board/board.ts";
import { SIDE_PIECES } from "../board/sizes.ts";
import type { Aim, Lane } from "../board/state.ts";
import { t } from "../i18n/i18n.ts";
import type { PlayerName, SeatName, View } from "./messages.ts";
import { told } from "./told.ts";

export function seatWords(seat: SeatName): string {
  return t(`seat-${seat}`);
}

export function nameOf(view: View, player: PlayerName | undefined): string {
  return view.seats.find((one) => one.player === player)?.name ?? "";
}

export function partyName(view: View, party: "a" | "b"): string {
  return view.seats
    .filter((one) => one.party === party)
    .map((one) => one.name)
    .join(" & ");
}

export function Players({
  view,
  mine,
  here,
  seconds,
}: {
  view: View;
  mine: readonly PlayerName[];
  here: readonly PlayerName[];
  seconds: number | null;
}): JSX.Element {
  const row = (party: "a" | "b"): JSX.Element => {
    const index = party === "a" ? 0 : 1;
    const members = view.seats.filter((one) => one.party === party);
    const colour = members[0]?.colour;
    const active = members.some((one) => view.todo.players.includes(one.player)) && view.todo.what !== "over";
    return (
      <section class={`party${active ? " active" : ""}`} aria-label={partyName(view, party)} data-party={party}>
        <div class="party-line">
          {colour && <DiscIcon kind={colour} label={t(colour)} />}
          <div class="party-names">
            {members.map((one) => (
              <span key={one.seat} class={view.todo.players.includes(one.player) ? "in-turn" : ""}>
                {one.name}
                {!one.computer && !mine.includes(one.player) && (
                  <i
                    class={here.includes(one.player) ? "dot on" : "dot"}
                    title={here.includes(one.player) ? "●" : "○"}
                  />
                )}
              </span>
            ))}
          </div>
          <b class="points" data-testid={`score-${party}`}>
            {view.score[index]}
          </b>
        </div>
        <div class="party-facts">
          {colour && (
            <span class="left" role="img" aria-label={t("pieces-left", { count: view.left[index] })}>
              {Array.from({ length: SIDE_PIECES }, (_, i) => (
                <i key={i} class={`pip ${colour}${i < view.left[index] ? "" : " gone"}`} />
              ))}
            </span>
          )}
          {members.some((one) => one.seat === view.breaker) && <span class="badge">{t("breaks")}</span>}
          {view.owed[index] > 0 && <span class="badge warn">{t("owes", { count: view.owed[index] })}</span>}
          {view.queen === party && colour && (
            <DiscIcon kind="queen" label={t("queen-covered", { colour: t(colour) })} />
          )}
          {view.queen === "pending" && active && <span class="badge queen">{t("queen-pending")}</span>}
          {active && seconds !== null && (
            <span class={`badge clock${seconds <= 5 ? " warn" : ""}`} dir="ltr">
              {Math.ceil(seconds)} s
            </span>
          )}
        </div>
      </section>
    );
  };
  return (
    <div class="players">
      {row("a")}
      {row("b")}
    </div>
  );
}

export function Umpire({ view, note }: { view: View; note: string | null }): JSX.Element {
  return (
    <section class="umpire" aria-label={t("umpire")}>
      <div aria-live="polite" data-testid="umpire">
        {view.said.map((word, index) => (
          <p key={`${view.seq}-${index}`}>
            {told(word)}{" "}
            {word.laws.map((law) => (
              <LawChip key={law} law={law} />
            ))}
          </p>
        ))}
      </div>
      {note && (
        <p class="refusal" role="alert">
          {note}
        </p>
      )}
    </section>
  );
}

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

export function ScoreCard({ view }: { view: View }): JSX.Element {
  return (
    <table class="card">
      <caption>
        {partyName(view, "a")} – {partyName(view, "b")}, {view.games[0]}:{view.games[1]}
      </caption>
      <thead>
        <tr>
          <th>{t("game", { game: "" })}</th>
          <th>{t("board", { board: "" })}</th>
          <th>{t("breaks")}</th>
          <th>{t("winner")}</th>
          <th>{t("queen")}</th>
          <th>{t("points")}</th>
          <th>{t("total")}</th>
        </tr>
      </thead>
      <tbody>
        {view.lines.map((line) => (
          <tr key={`${line.game}-${line.board}`}>
            <td>{line.game}</td>
            <td>{line.board}</td>
            <td>{partyName(view, line.breaker)}</td>
            <td>{line.winner ? partyName(view, line.winner) : "–"}</td>
            <td>{line.queen ? partyName(view, line.queen) : "–"}</td>
            <td>{line.points}</td>
            <td>
              {line.total[0]}:{line.total[1]}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

export function TextBoard({ view }: { view: View }): JSX.Element {
  return (
    <details class="text-board">
      <summary>{t("text-board")}</summary>
      <ul>
        {view.pieces.map(([kind, x, y]) => (
          <li key={`${kind}${x},${y}`}>
            {t("at-place", { kind: kind === "queen" ? t("queen") : t(kind), x: x.toFixed(0), y: y.toFixed(0) })}
          </li>
        ))}
      </ul>
      <code dir="ltr" lang="en">
        {view.position}
      </code>
    </details>
  );
}
