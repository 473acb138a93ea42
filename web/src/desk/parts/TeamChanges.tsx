// What becomes of a whole team: another name, or that it leaves.

import type { JSX } from "preact";
import { useState } from "preact/hooks";
import type { TeamShown } from "../../wire.ts";
import { may } from "../core/tournament.ts";
import { t } from "../words/words.ts";
import { Do, Field } from "./basics.tsx";
import { Leaving } from "./Leaving.tsx";

interface Props {
  readonly event: string;
  readonly eventName: string;
  readonly team: TeamShown;
  readonly onDone: () => void;
}

export function TeamChanges({ event, eventName, team, onDone }: Props): JSX.Element {
  const [name, setName] = useState(team.name);
  const isOther = name.trim() !== "" && name.trim() !== team.name;
  return (
    <div class="acts" data-testid="team-changes">
      <h3 dir="auto">{team.name}</h3>
      {may("rename") && (
        <form class="inline" onSubmit={(submitted) => submitted.preventDefault()}>
          <Field label={t("right-name")} value={name} onInput={setName} />
          {isOther && (
            <Do
              act={{ do: "rename", who: team.name, name: name.trim(), event }}
              label={t("rename-label", { who: team.name, name: name.trim() })}
              done={onDone}
            >
              {t("rename")}
            </Do>
          )}
        </form>
      )}
      {may("leave") && (
        <Leaving who={team.name} name={team.name} events={[event]} named={{ [event]: eventName }} done={onDone} />
      )}
      <button onClick={onDone}>{t("leave-it")}</button>
    </div>
  );
}
