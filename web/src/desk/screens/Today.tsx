// The desk's main screen: results, the hall, matches to call, decisions to make.

import type { JSX } from "preact";
import { useEffect } from "preact/hooks";
import type { HallShown } from "../../api/wire.ts";
import { setClock } from "../core/clock.ts";
import { may } from "../core/session.ts";
import { useView } from "../core/views.ts";
import { Decisions, Unsigned } from "../parts/Decisions.tsx";
import { FindMatch } from "../parts/FindMatch.tsx";
import { HallStrip } from "../parts/HallStrip.tsx";
import { NextUp } from "../parts/NextUp.tsx";
import { Protest } from "../parts/Protests.tsx";
import { ResultLine } from "../parts/ResultLine.tsx";
import { ActionButton, EngineText, Loaded, Panel } from "../parts/ui.tsx";
import { t } from "../words/words.ts";

export function Today(): JSX.Element {
  const view = useView("/hall", { everySeconds: 30 });
  const at = view.data?.at;
  useEffect(() => {
    if (at) setClock(at);
  }, [at]);
  return (
    <div class="evening">
      <ResultLine tables={view.data?.tables ?? []} />
      <Loaded view={view}>
        {(hall) => {
          const free = hall.tables.filter((one) => one.state === "free").map((one) => one.table);
          return (
            <div class="evening-grid">
              <div class="wide">
                <Panel title={t("hall")} id="hall" tools={<PlayedCount hall={hall} />}>
                  <HallStrip hall={hall} />
                </Panel>
                <FindMatch />
              </div>
              <div class="narrow">
                <NextUp hall={hall} />
                <Decisions decisions={hall.decisions} free={free} protests={hall.protests.length} />
                {hall.protests.length > 0 && (
                  <Panel title={t("protests")} count={hall.protests.length} id="protests">
                    {hall.protests.map((one) => (
                      <Protest key={one.id} protest={one} />
                    ))}
                  </Panel>
                )}
                <Unsigned unsigned={hall.unsigned} />
                {hall.last && may("undo") && may(hall.last.power) && (
                  <section class="undo">
                    <EngineText text={hall.last.text} tag="span" />
                    <ActionButton
                      act={{ do: "undo" }}
                      label={t("undo")}
                      preview
                      asksReason
                      reasons={[t("why-mistyped")]}
                    />
                  </section>
                )}
              </div>
            </div>
          );
        }}
      </Loaded>
    </div>
  );
}

function PlayedCount({ hall }: { hall: HallShown }): JSX.Element {
  const all = hall.played + hall.unsettled + hall.to_play;
  return (
    <span class="dim">
      {t("played-of", { n: hall.played, all })}
      {hall.unsettled > 0 && ` · ${t("unsettled-n", { n: hall.unsettled })}`}
    </span>
  );
}
