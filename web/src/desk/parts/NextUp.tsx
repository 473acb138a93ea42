// The matches to call next, and why the others wait.

import type { JSX } from "preact";
import { useState } from "preact/hooks";
import type { CallMatch, CallShown, HallShown, OverruleShown } from "../../api/wire.ts";
import { perform } from "../core/actions.ts";
import { may, refreshOnce, screenPath } from "../core/session.ts";
import { useView } from "../core/views.ts";
import { t, wordsFor } from "../words/words.ts";
import { ActionButton, AsyncButton, EngineText, Panel, ProvisionalNotice, Versus } from "./ui.tsx";

const SHOWN = 6;

export function NextUp({ hall }: { hall: HallShown }): JSX.Element {
  const [why, setWhy] = useState("");
  // A match that depends on a contested result is called on its own, so that the warning is read.
  const undisputed = hall.calls.filter((one) => !one.hangs_on.length);
  return (
    <Panel
      title={t("next-up")}
      count={hall.calls.length}
      id="next"
      tools={undisputed.length > 1 && may("call") ? <CallAll calls={undisputed} /> : undefined}
    >
      <ul class="calls">
        {hall.calls.slice(0, SHOWN).map((one) => (
          <li key={one.id}>
            <span class="number">{one.table}</span>
            <span class="call">
              <small>
                <b>{one.id}</b> <bdi>{one.title}</bdi> {one.umpire && `· ${one.umpire}`}
              </small>
              <Versus match={one} />
              <ProvisionalNotice match={one.id} why={one.hangs_on} />
            </span>
            <ActionButton kind="go" act={callOf(one)} label={t("call-label", { match: one.id, n: one.table })}>
              {t("call")}
            </ActionButton>
          </li>
        ))}
      </ul>
      {hall.calls.length > SHOWN && <p class="dim">{t("and-more", { n: hall.calls.length - SHOWN })}</p>}
      {!hall.calls.length && <p class="dim">{hall.is_drawn ? t("nothing-to-call") : t("nothing-drawn")}</p>}
      <Closing hall={hall} />
      {!hall.calls.length && <Overrules matches={hall.overrules.slice(0, SHOWN)} />}
      <Missing hall={hall} />
      {hall.waiting.length > 0 && (
        <details class="waiting-list" open={!hall.calls.length && hall.tables.some((one) => one.state === "free")}>
          <summary>{t("waiting-n", { n: hall.waiting.reduce((sum, one) => sum + one.matches.length, 0) })}</summary>
          <ul>
            {hall.waiting.map((one) => (
              <li key={one.why}>
                <b>{one.matches.length}</b> {wordsFor(`waits-${one.cause}`) ?? <EngineText text={one.why} tag="span" />}
                :{" "}
                {one.matches.slice(0, 12).map((match) => (
                  <button key={match} class="chip" onClick={() => setWhy(match)}>
                    {match}
                  </button>
                ))}
                {one.matches.length > 12 && " …"}
              </li>
            ))}
          </ul>
          {why && <Why match={why} />}
        </details>
      )}
    </Panel>
  );
}

function Missing({ hall }: { hall: HallShown }): JSX.Element | null {
  const rows = hall.waiting.filter((one) => one.missing.length > 0);
  const people = rows.flatMap((one) => one.missing);
  const n = rows.reduce((sum, one) => sum + one.matches.length, 0);
  if (!people.length) return null;
  return (
    <div class="missing" data-testid="missing">
      <p>{t("waits-for-missing", { n })}</p>
      <ul>
        {people.slice(0, SHOWN).map((one) => (
          <li key={one.id}>
            <bdi>{one.name}</bdi>
            <ActionButton
              act={{ do: "check", what: "here", who: [one.id], holds: true }}
              label={t("set-here", { who: one.name })}
            >
              {t("is-here-now")}
            </ActionButton>
          </li>
        ))}
      </ul>
      {people.length > SHOWN && (
        <p class="dim">
          <a href={screenPath("entries")}>{t("and-more", { n: people.length - SHOWN })}</a>
        </p>
      )}
    </div>
  );
}

function Closing({ hall }: { hall: HallShown }): JSX.Element | null {
  const { closing } = hall;
  if (!closing || !hall.tables.some((one) => one.state === "free")) return null;
  const { minutes, closes, later } = closing;
  return (
    <div class="closing" data-testid="closing">
      <p>{t("closing-note", { minutes, closes })}</p>
      {later && (
        <ActionButton
          act={{ do: "set", changes: [{ setting: "end", value: later, where: "" }] }}
          label={t("close-later", { time: later })}
        />
      )}
    </div>
  );
}

/** Matches that can only be called against a rule: time, rest or the hall. */
export function Overrules({
  matches,
  table,
}: {
  matches: readonly OverruleShown[];
  table?: number;
}): JSX.Element | null {
  if (!matches.length || !may("call")) return null;
  return (
    <ul class="calls overrules">
      {matches.map((one) => (
        <li key={one.id}>
          <span class="number">{table ?? one.table}</span>
          <span class="call">
            <small>
              <b>{one.id}</b> <bdi>{one.title}</bdi>
            </small>
            <Versus match={one} />
            <EngineText text={one.why} tag="span" />
          </span>
          <CallAnyway match={one.id} table={table ?? one.table} />
        </li>
      ))}
    </ul>
  );
}

function CallAnyway({ match, table }: { match: string; table: number }): JSX.Element {
  return (
    <ActionButton
      act={{ do: "call", match, table }}
      label={t("call-anyway-label", { match, n: table })}
      reasons={[t("why-late"), t("why-agreed")]}
    >
      {t("call-anyway")}
    </ActionButton>
  );
}

function callOf({ id, table, umpire }: CallShown): CallMatch {
  return { do: "call", match: id, table, ...(umpire ? { umpire } : {}) };
}

function CallAll({ calls }: { calls: readonly CallShown[] }): JSX.Element {
  const all = (): Promise<void> =>
    refreshOnce(async () => {
      for (const one of calls) {
        if (!(await perform({ act: callOf(one), label: t("call-label", { match: one.id, n: one.table }) }))) return;
      }
    });
  return <AsyncButton onPress={all}>{t("call-all", { n: calls.length })}</AsyncButton>;
}

export function Why({ match }: { match: string }): JSX.Element {
  const view = useView(`/why/${encodeURIComponent(match)}`);
  const table = view.data?.table ?? null;
  const isReady = view.data?.why.length === 0;
  return (
    <div class="why" aria-live="polite">
      <b>{match}</b>
      {view.data?.why.map((line) => (
        <EngineText key={line} text={line} />
      ))}
      {isReady && <p>{t("can-be-called")}</p>}
      {table !== null &&
        (isReady ? (
          <ActionButton act={{ do: "call", match, table }} label={t("call-label", { match, n: table })} kind="go" />
        ) : (
          <CallAnyway match={match} table={table} />
        ))}
    </div>
  );
}
