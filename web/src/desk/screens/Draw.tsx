// Every stage: the draw, shown as it happens, then its tables and its tree.

import type { ComponentChildren, JSX } from "preact";
import { useState } from "preact/hooks";
import type { EventShown, PrizesShown, StageDetail, StageShown, StagesShown } from "../../wire.ts";
import { perform, told, type Wish } from "../core/perform.ts";
import { may, useView } from "../core/tournament.ts";
import { Do, Field, Isolated, Name, Panel, Press, Said, Seen } from "../parts/basics.tsx";
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
            <AllAtOnce stages={found.events.flatMap((event) => event.stages)} />
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

/** Several events are drawn, and their draws published, with one press each. */
function AllAtOnce({ stages }: { stages: readonly StageShown[] }): JSX.Element | null {
  const open = stages.filter((one) => one.is_to_draw);
  const hidden = stages.filter((one) => one.is_drawn && !one.is_published);
  const canDraw = open.length > 1 && may("draw");
  const canPublish = hidden.length > 1 && may("publish");
  if (!canDraw && !canPublish) return null;
  return (
    <div class="inline" data-testid="all-at-once">
      {canDraw && (
        <>
          <Press kind="go" onPress={() => drawAll(open, true)}>
            {t("draw-publish-all", { n: open.length })}
          </Press>
          <Press onPress={() => drawAll(open, false)}>{t("draw-all", { n: open.length })}</Press>
        </>
      )}
      {canPublish && (
        <Press onPress={() => each(hidden.map((one) => publishing(one.key)))}>
          {t("publish-all", { n: hidden.length })}
        </Press>
      )}
    </div>
  );
}

function drawAll(stages: readonly StageShown[], isPublished: boolean): Promise<void> {
  return each([
    ...stages.map((one) => drawing(one.key, freshSeed())),
    ...(isPublished ? stages.map((one) => publishing(one.key)) : []),
  ]);
}

/** One after the other; what cannot be is said, and keeps nothing else back. */
async function each(wishes: readonly Wish[]): Promise<void> {
  const lines: string[] = [];
  let isRefused = false;
  for (const wish of wishes) {
    if (!(await perform(wish))) isRefused = true;
    lines.push(...(told.value?.lines ?? []));
  }
  told.value = { kind: isRefused ? "refused" : "done", lines: [...new Set(lines)] };
}

function drawing(stage: string, random: string): Wish {
  return { act: { do: "draw", stage, random }, label: t("draw-now") };
}

function publishing(stage: string): Wish {
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
  const canDraw = may("draw") && (stage.is_drawn ? (isSwiss ? !stage.is_whole : !stage.is_in_use) : stage.is_to_draw);
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
        {canDraw && !stage.is_drawn && (
          <FirstDraw stage={stage} random={random} onRandom={setRandom} onDone={() => onDraw(stage.key)} />
        )}
        {canDraw && stage.is_drawn && (
          <DrawAgain isOpen={isSwiss}>
            <Field label={t("public-seed")} value={random} onInput={setRandom} />
            <Do
              act={{ do: "draw", stage: stage.key, random }}
              label={isSwiss ? t("next-round") : t("draw-again")}
              shows={!isSwiss}
              asksReason={!isSwiss}
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
        {stage.is_drawn && !stage.is_published && <Do act={{ do: "publish", stage: stage.key }} label={t("publish")} />}
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

/** A stage that is not drawn: one press, with a number that nobody chose; who wants another one says so. */
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
      <Do kind="go" {...drawing(stage.key, random)} done={onDone} />
      {may("publish") && (
        <Press
          onPress={async () => {
            if (await perform(drawing(stage.key, random))) await perform({ ...publishing(stage.key), done: onDone });
          }}
        >
          {t("draw-publish")}
        </Press>
      )}
      <details class="again">
        <summary>{t("own-number")}</summary>
        <Field label={t("public-seed")} value={random} onInput={onRandom} />
      </details>
    </>
  );
}

/** The draw as it happens, or the stage as it stands. */
function Inside({ stage, isShown, onDone }: { stage: StageShown; isShown: boolean; onDone: () => void }): JSX.Element {
  const view = useView<StageDetail>(`/stage?stage=${encodeURIComponent(stage.key)}`);
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
