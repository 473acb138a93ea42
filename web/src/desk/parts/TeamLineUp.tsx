// The whole line-up of a team in one form: every rubber with its places, and what it leads to before it counts.

import type { JSX } from "preact";
import { useState } from "preact/hooks";
import type { RubberShown, TeamShown } from "../../wire.ts";
import { t } from "../words/words.ts";
import { Do } from "./basics.tsx";

interface Props {
  readonly event: string;
  readonly team: TeamShown;
  readonly rubbers: readonly RubberShown[];
  readonly onDone: () => void;
}

type Chosen = Readonly<Record<string, readonly string[]>>;

export function TeamLineUp({ event, team, rubbers, onDone }: Props): JSX.Element {
  const [chosen, setChosen] = useState<Chosen>(() =>
    Object.fromEntries(
      rubbers.map(({ id, size }) => [id, Array.from({ length: size }, (_, at) => team.line_up[id]?.[at] ?? "")]),
    ),
  );
  const named = Object.fromEntries(
    Object.entries(chosen).map(([rubber, players]) => [rubber, players.filter(Boolean)]),
  );
  const isOther = rubbers.some(({ id }) => named[id]?.join() !== (team.line_up[id] ?? []).join());
  const isWhole = rubbers.every(({ id, size }) => [0, size].includes(named[id]?.length ?? 0));
  // Nobody plays twice: who is put somewhere else leaves a gap where he stood.
  const put = (rubber: string, at: number, player: string): void =>
    setChosen((now) =>
      Object.fromEntries(
        Object.entries(now).map(([own, players]) => [
          own,
          players.map((one, place) => (own === rubber && place === at ? player : one === player ? "" : one)),
        ]),
      ),
    );
  const placeOf = (player: string): string | undefined =>
    rubbers.find(({ id }) => chosen[id]?.includes(player) && player !== "")?.title;
  return (
    <div class="acts" data-testid="team-line-up">
      <h3>{t("line-up-of", { team: team.name })}</h3>
      <div class="team-line-up">
        {rubbers.map((rubber) => (
          <fieldset key={rubber.id}>
            <legend dir="auto">{rubber.title}</legend>
            {chosen[rubber.id]?.map((player, at) => (
              <select
                key={at}
                value={player}
                aria-label={rubber.size > 1 ? `${rubber.title}, ${t("player-n", { n: at + 1 })}` : rubber.title}
                onChange={(changed) => put(rubber.id, at, changed.currentTarget.value)}
              >
                <option value="">–</option>
                {team.members.map((one) => {
                  const place = placeOf(one.id);
                  return (
                    <option key={one.id} value={one.id}>
                      {one.id !== player && place ? `${one.name} (${place})` : one.name}
                    </option>
                  );
                })}
              </select>
            ))}
          </fieldset>
        ))}
      </div>
      {!isWhole && <p class="dim">{t("line-up-needs")}</p>}
      <div class="buttons">
        {isOther && isWhole && (
          <Do
            kind="go"
            act={{ do: "line-ups", event, team: team.name, rubbers: named }}
            label={`${t("save")}: ${t("line-up-of", { team: team.name })}`}
            shows
            done={onDone}
          >
            {t("save")}
          </Do>
        )}
        <button onClick={onDone}>{t("leave-it")}</button>
      </div>
    </div>
  );
}
