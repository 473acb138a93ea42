// The referee's screen: deadlines, protests, disagreeing sources, messages from pads, and the laws.

import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import { usePaused } from "../../api/acknowledged.ts";
import { post } from "../../api/http.ts";
import type { Dispute, PadState, SourceBoard, TableShown } from "../../api/wire.ts";
import { setClock } from "../core/clock.ts";
import { may, screenPath, tokenFor, tournamentId } from "../core/session.ts";
import { useView } from "../core/views.ts";
import { Decisions, Unsigned } from "../parts/Decisions.tsx";
import { FindMatch } from "../parts/FindMatch.tsx";
import { Protest } from "../parts/Protests.tsx";
import {
  AsyncButton,
  Countdown,
  EngineText,
  EntryName,
  ErrorMessage,
  Field,
  Loaded,
  Panel,
  ProvisionalNotice,
  Versus,
} from "../parts/ui.tsx";
import { t } from "../words/words.ts";

export function Referee(): JSX.Element {
  const view = useView("/referee", { everySeconds: 30 });
  const at = view.data?.at;
  useEffect(() => {
    if (at) setClock(at);
  }, [at]);
  return (
    <div class="referee">
      <Loaded view={view}>
        {(now) => (
          <div class="evening-grid">
            <div class="wide">
              <Pads />
              <Panel title={t("protests")} count={now.protests.filter((one) => one.is_open).length} id="protests">
                {now.protests.map((one) => (
                  <Protest key={one.id} protest={one} />
                ))}
                {!now.protests.length && <p class="dim">{t("no-protests")}</p>}
                {may("protest") && <p class="dim">{t("lodge-where")}</p>}
              </Panel>
              <InDoubt tables={now.in_doubt} />
              <Decisions decisions={now.decisions} free={[]} />
              <FindMatch />
            </div>
            <div class="narrow">
              <Panel title={t("overdue")} count={now.overdue.length + now.long.length} id="overdue">
                {now.overdue.map((one) => (
                  <Late key={one.table} table={one} />
                ))}
                {now.long.map((one) => (
                  <p key={`long ${one.table}`}>
                    <b>{t("table-n", { n: one.table })}</b> {one.match && <Versus match={one.match} />}{" "}
                    {one.match && <Countdown until={one.match.expected_end} />}
                  </p>
                ))}
                {!now.overdue.length && !now.long.length && <p class="dim">{t("nothing-overdue")}</p>}
              </Panel>
              <Unsigned unsigned={now.unsigned} />
              <Laws books={now.rulebooks} />
            </div>
          </div>
        )}
      </Loaded>
    </div>
  );
}

function InDoubt({ tables }: { tables: readonly TableShown[] }): JSX.Element | null {
  if (!tables.length) return null;
  return (
    <Panel title={t("in-doubt")} count={tables.length} id="in-doubt">
      {tables.map(
        (one) =>
          one.match && (
            <article class="decision" key={one.match.id}>
              <p>
                <b>{t("table-n", { n: one.table })}</b> · <b>{one.match.id}</b> <Versus match={one.match} />
              </p>
              <ProvisionalNotice match={one.match.id} why={one.match.in_doubt} />
            </article>
          ),
      )}
    </Panel>
  );
}

function Late({ table }: { table: TableShown }): JSX.Element | null {
  if (!table.match) return null;
  return (
    <article class="decision">
      <p>
        <b>{t("table-n", { n: table.table })}</b> · <b>{table.match.id}</b> <Versus match={table.match} />
      </p>
      <p>
        {t("missing")} <MissingSides names={table.match.missing} /> <Countdown until={table.match.report_by} />
      </p>
      <a class="button" href={screenPath("evening")}>
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
          <EntryName text={one} />
        </span>
      ))}
    </b>
  );
}

function Laws({ books }: { books: readonly string[] }): JSX.Element {
  const [words, setWords] = useState("");
  const query = usePaused(words.trim(), 250);
  const [book, setBook] = useState("");
  const view = useView(query ? "/laws" : null, { query: { words: query, rulebook: book } });
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

/** What umpires' phones report. */
function Pads(): JSX.Element | null {
  const view = useView("/pads", { everySeconds: 10 });
  const [problem, setProblem] = useState("");
  const pads = view.data;
  if (!pads) return null;
  const calls = pads.calls.filter((one) => !one.is_answered);
  const tournament = tournamentId();
  const answer = (call: string): Promise<void> =>
    post("/api/pads/calls/answer", { tournament, call }, { token: tokenFor(tournament) }).then(
      view.reload,
      (error: Error) => setProblem(error.message),
    );
  const problems = pads.pads.filter((one) => one.problem !== null);
  const setAside = pads.pads.filter((one) => one.set_aside > 0);
  const accept = (one: PadState): Promise<void> => {
    const body = { tournament, match: one.match, pad: one.pad, upto: one.facts };
    return post("/api/pads/aside/take", body, { token: tokenFor(tournament) }).then(view.reload, (error: Error) =>
      setProblem(error.message),
    );
  };
  return (
    <>
      {problem && <ErrorMessage text={problem} />}
      {calls.length > 0 && (
        <Panel title={t("pad-calls")} count={calls.length} id="calls">
          {calls.map((one) => (
            <article key={one.id} class="decision">
              <p>
                <b>{one.place}</b> <b>{one.match}</b> <span dir="auto">{one.text}</span>
              </p>
              <AsyncButton kind="go" onPress={() => answer(one.id)}>
                {t("answered")}
              </AsyncButton>
            </article>
          ))}
        </Panel>
      )}
      {setAside.length > 0 && (
        <Panel title={t("set-aside")} count={setAside.length} id="aside">
          {setAside.map((one) => (
            <article key={`${one.match} ${one.pad}`} class="decision">
              <p>
                <b>{one.match}</b> <span dir="auto">{one.place}</span> <b dir="ltr">{one.score}</b>
              </p>
              <p class="dim">{t(`aside-${one.aside ?? "revoked"}`, { n: one.set_aside })}</p>
              {may("choose") && <AsyncButton onPress={() => accept(one)}>{t("let-count")}</AsyncButton>}
            </article>
          ))}
        </Panel>
      )}
      {pads.doubles.length > 0 && (
        <Panel title={t("pad-doubles")} count={pads.doubles.length} id="doubles">
          {pads.doubles.map((one) => (
            <article key={one.match} class="decision">
              <p>
                <b>{one.match}</b> <EngineText text={one.title} tag="span" /> <EntryName text={one.sides.join(" – ")} />
              </p>
              <p class="dim">{t("pad-doubles-note", { n: one.sources.length })}</p>
              <ul>
                {one.sources.map((source) => (
                  <li key={source.pad}>
                    <span dir="auto">{source.source}</span> <b dir="ltr">{source.score}</b>
                  </li>
                ))}
              </ul>
            </article>
          ))}
        </Panel>
      )}
      {problems.length > 0 && (
        <Panel title={t("pad-problems")} count={problems.length} id="pad-problems">
          {problems.map((one) => (
            <article key={`${one.match} ${one.pad}`} class="decision">
              <p>
                <b>{one.match}</b> <span dir="auto">{one.place}</span> <b dir="ltr">{one.score}</b>
              </p>
              <p lang="en" dir="auto">
                {one.problem}
              </p>
            </article>
          ))}
        </Panel>
      )}
      {pads.disputes.length > 0 && (
        <Panel title={t("pad-disputes")} count={pads.disputes.length} id="disputes">
          {pads.disputes.map((one) => (
            <DisputeTable key={one.match} dispute={one} />
          ))}
        </Panel>
      )}
    </>
  );
}

/** A board as it is typed, with coins and queen: a 8 (5+q). */
function boardText({ winner, points, coins, queen }: SourceBoard): string {
  const withQueen = queen === null ? "" : queen === winner ? "+q" : "-q";
  return `${winner} ${points}${coins === null ? "" : ` (${coins}${withQueen})`}`;
}

function DisputeTable({ dispute }: { dispute: Dispute }): JSX.Element {
  return (
    <article class="decision">
      <p>
        <b>{dispute.match}</b> <EngineText text={dispute.title} tag="span" />{" "}
        <EntryName text={dispute.sides.join(" – ")} />
      </p>
      <table class="disputed">
        <thead>
          <tr>
            <th />
            {dispute.sources.map((source) => (
              <th key={source.source} scope="col">
                {source.pad === null ? t("source-desk") : source.source} <b dir="ltr">{source.score}</b>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {dispute.boards.map((board) => {
            const cells = board.told.map((cell) => (cell ? boardText(cell) : "–"));
            return (
              <tr key={board.number} class={new Set(cells).size > 1 ? "differs" : ""}>
                <th scope="row">{board.number}</th>
                {cells.map((text, at) => (
                  <td key={dispute.sources[at]?.source}>{text}</td>
                ))}
              </tr>
            );
          })}
        </tbody>
      </table>
    </article>
  );
}
