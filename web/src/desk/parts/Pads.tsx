// What the umpires' phones tell: who calls the referee, and where two sources tell a match differently, board by board.

import type { JSX } from "preact";
import { useState } from "preact/hooks";
import type { Dispute, PadState, PadsView, SourceBoard } from "../../wire.ts";
import { tell } from "../core/ask.ts";
import { may, standing, useView } from "../core/tournament.ts";
import { t } from "../words/words.ts";
import { Name, Panel, Press, Refusal, Said } from "./basics.tsx";

export function Pads(): JSX.Element | null {
  const view = useView<PadsView>("/pads", 10);
  const [problem, setProblem] = useState("");
  const seen = view.data;
  if (!seen) return null;
  const calls = seen.calls.filter((one) => !one.is_answered);
  const tournament = standing.value?.id ?? "";
  const answer = (call: string): Promise<void> =>
    tell("/api/pads/calls/answer", { tournament, call }, tournament).then(view.again, (error: Error) =>
      setProblem(error.message),
    );
  const problems = seen.pads.filter((one) => one.problem !== null);
  const aside = seen.pads.filter((one) => one.set_aside > 0);
  const take = (one: PadState): Promise<void> => {
    const body = { tournament, match: one.match, pad: one.pad, upto: one.facts };
    return tell("/api/pads/aside/take", body, tournament).then(view.again, (error: Error) => setProblem(error.message));
  };
  return (
    <>
      {problem && <Refusal text={problem} />}
      {calls.length > 0 && (
        <Panel title={t("pad-calls")} count={calls.length} id="calls">
          {calls.map((one) => (
            <article key={one.id} class="decision">
              <p>
                <b>{one.place}</b> <b>{one.match}</b> <span dir="auto">{one.text}</span>
              </p>
              <Press kind="go" onPress={() => answer(one.id)}>
                {t("answered")}
              </Press>
            </article>
          ))}
        </Panel>
      )}
      {aside.length > 0 && (
        <Panel title={t("set-aside")} count={aside.length} id="aside">
          {aside.map((one) => (
            <article key={`${one.match} ${one.pad}`} class="decision">
              <p>
                <b>{one.match}</b> <span dir="auto">{one.place}</span> <b dir="ltr">{one.score}</b>
              </p>
              <p class="dim">{t(`aside-${one.aside ?? "revoked"}`, { n: one.set_aside })}</p>
              {may("choose") && <Press onPress={() => take(one)}>{t("let-count")}</Press>}
            </article>
          ))}
        </Panel>
      )}
      {seen.doubles.length > 0 && (
        <Panel title={t("pad-doubles")} count={seen.doubles.length} id="doubles">
          {seen.doubles.map((one) => (
            <article key={one.match} class="decision">
              <p>
                <b>{one.match}</b> <Said text={one.title} tag="span" /> <Name text={one.sides.join(" – ")} />
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
      {seen.disputes.length > 0 && (
        <Panel title={t("pad-disputes")} count={seen.disputes.length} id="disputes">
          {seen.disputes.map((one) => (
            <Disputed key={one.match} one={one} />
          ))}
        </Panel>
      )}
    </>
  );
}

/** The points, and what they were counted from, as it is typed: a 8 (5+q). */
function boardText({ winner, points, coins, queen }: SourceBoard): string {
  const withQueen = queen === null ? "" : queen === winner ? "+q" : "-q";
  return `${winner} ${points}${coins === null ? "" : ` (${coins}${withQueen})`}`;
}

function Disputed({ one }: { one: Dispute }): JSX.Element {
  return (
    <article class="decision">
      <p>
        <b>{one.match}</b> <Said text={one.title} tag="span" /> <Name text={one.sides.join(" – ")} />
      </p>
      <table class="disputed">
        <thead>
          <tr>
            <th />
            {one.sources.map((source) => (
              <th key={source.source} scope="col">
                {source.pad === null ? t("source-desk") : source.source} <b dir="ltr">{source.score}</b>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {one.boards.map((board) => {
            const told = board.told.map((cell) => (cell ? boardText(cell) : "–"));
            return (
              <tr key={board.number} class={new Set(told).size > 1 ? "differs" : ""}>
                <th scope="row">{board.number}</th>
                {told.map((text, at) => (
                  <td key={one.sources[at]?.source}>{text}</td>
                ))}
              </tr>
            );
          })}
        </tbody>
      </table>
    </article>
  );
}
