// The tables of the hall as tiles with match, state and time; a tap opens what can be done at the table.

import type { JSX } from "preact";
import { useState } from "preact/hooks";
import type { HallShown, MatchAtTable, TableShown } from "../../api/wire.ts";
import { ModalDialog } from "../../app/dialog.tsx";
import { minutesUntil, secondsUntil, timeOf } from "../core/clock.ts";
import { queuedAtTable } from "../core/outbox.ts";
import { may } from "../core/session.ts";
import { t, wordsFor } from "../words/words.ts";
import { Overrules } from "./NextUp.tsx";
import { beginLine } from "./ResultLine.tsx";
import { ActionButton, Countdown, Field, ProvisionalNotice, SideName, Versus } from "./ui.tsx";

function stateKey(state: string): string {
  return state.replaceAll(" ", "-");
}

function stateWords(state: string): string {
  return wordsFor(`table-${stateKey(state)}`) ?? state;
}

export function HallStrip({ hall }: { hall: HallShown }): JSX.Element {
  const { tables } = hall;
  const [open, setOpen] = useState<string | null>(null);
  const chosen = tables.find((one) => tileKey(one) === open);
  const free = tables.filter((one) => one.state === "free").map((one) => one.table);
  return (
    <div class="hall" data-testid="hall">
      {tables.map((one) => (
        <Tile key={tileKey(one)} table={one} onOpen={() => setOpen(tileKey(one))} />
      ))}
      {chosen && <TableDialog table={chosen} free={free} hall={hall} onClose={() => setOpen(null)} />}
    </div>
  );
}

function tileKey(one: TableShown): string {
  return `${one.table} ${one.match?.id ?? ""}`;
}

function tileWords({ table, state, match }: TableShown): string {
  const sides = match?.sides.map(({ text }) => (isMissing(state, match, text) ? `${text} (${t("not-there")})` : text));
  const score = match?.score?.join("–");
  const words = [t("table-n", { n: table }), stateWords(state), match?.id, match?.title, ...(sides ?? [])];
  return [...words, match && timeOf(match.since), score].filter(Boolean).join(", ");
}

/** No side is marked right after the call, nor while the match is on hold. */
function isMissing(state: string, match: MatchAtTable, side: string): boolean {
  return state !== "called" && state !== "on hold" && match.missing.includes(side);
}

function Tile({ table, onOpen }: { table: TableShown; onOpen: () => void }): JSX.Element {
  const { match } = table;
  const queued = queuedAtTable(table.table, match?.id);
  return (
    <article
      class={`tile ${stateKey(table.state)} ${queued.length ? "kept" : ""}`}
      data-table={table.table}
      data-state={table.state}
    >
      <button class="face" onClick={onOpen} aria-label={tileWords(table)}>
        <span class="number">{table.table}</span>
        <span class="state">{stateWords(table.state)}</span>
        {match && (
          <span class="what">
            <b>{match.id}</b> <bdi>{match.title}</bdi>
          </span>
        )}
        {match?.sides.map((side, at) => (
          <span key={at} class={match.missing.includes(side.text) ? "who missing" : "who"}>
            <span class="letter">{"ab"[at]}</span>
            <span>
              <SideName side={side} />
              {isMissing(table.state, match, side.text) && <small>{t("not-there")}</small>}
            </span>
          </span>
        ))}
        {match && <Since match={match} state={table.state} />}
        {match && <ProvisionalNotice match={match.id} why={match.in_doubt} />}
      </button>
      {queued.map((act) => (
        <p key={act.key} class="kept-here">
          {t("kept-here")}: <bdi>{act.label}</bdi>
        </p>
      ))}
      {match && <NextStep table={table} match={match} onOpen={onOpen} />}
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

function NextStep({
  table,
  match,
  onOpen,
}: {
  table: TableShown;
  match: MatchAtTable;
  onOpen: () => void;
}): JSX.Element | null {
  if (table.state === "in play" || table.state === "both present")
    return (
      <div class="quick">
        {table.state === "both present" && <ActionButton act={{ do: "start", match: match.id }} label={t("start")} />}
        {may("result") && (
          <button onClick={() => beginLine(`${table.table} `)} class={table.state === "in play" ? "go" : ""}>
            {t("result")}
          </button>
        )}
      </div>
    );
  if (table.state === "called" || table.state === "one side present" || table.state === "past its reporting time")
    return (
      <div class="quick">
        <ActionButton act={{ do: "here", match: match.id }} label={t("both-here")} />
        {table.state === "past its reporting time" ? (
          <button class="danger" onClick={onOpen}>
            {t("walkover")}
          </button>
        ) : (
          <ActionButton act={{ do: "start", match: match.id }} label={t("start")} />
        )}
      </div>
    );
  return null;
}

function TableDialog({
  table,
  free,
  hall,
  onClose,
}: {
  table: TableShown;
  free: readonly number[];
  hall: HallShown;
  onClose: () => void;
}): JSX.Element {
  const { match } = table;
  const isOnHold = table.state === "on hold"; // it can only be moved or taken off the table
  return (
    <ModalDialog title={t("table-n", { n: table.table })} close={t("close")} onClose={onClose}>
      <p class="state">{stateWords(table.state)}</p>
      {match && (
        <>
          <p>
            <b>{match.id}</b> <bdi>{match.title}</bdi> {match.umpire && `· ${t("umpire")} ${match.umpire}`}
          </p>
          <ProvisionalNotice match={match.id} why={match.in_doubt} />
          {!isOnHold && (
            <div class="buttons">
              {match.sides.map((side, at) => (
                <ActionButton
                  key={side.text}
                  act={{ do: "here", match: match.id, side: at === 0 ? "a" : "b" }}
                  label={t("is-here", { who: side.text })}
                  onDone={onClose}
                />
              ))}
              <ActionButton act={{ do: "start", match: match.id }} label={t("start")} onDone={onClose} />
              {may("result") && (
                <button
                  class="go"
                  onClick={() => {
                    onClose();
                    setTimeout(() => beginLine(`${table.table} `));
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
                {free.map((to) => (
                  <ActionButton
                    key={to}
                    act={{ do: "call", match: match.id, table: to }}
                    label={t("move-label", { match: match.id, n: to })}
                    onDone={onClose}
                  >
                    {to}
                  </ActionButton>
                ))}
              </div>
            </fieldset>
          )}
          {!isOnHold && <Walkover match={match} isLate={table.state === "past its reporting time"} onClose={onClose} />}
          <ActionButton
            act={{ do: "free", match: match.id }}
            label={t("take-back-call", { match: match.id })}
            preview
            onDone={onClose}
          />
        </>
      )}
      {table.state === "free" && may("call") && <CallHere hall={hall} table={table.table} onClose={onClose} />}
      <TableService table={table} free={free} onClose={onClose} />
    </ModalDialog>
  );
}

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
              <Versus match={one} />
            </span>
            <ActionButton
              kind="go"
              act={{ do: "call", match: one.id, table }}
              label={t("call-label", { match: one.id, n: table })}
              onDone={onClose}
            >
              {t("call")}
            </ActionButton>
          </li>
        ))}
      </ul>
      <Overrules matches={hall.overrules.slice(0, 6)} table={table} />
    </>
  );
}

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
            <SideName side={side} />
          </label>
        ))}
      </fieldset>
      <Field label={t("by-law")} value={law} onInput={setLaw} note={`${t("for-example")} 143i`} />
      {winner && (
        <ActionButton
          kind="danger"
          act={{ do: "result", match: match.id, walkover: winner, ...(law ? { law } : {}) }}
          label={t("walkover-for", { who: name })}
          preview
          asksReason
          reasons={[t("why-absent"), t("why-ill")]}
          onDone={onClose}
        />
      )}
    </details>
  );
}

function TableService({
  table,
  free,
  onClose,
}: {
  table: TableShown;
  free: readonly number[];
  onClose: () => void;
}): JSX.Element | null {
  if (!may("table")) return null;
  if (table.state === "out of service")
    return (
      <ActionButton
        act={{ do: "table", table: table.table, works: true }}
        label={t("table-back", { n: table.table })}
        onDone={onClose}
      />
    );
  const others = free.filter((other) => other !== table.table);
  return (
    <details class="service">
      <summary>{t("table-broken")}</summary>
      {table.match && <p>{t("where-goes", { match: table.match.id })}</p>}
      <div class="buttons">
        {table.match &&
          others.map((move) => (
            <ActionButton
              key={move}
              act={{ do: "table", table: table.table, works: false, move }}
              label={t("out-and-move", { n: table.table, to: move })}
              preview
              onDone={onClose}
            />
          ))}
        <ActionButton
          kind="danger"
          act={{ do: "table", table: table.table, works: false }}
          label={table.match ? t("out-and-wait", { n: table.table }) : t("table-out", { n: table.table })}
          preview
          onDone={onClose}
        />
      </div>
    </details>
  );
}
