// A stage of an event: its draw as it happens, its group tables, its bracket and its matches.

import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import type { GroupShown, StageDetail, TieShown } from "../../api/wire.ts";
import { t, wordsFor } from "../words/words.ts";
import { Outcome } from "./FindMatch.tsx";
import { EngineText, EntryName, Versus } from "./ui.tsx";

export function StageTables({ stage }: { stage: StageDetail }): JSX.Element {
  return (
    <>
      {stage.groups.length > 0 && (
        <div class="groups">
          {stage.groups.map((group) => (
            <Group key={group.name} group={group} />
          ))}
        </div>
      )}
      {stage.ties.length > 0 && <Ties ties={stage.ties} />}
      <Rulings texts={stage.ruled} />
      {stage.shape === "tree" ? (
        <section class="tree" aria-label={t("tree")}>
          {stage.rounds.map((round) => (
            <section key={round.name} class="round">
              <h3>
                <EngineText text={round.name} tag="span" />
              </h3>
              <div class="round-matches">
                {round.matches.map((one) => (
                  <article key={one.id} class={`node ${one.status.replaceAll(" ", "-")}`}>
                    <small>
                      <b>{one.id}</b> <Outcome match={one} />
                    </small>
                    {one.sides.map((side, at) => (
                      <span key={at} class={side.is_known ? (one.winner === at ? "won" : "") : "open"}>
                        <EntryName text={side.text} />
                      </span>
                    ))}
                  </article>
                ))}
              </div>
            </section>
          ))}
        </section>
      ) : (
        <details>
          <summary>{t("matches")}</summary>
          {stage.rounds.map((round) => (
            <div key={round.name}>
              <h4>
                <EngineText text={round.name} tag="span" />
              </h4>
              <ul class="found">
                {round.matches.map((one) => (
                  <li key={one.id} class="row">
                    <b>{one.id}</b>
                    <span>
                      {stage.ties.length > 0 && (
                        <small class="dim">
                          <bdi>{one.title}</bdi>
                        </small>
                      )}
                      <Versus match={one} />
                    </span>
                    <Outcome match={one} />
                  </li>
                ))}
              </ul>
            </div>
          ))}
        </details>
      )}
    </>
  );
}

/** Decisions that override standings or earlier matches. */
function Rulings({ texts }: { texts: readonly string[] }): JSX.Element {
  return (
    <>
      {texts.map((text) => (
        <EngineText key={text} text={text} kind="warn-note" />
      ))}
    </>
  );
}

function Ties({ ties }: { ties: readonly TieShown[] }): JSX.Element {
  return (
    <section class="ties" aria-label={t("ties")}>
      <h3>{t("ties")}</h3>
      <ul>
        {ties.map((one) => (
          <li key={one.teams.join()} dir="ltr">
            <bdi class={one.open === 0 && (one.won[0] ?? 0) > (one.won[1] ?? 0) ? "won" : ""}>{one.teams[0]}</bdi>
            <b>
              {one.won[0]}–{one.won[1]}
            </b>
            <bdi class={one.open === 0 && (one.won[1] ?? 0) > (one.won[0] ?? 0) ? "won" : ""}>{one.teams[1]}</bdi>
            <small class="dim">{one.open > 0 && t("rubbers-open", { n: one.open })}</small>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Group({ group }: { group: GroupShown }): JSX.Element {
  // Before the first match the standings have no reasons to show.
  const played = group.columns.indexOf("played");
  const isBegun = played < 0 || group.rows.some((row) => row.figures[played] !== "0");
  return (
    <div class="group">
      <table>
        <caption>
          {group.name ? t("group-n", { name: group.name }) : t("table")}
          {group.is_complete && <span class="badge good">{t("complete")}</span>}
        </caption>
        <thead>
          <tr>
            <th />
            <th />
            {group.columns.map((name) => (
              <th key={name} title={wordsFor(`col-${name}`) ?? name}>
                {wordsFor(`col-${name}-short`) ?? wordsFor(`col-${name}`) ?? name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {group.rows.map((row, at) => (
            <tr key={row.entry} class={`${at === group.advance - 1 ? "cut" : ""} ${row.goes_on ? "goes-on" : ""}`}>
              <td>{row.rank}</td>
              <th scope="row">
                <EntryName text={row.entry} />
                {row.has_left && <small class="dim"> {t("has-left")}</small>}
              </th>
              {row.figures.map((figure, column) => (
                <td key={column} class={group.columns[column]} dir="ltr">
                  {figure}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <Rulings texts={group.ruled} />
      {group.why.length > 0 && isBegun && (
        <details>
          <summary>{t("why")}</summary>
          <ul>
            {group.why.map((line) => (
              <EngineText key={line} text={line} tag="li" />
            ))}
          </ul>
        </details>
      )}
    </div>
  );
}

const STEP_MS = 260;
const LONGEST_MS = 12_000;

export function DrawReveal({ stage, onDone }: { stage: StageDetail; onDone: () => void }): JSX.Element {
  const isGroups = stage.lots.length === stage.groups.length; // the lots of a Swiss round are pairs
  const order = drawOrder(stage.lots, isGroups);
  const [shown, setShown] = useState(matchMedia("(prefers-reduced-motion: reduce)").matches ? order.length : 0);
  useEffect(() => {
    if (shown >= order.length) return;
    const timer = setTimeout(() => setShown(shown + 1), Math.max(40, Math.min(STEP_MS, LONGEST_MS / order.length)));
    return () => clearTimeout(timer);
  }, [shown, order.length]);
  const seen = new Set(order.slice(0, shown).map(([group, at]) => `${group} ${at}`));
  const last = order[shown - 1];
  return (
    <div class="lots" data-testid="lots">
      <div class="inline">
        {shown < order.length ? (
          <button class="go" onClick={() => setShown(order.length)}>
            {t("skip")}
          </button>
        ) : (
          <button class="go" onClick={onDone}>
            {t("to-tables")}
          </button>
        )}
        <span aria-live="polite" class="drawn-name">
          <EntryName text={last && shown < order.length ? (stage.lots[last[0]]?.[last[1]] ?? "") : ""} />
        </span>
      </div>
      <div class={isGroups ? "lot-groups" : "lot-pairs"}>
        {stage.lots.map((group, number) => (
          <ol key={number}>
            {isGroups && <li class="head">{stage.groups[number]?.name || t("all")}</li>}
            {group.map((name, at) => {
              const isSeen = seen.has(`${number} ${at}`);
              const isLast = last !== undefined && last[0] === number && last[1] === at;
              return (
                <li key={at} class={`${isSeen ? "in" : ""} ${isLast ? "now" : ""}`}>
                  <EntryName text={isSeen ? name : "…"} />
                </li>
              );
            })}
          </ol>
        ))}
      </div>
    </div>
  );
}

/** The order in which places are filled: groups place by place, a bracket line by line. */
function drawOrder(lots: readonly (readonly string[])[], isGroups: boolean): readonly (readonly [number, number])[] {
  const all = lots.flatMap((group, number) => group.map((_, at) => [number, at] as const));
  return isGroups ? all.sort((one, other) => one[1] - other[1] || one[0] - other[0]) : all;
}
