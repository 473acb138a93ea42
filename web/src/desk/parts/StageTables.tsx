// A stage as it stands: tables with the line above which they go on and the reason for every place, rounds with their
// matches.

import type { JSX } from "preact";
import type { GroupShown, StageDetail, TieShown } from "../../wire.ts";
import { t, wordsFor } from "../words/words.ts";
import { Meeting, Name, Said } from "./basics.tsx";
import { Outcome } from "./FindMatch.tsx";

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
      <Rulings said={stage.ruled} />
      {stage.shape === "tree" ? (
        <section class="tree" aria-label={t("tree")}>
          {stage.rounds.map((round) => (
            <section key={round.name} class="round">
              <h3>
                <Said text={round.name} tag="span" />
              </h3>
              <div class="round-matches">
                {round.matches.map((one) => (
                  <article key={one.id} class={`node ${one.status.replaceAll(" ", "-")}`}>
                    <small>
                      <b>{one.id}</b> <Outcome match={one} />
                    </small>
                    {one.sides.map((side, at) => (
                      <span key={at} class={side.is_known ? (one.winner === at ? "won" : "") : "open"}>
                        <Name text={side.text} />
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
                <Said text={round.name} tag="span" />
              </h4>
              <ul class="found">
                {round.matches.map((one) => (
                  <li key={one.id} class="row">
                    <b>{one.id}</b>
                    <span>
                      {/* Of a tie every match has a name of its own. */}
                      {stage.ties.length > 0 && (
                        <small class="dim">
                          <bdi>{one.title}</bdi>
                        </small>
                      )}
                      <Meeting match={one} />
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

/** Who sits where tables and earlier matches have somebody else. */
function Rulings({ said }: { said: readonly string[] }): JSX.Element {
  return (
    <>
      {said.map((text) => (
        <Said key={text} text={text} kind="warn-note" />
      ))}
    </>
  );
}

/** Two teams that meet, with the rubbers that each has won. */
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
  // Before the first match nothing but the order of the list puts one above another.
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
                <Name text={row.entry} />
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
      <Rulings said={group.ruled} />
      {group.why.length > 0 && isBegun && (
        <details>
          <summary>{t("why")}</summary>
          <ul>
            {group.why.map((line) => (
              <Said key={line} text={line} tag="li" />
            ))}
          </ul>
        </details>
      )}
    </div>
  );
}
