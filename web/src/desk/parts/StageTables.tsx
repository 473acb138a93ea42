// A stage as it stands: tables with the line above which they go on and the reason for every place, rounds with their
// matches.

import type { JSX } from "preact";
import type { GroupShown, StageInside } from "../../wire.ts";
import { t } from "../words/words.ts";
import { Meeting, Said } from "./basics.tsx";
import { Outcome } from "./FindMatch.tsx";

export function StageTables({ stage }: { stage: StageInside }): JSX.Element {
  return (
    <>
      {stage.groups.length > 0 && (
        <div class="groups">
          {stage.groups.map((group) => (
            <Group key={group.name} group={group} />
          ))}
        </div>
      )}
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
                      <span key={at} class={side.is_known ? "" : "open"} dir="auto">
                        {side.text}
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
                    <b>{one.id}</b> <Meeting match={one} /> <Outcome match={one} />
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

function Group({ group }: { group: GroupShown }): JSX.Element {
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
            <th title={t("col-played")}>{t("col-played-short")}</th>
            <th title={t("col-won")}>{t("col-won-short")}</th>
            <th title={t("col-points")}>{t("col-points-short")}</th>
            <th>{t("col-net")}</th>
            <th title={t("col-scored")}>{t("col-scored-short")}</th>
          </tr>
        </thead>
        <tbody>
          {group.rows.map((row, at) => (
            <tr
              key={row.entry}
              class={`${at === group.advance - 1 ? "cut" : ""} ${group.is_complete && at < group.advance ? "goes-on" : ""}`}
            >
              <td>{row.rank}</td>
              <th scope="row" dir="auto">
                {row.entry}
              </th>
              <td>{row.played}</td>
              <td>{row.won}</td>
              <td>
                <b>{row.points}</b>
              </td>
              <td dir="ltr">{row.net}</td>
              <td>{row.scored}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {group.why.length > 0 && (
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
