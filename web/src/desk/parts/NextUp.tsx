// What to call next, in one tap each, and in a few lines what the others wait for.

import type { JSX } from "preact";
import { useState } from "preact/hooks";
import type { CallShown, HallShown, WhyWaiting } from "../../wire.ts";
import { perform } from "../core/perform.ts";
import { inOneGo, may, standing, useView } from "../core/tournament.ts";
import { t, wordsFor } from "../words/words.ts";
import { Do, Doubts, Meeting, Panel, Press, Said } from "./basics.tsx";

const SHOWN = 6;

export function NextUp({ hall }: { hall: HallShown }): JSX.Element {
  const [why, setWhy] = useState("");
  // What hangs on a contested result is called by itself, after it was read.
  const clear = hall.calls.filter((one) => !one.hangs_on.length);
  return (
    <Panel
      title={t("next-up")}
      count={hall.calls.length}
      id="next"
      tools={clear.length > 1 && may("call") ? <CallAll calls={clear} /> : undefined}
    >
      <ul class="calls">
        {hall.calls.slice(0, SHOWN).map((one) => (
          <li key={one.id}>
            <span class="number">{one.table}</span>
            <span class="call">
              <small>
                <b>{one.id}</b> <bdi>{one.title}</bdi> {one.umpire && `· ${one.umpire}`}
              </small>
              <Meeting match={one} />
              <Doubts match={one.id} why={one.hangs_on} />
            </span>
            <Do
              kind="go"
              act={{ do: "call", match: one.id, table: one.table, ...(one.umpire ? { umpire: one.umpire } : {}) }}
              label={t("call-label", { match: one.id, n: one.table })}
            >
              {t("call")}
            </Do>
          </li>
        ))}
      </ul>
      {hall.calls.length > SHOWN && <p class="dim">{t("and-more", { n: hall.calls.length - SHOWN })}</p>}
      {!hall.calls.length && <p class="dim">{hall.is_drawn ? t("nothing-to-call") : t("nothing-drawn")}</p>}
      <Missing hall={hall} />
      {hall.waiting.length > 0 && (
        <details class="waiting-list" open={!hall.calls.length && hall.tables.some((one) => one.state === "free")}>
          <summary>{t("waiting-n", { n: hall.waiting.reduce((sum, one) => sum + one.matches.length, 0) })}</summary>
          <ul>
            {hall.waiting.map((one) => (
              <li key={one.why}>
                <b>{one.matches.length}</b> {wordsFor(`waits-${one.cause}`) ?? <Said text={one.why} tag="span" />}:{" "}
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

/** Matches that only wait for people who are not marked as here: each is a tap away from being called. */
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
            <Do
              act={{ do: "check", what: "here", who: [one.id], holds: true }}
              label={t("set-here", { who: one.name })}
            >
              {t("is-here-now")}
            </Do>
          </li>
        ))}
      </ul>
      {people.length > SHOWN && (
        <p class="dim">
          <a href={`/desk/${standing.value?.id}/entries`}>{t("and-more", { n: people.length - SHOWN })}</a>
        </p>
      )}
    </div>
  );
}

function CallAll({ calls }: { calls: readonly CallShown[] }): JSX.Element {
  const all = (): Promise<void> =>
    inOneGo(async () => {
      for (const one of calls) {
        const act = { do: "call", match: one.id, table: one.table, ...(one.umpire ? { umpire: one.umpire } : {}) };
        if (!(await perform({ act, label: t("call-label", { match: one.id, n: one.table }) }))) return;
      }
    });
  return <Press onPress={all}>{t("call-all", { n: calls.length })}</Press>;
}

function Why({ match }: { match: string }): JSX.Element {
  const view = useView<WhyWaiting>(`/why/${encodeURIComponent(match)}`);
  return (
    <div class="why" aria-live="polite">
      <b>{match}</b>
      {view.data?.why.map((line) => (
        <Said key={line} text={line} />
      ))}
      {view.data?.why.length === 0 && <p>{t("can-be-called")}</p>}
    </div>
  );
}
