// The referee's screen: what runs out of time, what is contested, what two sources tell differently, and the law.

import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import { usePaused } from "../../app/acknowledged.ts";
import type { LawsShown, RefereeShown, TableShown } from "../../wire.ts";
import { setClock } from "../core/clock.ts";
import { may, standing, useView } from "../core/tournament.ts";
import { Doubts, Field, Meeting, Name, Panel, Seen } from "../parts/basics.tsx";
import { Countdown } from "../parts/Countdown.tsx";
import { Decisions, Unsigned } from "../parts/Decisions.tsx";
import { FindMatch } from "../parts/FindMatch.tsx";
import { Pads } from "../parts/Pads.tsx";
import { Protest } from "../parts/Protest.tsx";
import { t } from "../words/words.ts";

export function Referee(): JSX.Element {
  const view = useView<RefereeShown>("/referee", 30);
  const at = view.data?.at;
  useEffect(() => {
    if (at) setClock(at);
  }, [at]);
  return (
    <div class="referee">
      <Seen view={view}>
        {(seen) => (
          <div class="evening-grid">
            <div class="wide">
              <Pads />
              <Panel title={t("protests")} count={seen.protests.filter((one) => one.is_open).length} id="protests">
                {seen.protests.map((one) => (
                  <Protest key={one.id} one={one} />
                ))}
                {!seen.protests.length && <p class="dim">{t("no-protests")}</p>}
                {may("protest") && <p class="dim">{t("lodge-where")}</p>}
              </Panel>
              <InDoubt tables={seen.in_doubt} />
              <Decisions decisions={seen.decisions} free={[]} />
              <FindMatch />
            </div>
            <div class="narrow">
              <Panel title={t("overdue")} count={seen.overdue.length + seen.long.length} id="overdue">
                {seen.overdue.map((one) => (
                  <Late key={one.table} one={one} />
                ))}
                {seen.long.map((one) => (
                  <p key={`long ${one.table}`}>
                    <b>{t("table-n", { n: one.table })}</b> {one.match && <Meeting match={one.match} />}{" "}
                    {one.match && <Countdown until={one.match.expected_end} />}
                  </p>
                ))}
                {!seen.overdue.length && !seen.long.length && <p class="dim">{t("nothing-overdue")}</p>}
              </Panel>
              <Unsigned unsigned={seen.unsigned} />
              <Laws books={seen.rulebooks} />
            </div>
          </div>
        )}
      </Seen>
    </div>
  );
}

/** Matches at tables that a protest or a contested result may undo. */
function InDoubt({ tables }: { tables: readonly TableShown[] }): JSX.Element | null {
  if (!tables.length) return null;
  return (
    <Panel title={t("in-doubt")} count={tables.length} id="in-doubt">
      {tables.map(
        (one) =>
          one.match && (
            <article class="decision" key={one.match.id}>
              <p>
                <b>{t("table-n", { n: one.table })}</b> · <b>{one.match.id}</b> <Meeting match={one.match} />
              </p>
              <Doubts match={one.match.id} why={one.match.in_doubt} />
            </article>
          ),
      )}
    </Panel>
  );
}

function Late({ one }: { one: TableShown }): JSX.Element | null {
  if (!one.match) return null;
  return (
    <article class="decision">
      <p>
        <b>{t("table-n", { n: one.table })}</b> · <b>{one.match.id}</b> <Meeting match={one.match} />
      </p>
      <p>
        {t("missing")} <MissingSides names={one.match.missing} /> <Countdown until={one.match.report_by} />
      </p>
      <a class="button" href={`/desk/${standing.value?.id}/evening`}>
        {t("to-hall")}
      </a>
    </article>
  );
}

function MissingSides({ names }: { names: readonly string[] }): JSX.Element {
  return (
    <b>
      {names.map((one, at) => (
        <span key={one}>
          {at > 0 && ", "}
          <Name text={one} />
        </span>
      ))}
    </b>
  );
}

function Laws({ books }: { books: readonly string[] }): JSX.Element {
  const [words, setWords] = useState("");
  const asked = usePaused(words.trim(), 250);
  const [book, setBook] = useState("");
  const view = useView<LawsShown>(
    asked ? `/laws?words=${encodeURIComponent(asked)}&rulebook=${encodeURIComponent(book)}` : null,
  );
  return (
    <Panel title={t("laws")} id="laws">
      <div class="inline">
        <Field label={t("find-law")} value={words} onInput={setWords} placeholder="143i · queen" />
        {books.length > 1 && (
          <label class="field">
            <span>{t("rulebook")}</span>
            <select value={book} onChange={(event) => setBook(event.currentTarget.value)}>
              <option value="">{t("all")}</option>
              {books.map((one) => (
                <option key={one}>{one}</option>
              ))}
            </select>
          </label>
        )}
      </div>
      <dl class="laws" lang="en" dir="ltr">
        {view.data?.laws.map((one) => (
          <div key={one.id}>
            <dt>
              <b>{one.id}</b> {one.title} <small class="dim">{one.source}</small>
            </dt>
            <dd>{one.text}</dd>
          </div>
        ))}
      </dl>
      {view.data?.laws.length === 0 && <p class="dim">{t("no-law")}</p>}
    </Panel>
  );
}
