// Every table of the hall as a tile: what is on it, since when, who is missing. A tap opens all that can be done there.

import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { ModalDialog } from "../../app/dialog.tsx";
import type { HallShown, MatchAtTable, TableShown } from "../../wire.ts";
import { minutesUntil, secondsUntil, timeOf } from "../core/clock.ts";
import { keptAt } from "../core/outbox.ts";
import { may } from "../core/tournament.ts";
import { t, wordsFor } from "../words/words.ts";
import { Do, Doubts, Field, Meeting, Side } from "./basics.tsx";
import { Countdown } from "./Countdown.tsx";
import { Overrules } from "./NextUp.tsx";
import { beginLine } from "./ResultLine.tsx";

function stateKey(state: string): string {
  return state.replaceAll(" ", "-");
}

export function stateWords(state: string): string {
  return wordsFor(`table-${stateKey(state)}`) ?? state;
}

export function HallStrip({ hall }: { hall: HallShown }): JSX.Element {
  const { tables } = hall;
  const [open, setOpen] = useState<string | null>(null);
  const chosen = tables.find((one) => nameOf(one) === open);
  const free = tables.filter((one) => one.state === "free").map((one) => one.table);
  return (
    <div class="hall" data-testid="hall">
      {tables.map((one) => (
        <Tile key={nameOf(one)} one={one} onOpen={() => setOpen(nameOf(one))} />
      ))}
      {chosen && <TableDialog one={chosen} free={free} hall={hall} onClose={() => setOpen(null)} />}
    </div>
  );
}

function nameOf(one: TableShown): string {
  return `${one.table} ${one.match?.id ?? ""}`;
}

/** What the tile shows, for who hears it: the table, its state, who plays whom, since when, and the score. */
function tileWords({ table, state, match }: TableShown): string {
  const sides = match?.sides.map(({ text }) => (isMissed(state, match, text) ? `${text} (${t("not-there")})` : text));
  const score = match?.score?.join("–");
  const words = [t("table-n", { n: table }), stateWords(state), match?.id, match?.title, ...(sides ?? [])];
  return [...words, match && timeOf(match.since), score].filter(Boolean).join(", ");
}

/** Just called, nobody is there yet; that one is and the other is not has to be told. Nobody is waited for on hold. */
function isMissed(state: string, match: MatchAtTable, side: string): boolean {
  return state !== "called" && state !== "on hold" && match.missing.includes(side);
}

function Tile({ one, onOpen }: { one: TableShown; onOpen: () => void }): JSX.Element {
  const { match } = one;
  const kept = keptAt(one.table, match?.id);
  return (
    <article
      class={`tile ${stateKey(one.state)} ${kept.length ? "kept" : ""}`}
      data-table={one.table}
      data-state={one.state}
    >
      <button class="face" onClick={onOpen} aria-label={tileWords(one)}>
        <span class="number">{one.table}</span>
        <span class="state">{stateWords(one.state)}</span>
        {match && (
          <span class="what">
            <b>{match.id}</b> <bdi>{match.title}</bdi>
          </span>
        )}
        {match?.sides.map((side, at) => (
          <span key={at} class={match.missing.includes(side.text) ? "who missing" : "who"}>
            <span class="letter">{"ab"[at]}</span>
            <span>
              <Side side={side} />
              {isMissed(one.state, match, side.text) && <small>{t("not-there")}</small>}
            </span>
          </span>
        ))}
        {match && <Since match={match} state={one.state} />}
        {match && <Doubts match={match.id} why={match.in_doubt} />}
      </button>
      {kept.map((sent) => (
        <p key={sent.key} class="kept-here">
          {t("kept-here")}: <bdi>{sent.label}</bdi>
        </p>
      ))}
      {match && <Quick one={one} match={match} onOpen={onOpen} />}
    </article>
  );
}

function Since({ match, state }: { match: MatchAtTable; state: string }): JSX.Element {
  const late = state === "called" || state === "one side present" || state === "past its reporting time";
  return (
    <span class="since">
      <span>{timeOf(match.since)}</span>
      {late ? (
        <Countdown until={match.report_by} soon={120} />
      ) : (
        <span class={match.is_over_time ? "over" : ""}>
          {match.is_over_time
            ? t("over-by", { n: -minutesUntil(match.expected_end) })
            : t("until-about", { time: timeOf(match.expected_end) })}
        </span>
      )}
      {match.game_at && (late || state === "both present") && <GameTime match={match} game={match.game_at} />}
      {match.score && (
        <b dir="ltr">
          {match.score[0]}–{match.score[1]}
        </b>
      )}
    </span>
  );
}

/** When the game begins for which the players report early, and the clock by which they may test the board. */
function GameTime({ match, game }: { match: MatchAtTable; game: string }): JSX.Element {
  const isTesting = match.test_from !== null && secondsUntil(match.test_from) <= 0 && secondsUntil(game) > 0;
  return (
    <span data-testid="game-time">
      {t("game-at", { time: timeOf(game) })}
      {match.test_from !== null && !isTesting && ` · ${t("test-from", { time: timeOf(match.test_from) })}`}
      {isTesting && (
        <>
          {" "}
          · {t("testing-board")} <Countdown until={game} soon={60} />
        </>
      )}
    </span>
  );
}

/** The one thing that comes next at a table. */
function Quick({
  one,
  match,
  onOpen,
}: {
  one: TableShown;
  match: MatchAtTable;
  onOpen: () => void;
}): JSX.Element | null {
  if (one.state === "in play" || one.state === "both present")
    return (
      <div class="quick">
        {one.state === "both present" && <Do act={{ do: "start", match: match.id }} label={t("start")} />}
        {may("result") && (
          <button onClick={() => beginLine(`${one.table} `)} class={one.state === "in play" ? "go" : ""}>
            {t("result")}
          </button>
        )}
      </div>
    );
  if (one.state === "called" || one.state === "one side present" || one.state === "past its reporting time")
    return (
      <div class="quick">
        <Do act={{ do: "here", match: match.id }} label={t("both-here")} />
        {one.state === "past its reporting time" ? (
          <button class="danger" onClick={onOpen}>
            {t("walkover")}
          </button>
        ) : (
          <Do act={{ do: "start", match: match.id }} label={t("start")} />
        )}
      </div>
    );
  return null;
}

function TableDialog({
  one,
  free,
  hall,
  onClose,
}: {
  one: TableShown;
  free: readonly number[];
  hall: HallShown;
  onClose: () => void;
}): JSX.Element {
  const { match } = one;
  const isHeld = one.state === "on hold"; // nobody can play it now: nothing is told of it but where it waits
  return (
    <ModalDialog title={t("table-n", { n: one.table })} close={t("close")} onClose={onClose}>
      <p class="state">{stateWords(one.state)}</p>
      {match && (
        <>
          <p>
            <b>{match.id}</b> <bdi>{match.title}</bdi> {match.umpire && `· ${t("umpire")} ${match.umpire}`}
          </p>
          <Doubts match={match.id} why={match.in_doubt} />
          {!isHeld && (
            <div class="buttons">
              {match.sides.map((side, at) => (
                <Do
                  key={side.text}
                  act={{ do: "here", match: match.id, side: "ab"[at] }}
                  label={t("is-here", { who: side.text })}
                  done={onClose}
                />
              ))}
              <Do act={{ do: "start", match: match.id }} label={t("start")} done={onClose} />
              {may("result") && (
                <button
                  class="go"
                  onClick={() => {
                    onClose();
                    setTimeout(() => beginLine(`${one.table} `));
                  }}
                >
                  {t("result")}
                </button>
              )}
            </div>
          )}
          {free.length > 0 && may("call") && (
            <fieldset>
              <legend>{t("move-to")}</legend>
              <div class="buttons">
                {free.map((table) => (
                  <Do
                    key={table}
                    act={{ do: "call", match: match.id, table }}
                    label={t("move-label", { match: match.id, n: table })}
                    done={onClose}
                  >
                    {table}
                  </Do>
                ))}
              </div>
            </fieldset>
          )}
          {!isHeld && <Walkover match={match} isLate={one.state === "past its reporting time"} onClose={onClose} />}
          <Do
            act={{ do: "free", match: match.id }}
            label={t("take-back-call", { match: match.id })}
            shows
            done={onClose}
          />
        </>
      )}
      {one.state === "free" && may("call") && <CallHere hall={hall} table={one.table} onClose={onClose} />}
      <TableService one={one} free={free} onClose={onClose} />
    </ModalDialog>
  );
}

/** What can be called to a free table: what is next, and what the desk may call for a reason. */
function CallHere({ hall, table, onClose }: { hall: HallShown; table: number; onClose: () => void }): JSX.Element {
  return (
    <>
      <ul class="calls">
        {hall.calls.slice(0, 6).map((one) => (
          <li key={one.id}>
            <span class="call">
              <small>
                <b>{one.id}</b> <bdi>{one.title}</bdi>
              </small>
              <Meeting match={one} />
            </span>
            <Do
              kind="go"
              act={{ do: "call", match: one.id, table }}
              label={t("call-label", { match: one.id, n: table })}
              done={onClose}
            >
              {t("call")}
            </Do>
          </li>
        ))}
      </ul>
      <Overrules matches={hall.overrules.slice(0, 6)} table={table} />
    </>
  );
}

/** Given away: who wins, by which law, and why. It is shown and asked for a second time. */
function Walkover({
  match,
  isLate,
  onClose,
}: {
  match: MatchAtTable;
  isLate: boolean;
  onClose: () => void;
}): JSX.Element | null {
  const [winner, setWinner] = useState<"a" | "b" | "">("");
  const [law, setLaw] = useState(match.missing.length ? "143i" : "");
  if (!may("result")) return null;
  const name = winner === "" ? "" : (match.sides[winner === "a" ? 0 : 1]?.text ?? "");
  return (
    <details class="walkover" open={isLate}>
      <summary>{t("walkover")}</summary>
      <fieldset>
        <legend>{t("who-wins")}</legend>
        {match.sides.map((side, at) => (
          <label key={side.text} class="pick">
            <input
              type="radio"
              name="walkover"
              checked={winner === "ab"[at]}
              onChange={() => setWinner(at === 0 ? "a" : "b")}
            />
            <Side side={side} />
          </label>
        ))}
      </fieldset>
      <Field label={t("by-law")} value={law} onInput={setLaw} note={`${t("for-example")} 143i`} />
      {winner && (
        <Do
          kind="danger"
          act={{ do: "result", match: match.id, walkover: winner, ...(law ? { law } : {}) }}
          label={t("walkover-for", { who: name })}
          shows
          asksReason
          reasons={[t("why-absent"), t("why-ill")]}
          done={onClose}
        />
      )}
    </details>
  );
}

function TableService({
  one,
  free,
  onClose,
}: {
  one: TableShown;
  free: readonly number[];
  onClose: () => void;
}): JSX.Element | null {
  if (!may("table")) return null;
  if (one.state === "out of service")
    return (
      <Do
        act={{ do: "table", table: one.table, works: true }}
        label={t("table-back", { n: one.table })}
        done={onClose}
      />
    );
  const others = free.filter((table) => table !== one.table);
  return (
    <details class="service">
      <summary>{t("table-broken")}</summary>
      {one.match && <p>{t("where-goes", { match: one.match.id })}</p>}
      <div class="buttons">
        {one.match &&
          others.map((move) => (
            <Do
              key={move}
              act={{ do: "table", table: one.table, works: false, move }}
              label={t("out-and-move", { n: one.table, to: move })}
              shows
              done={onClose}
            />
          ))}
        <Do
          kind="danger"
          act={{ do: "table", table: one.table, works: false }}
          label={one.match ? t("out-and-wait", { n: one.table }) : t("table-out", { n: one.table })}
          shows
          done={onClose}
        />
      </div>
    </details>
  );
}
