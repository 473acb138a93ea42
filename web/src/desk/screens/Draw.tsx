// Every stage: the draw, shown as it happens, then its tables and its tree.

import type { ComponentChildren, JSX } from "preact";
import { useState } from "preact/hooks";
import type { EventShown, PrizesShown, StageInside, StageShown, StagesShown } from "../../wire.ts";
import { may, useView } from "../core/tournament.ts";
import { Do, Field, Isolated, Name, Panel, Said, Seen } from "../parts/basics.tsx";
import { LineUp } from "../parts/LineUp.tsx";
import { Lots } from "../parts/Lots.tsx";
import { StageTables } from "../parts/StageTables.tsx";
import { t, wordsFor } from "../words/words.ts";

export function Draw(): JSX.Element {
  const view = useView<StagesShown>("/stages");
  const [drawing, setDrawing] = useState<string | null>(null);
  return (
    <div class="draw">
      <Seen view={view}>
        {(found) => (
          <>
            {found.events.map((event) => (
              <Event key={event.id} event={event} drawing={drawing} onDraw={setDrawing} />
            ))}
          </>
        )}
      </Seen>
      <Prizes />
    </div>
  );
}

function Event({
  event,
  drawing,
  onDraw,
}: {
  event: EventShown;
  drawing: string | null;
  onDraw: (key: string | null) => void;
}): JSX.Element {
  return (
    <section class="event" data-event={event.id}>
      <h2>
        <bdi>{event.name}</bdi>{" "}
        <small class="dim">
          {t("entries-n", { n: event.entries })}
          {event.left > 0 && ` · ${t("gone-n", { n: event.left })}`}
        </small>
        {event.is_cancelled && <span class="badge">{t("cancelled")}</span>}
      </h2>
      {event.kind === "teams" && <Teams event={event} />}
      {event.kind === "teams" && <LineUp event={event.id} />}
      {event.stages.map((stage) => (
        <Stage key={stage.key} stage={stage} drawing={drawing} onDraw={onDraw} />
      ))}
    </section>
  );
}

function Teams({ event }: { event: EventShown }): JSX.Element | null {
  const [random, setRandom] = useState(freshSeed);
  // Teams that came by a list are drawn by nobody; once something of them is played, they are changed one by one.
  if (!event.draws_teams || !may("teams") || event.stages.some((one) => one.is_in_use)) return null;
  return (
    <DrawAgain isOpen={event.entries === 0} label={t("draw-teams-again")}>
      <Field label={t("public-seed")} value={random} onInput={setRandom} />
      <Do act={{ do: "teams", event: event.id, random }} label={t("draw-teams")} shows />
    </DrawAgain>
  );
}

/** A seed that anybody can see and nobody chose; the desk may put another one, such as a lottery's. */
function freshSeed(): string {
  return String(crypto.getRandomValues(new Uint32Array(1))[0] ?? 0);
}

function Stage({
  stage,
  drawing,
  onDraw,
}: {
  stage: StageShown;
  drawing: string | null;
  onDraw: (key: string | null) => void;
}): JSX.Element {
  const [random, setRandom] = useState(freshSeed);
  const isSwiss = stage.format === "swiss";
  const canDraw = may("draw") && (isSwiss ? !stage.is_whole : !stage.is_in_use);
  return (
    <Panel title={`${stage.event_name} · ${wordsFor(`format-${stage.format}`) ?? stage.format}`} id={stage.key}>
      <p class="dim">
        <Said text={stage.length} tag="span" />
      </p>
      {stage.seeds.length > 0 && (
        <p class="seed">
          {t("drawn-with")}{" "}
          {stage.seeds.map((seed, at) => (
            <>
              {at > 0 && " · "}
              <code dir="ltr">{seed}</code>
            </>
          ))}
        </p>
      )}
      <div class="inline">
        {canDraw && (
          <DrawAgain isOpen={!stage.is_drawn || isSwiss}>
            <Field label={t("public-seed")} value={random} onInput={setRandom} />
            <Do
              kind={stage.is_drawn ? "" : "go"}
              act={{ do: "draw", stage: stage.key, random }}
              label={stage.is_drawn ? (isSwiss ? t("next-round") : t("draw-again")) : t("draw-now")}
              shows={stage.is_drawn && !isSwiss}
              asksReason={stage.is_drawn && !isSwiss}
              done={() => {
                onDraw(stage.key);
                setRandom(freshSeed());
              }}
            />
          </DrawAgain>
        )}
        {may("draw") && stage.can_draw_again && (
          <Do
            act={{ do: "draw", stage: stage.key, random, again: true }}
            label={t("round-again")}
            shows
            asksReason
            done={() => setRandom(freshSeed())}
          />
        )}
        {stage.is_drawn && !stage.is_published && (
          <Do act={{ do: "publish", stage: stage.key }} label={t("publish")} shows />
        )}
        {stage.is_published && <span class="badge good">{t("published")}</span>}
        {stage.is_drawn && drawing !== stage.key && (
          <button class="quiet" onClick={() => onDraw(stage.key)}>
            {t("show-draw")}
          </button>
        )}
      </div>
      {stage.is_drawn && <Inside stage={stage} isShown={drawing === stage.key} onDone={() => onDraw(null)} />}
    </Panel>
  );
}

/** The draw as it happens, or the stage as it stands. */
function Inside({ stage, isShown, onDone }: { stage: StageShown; isShown: boolean; onDone: () => void }): JSX.Element {
  const view = useView<StageInside>(`/stage?stage=${encodeURIComponent(stage.key)}`);
  return (
    <Seen view={view}>
      {(inside) =>
        inside.key === stage.key && (isShown ? <Lots stage={inside} onDone={onDone} /> : <StageTables stage={inside} />)
      }
    </Seen>
  );
}

/** What is drawn already is drawn again only by who looks for it. */
function DrawAgain({
  isOpen,
  label = t("draw-again"),
  children,
}: {
  isOpen: boolean;
  label?: string;
  children: ComponentChildren;
}): JSX.Element {
  if (isOpen) return <div class="inline">{children}</div>;
  return (
    <details class="again">
      <summary>{label} …</summary>
      <div class="inline">{children}</div>
    </details>
  );
}

function Prizes(): JSX.Element | null {
  const view = useView<PrizesShown>("/prizes");
  const won = view.data?.awards.filter((one) => one.prizes.length || one.waits.length) ?? [];
  if (!won.length) return null;
  return (
    <Panel title={t("prizes")} id="prizes">
      {won.map((award) => (
        <div key={award.event} class="award">
          <h3 dir="auto">{award.event}</h3>
          <ol>
            {award.prizes.map((one) => (
              <li key={one.place} value={one.place}>
                {one.entries.map((holder) => (
                  <div key={holder.name}>
                    <b>
                      <Name text={holder.name} />
                    </b>{" "}
                    <small class="dim">
                      <Isolated text={holder.players.join(", ") || holder.club} />
                    </small>
                  </div>
                ))}
              </li>
            ))}
          </ol>
          {award.waits.length > 0 && <p class="warn-note">{t("prizes-wait")}</p>}
          {award.waits.map((why) => (
            <Said key={why} text={why} kind="hangs" />
          ))}
        </div>
      ))}
    </Panel>
  );
}
