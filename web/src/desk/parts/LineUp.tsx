// Who plays a rubber for a team: from now on, or in one match alone. What it leads to is shown before it counts.

import type { JSX } from "preact";
import { useState } from "preact/hooks";
import type { StagesShown } from "../../wire.ts";
import { may, useView } from "../core/tournament.ts";
import { t } from "../words/words.ts";
import { Do, Field, Panel } from "./basics.tsx";

export function LineUp(): JSX.Element | null {
  const view = useView<StagesShown>("/stages");
  const [team, setTeam] = useState("");
  const [rubber, setRubber] = useState("");
  const [players, setPlayers] = useState("");
  const [match, setMatch] = useState("");
  const events = view.data?.events.filter((one) => one.kind === "teams") ?? [];
  if (!may("line-up") || !events.length) return null;
  const named = players
    .split(/[,/]/)
    .map((one) => one.trim())
    .filter(Boolean);
  const act = { do: "line-up", team, rubber, players: named, ...(match ? { match } : {}) };
  return (
    <Panel title={t("line-up")} id="line-up">
      <p class="dim">{t("line-up-note")}</p>
      <div class="inline">
        <Field label={t("team-name")} value={team} onInput={setTeam} />
        <Field label={t("rubber")} value={rubber} onInput={setRubber} placeholder="MS" />
        <Field label={t("rubber-players")} value={players} onInput={setPlayers} placeholder="Asha, Ben" />
        <Field label={t("only-match")} value={match} onInput={setMatch} placeholder="M7" />
        {team && rubber && named.length > 0 && (
          <Do act={act} label={t("line-up-label", { team, rubber })} shows>
            {t("line-up")}
          </Do>
        )}
      </div>
    </Panel>
  );
}
