// Draw and publish the stages of every event; see their standings and brackets, and the prizes.

import type { ComponentChildren, JSX } from "preact";
import { useState } from "preact/hooks";
import type { EventShown, StageShown } from "../../api/wire.ts";
import { type ActionRequest, notice, perform, showNotice } from "../core/actions.ts";
import { may } from "../core/session.ts";
import { useView } from "../core/views.ts";
import { LineUp } from "../parts/LineUp.tsx";
import { DrawReveal, StageTables } from "../parts/Stage.tsx";
import { ActionButton, AsyncButton, EngineText, EntryName, Field, Isolated, Loaded, Panel } from "../parts/ui.tsx";
import { t, wordsFor } from "../words/words.ts";

export function Draw(): JSX.Element {
  const view = useView("/stages");
  const [drawing, setDrawing] = useState<string | null>(null);
  return (
    <div class="draw">
      <Loaded view={view}>
        {(found) => (
          <>
            <AllStages stages={found.events.flatMap((event) => event.stages)} />
            {found.events.map((event) => (
              <Event key={event.id} event={event} drawing={drawing} onDraw={setDrawing} />
            ))}
          </>
        )}
      </Loaded>
      <Prizes />
    </div>
  );
}

function AllStages({ stages }: { stages: readonly StageShown[] }): JSX.Element | null {
  const open = stages.filter((one) => one.is_to_draw);
  const hidden = stages.filter((one) => one.is_drawn && !one.is_published);
  const canDraw = open.length > 1 && may("draw");
  const canPublish = hidden.length > 1 && may("publish");
  if (!canDraw && !canPublish) return null;
  return (
    <div class="inline" data-testid="all-at-once">
      {canDraw && (
        <>
          <AsyncButton kind="go" onPress={() => drawAll(open, true)}>
            {t("draw-publish-all", { n: open.length })}
          </AsyncButton>
          <AsyncButton onPress={() => drawAll(open, false)}>{t("draw-all", { n: open.length })}</AsyncButton>
        </>
      )}
      {canPublish && (
        <AsyncButton onPress={() => performAll(hidden.map((one) => publishRequest(one.key)))}>
          {t("publish-all", { n: hidden.length })}
        </AsyncButton>
      )}
    </div>
  );
}

function drawAll(stages: readonly StageShown[], isPublished: boolean): Promise<void> {
  return performAll([
    ...stages.map((one) => drawRequest(one.key, randomSeed())),
    ...(isPublished ? stages.map((one) => publishRequest(one.key)) : []),
  ]);
}

/** Perform actions one after the other; a refusal does not stop the rest. */
async function performAll(requests: readonly ActionRequest[]): Promise<void> {
  const lines: string[] = [];
  let isRefused = false;
  for (const request of requests) {
    if (!(await perform(request))) isRefused = true;
    lines.push(...(notice.value?.lines ?? []));
  }
  showNotice({ kind: isRefused ? "refused" : "done", lines: [...new Set(lines)] });
}

function drawRequest(stage: string, random: string): ActionRequest {
  return { act: { do: "draw", stage, random }, label: t("draw-now") };
}

function publishRequest(stage: string): ActionRequest {
  return { act: { do: "publish", stage }, label: t("publish") };
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
  const [random, setRandom] = useState(randomSeed);
  // Teams from an entry list are not drawn; once they have played, they are changed one by one.
  if (!event.draws_teams || !may("teams") || event.stages.some((one) => one.is_in_use)) return null;
  return (
    <DrawAgain isOpen={event.entries === 0} label={t("draw-teams-again")}>
      <Field label={t("public-seed")} value={random} onInput={setRandom} />
      <ActionButton act={{ do: "teams", event: event.id, random }} label={t("draw-teams")} preview />
    </DrawAgain>
  );
}

/** The desk may type another one, such as a lottery number. */
function randomSeed(): string {
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
  const [random, setRandom] = useState(randomSeed);
  const isSwiss = stage.format === "swiss";
  const canDraw = may("draw") && (stage.is_drawn ? (isSwiss ? !stage.is_whole : !stage.is_in_use) : stage.is_to_draw);
  return (
    <Panel title={`${stage.event_name} · ${wordsFor(`format-${stage.format}`) ?? stage.format}`} id={stage.key}>
      <p class="dim">
        <EngineText text={stage.length} tag="span" />
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
        {canDraw && !stage.is_drawn && (
          <FirstDraw stage={stage} random={random} onRandom={setRandom} onDone={() => onDraw(stage.key)} />
        )}
        {canDraw && stage.is_drawn && (
          <DrawAgain isOpen={isSwiss}>
            <Field label={t("public-seed")} value={random} onInput={setRandom} />
            <ActionButton
              act={{ do: "draw", stage: stage.key, random }}
              label={isSwiss ? t("next-round") : t("draw-again")}
              preview={!isSwiss}
              asksReason={!isSwiss}
              onDone={() => {
                onDraw(stage.key);
                setRandom(randomSeed());
              }}
            />
          </DrawAgain>
        )}
        {may("draw") && stage.can_draw_again && (
          <ActionButton
            act={{ do: "draw", stage: stage.key, random, again: true }}
            label={t("round-again")}
            preview
            asksReason
            onDone={() => setRandom(randomSeed())}
          />
        )}
        {stage.is_drawn && !stage.is_published && (
          <ActionButton act={{ do: "publish", stage: stage.key }} label={t("publish")} />
        )}
        {stage.is_published && <span class="badge good">{t("published")}</span>}
        {stage.is_drawn && drawing !== stage.key && (
          <button class="quiet" onClick={() => onDraw(stage.key)}>
            {t("show-draw")}
          </button>
        )}
      </div>
      {stage.is_drawn && <StageDetails stage={stage} isShown={drawing === stage.key} onDone={() => onDraw(null)} />}
    </Panel>
  );
}

function FirstDraw({
  stage,
  random,
  onRandom,
  onDone,
}: {
  stage: StageShown;
  random: string;
  onRandom: (random: string) => void;
  onDone: () => void;
}): JSX.Element {
  return (
    <>
      <ActionButton kind="go" {...drawRequest(stage.key, random)} onDone={onDone} />
      {may("publish") && (
        <AsyncButton
          onPress={async () => {
            if (await perform(drawRequest(stage.key, random)))
              await perform({ ...publishRequest(stage.key), onDone: onDone });
          }}
        >
          {t("draw-publish")}
        </AsyncButton>
      )}
      <details class="again">
        <summary>{t("own-number")}</summary>
        <Field label={t("public-seed")} value={random} onInput={onRandom} />
      </details>
    </>
  );
}

function StageDetails({
  stage,
  isShown,
  onDone,
}: {
  stage: StageShown;
  isShown: boolean;
  onDone: () => void;
}): JSX.Element {
  const view = useView("/stage", { query: { stage: stage.key } });
  return (
    <Loaded view={view}>
      {(detail) =>
        detail.key === stage.key &&
        (isShown ? <DrawReveal stage={detail} onDone={onDone} /> : <StageTables stage={detail} />)
      }
    </Loaded>
  );
}

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
  const view = useView("/prizes");
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
                      <EntryName text={holder.name} />
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
            <EngineText key={why} text={why} kind="hangs" />
          ))}
        </div>
      ))}
    </Panel>
  );
}
