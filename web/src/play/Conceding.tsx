// Concede the game or the match.

import type { JSX } from "preact";
import { LawChip } from "../app/ui.tsx";
import { t } from "../i18n/i18n.ts";
import type { LiveMatch } from "./live.ts";
import type { Snapshot } from "./messages.ts";
import { partyName } from "./names.ts";
import { sayOf } from "./telling.ts";
import { viewerOf } from "./viewer.ts";

export function Conceding({
  match,
  view,
  onDone,
}: {
  match: LiveMatch;
  view: Snapshot;
  onDone: () => void;
}): JSX.Element {
  const mine = match.mine.value;
  const viewer = viewerOf(mine);
  return (
    <>
      <p>
        {t("concede-sure")} <LawChip law="139" />
      </p>
      <div class="buttons">
        {(["a", "b"] as const).map((party) => {
          const loser = mine.find((player) => player[0] === party);
          return (
            loser &&
            view.may_concede.map((what) => (
              <button
                key={`${party}-${what}`}
                onClick={() => {
                  onDone();
                  match.act(loser, { do: "concede", what });
                }}
              >
                {sayOf(viewer, `concede-${what}`, party, { name: partyName(view, party) })}
              </button>
            ))
          );
        })}
        <button class="go" onClick={onDone}>
          {t("concede-not")}
        </button>
      </div>
    </>
  );
}
