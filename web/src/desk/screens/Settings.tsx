// All settings of the tournament. The server asks for a reason, or refuses, once others rely on a setting.

import type { JSX } from "preact";
import { useState } from "preact/hooks";
import type { SettingShown, SettingsShown } from "../../wire.ts";
import { perform } from "../core/actions.ts";
import { may } from "../core/session.ts";
import { useOptimistic, useView } from "../core/views.ts";
import {
  eventNames,
  placeName,
  RoundChoice,
  rowsOf,
  SettingHelp,
  SettingInput,
  settingName,
} from "../parts/SettingInput.tsx";
import { Loaded, Panel } from "../parts/ui.tsx";
import { t } from "../words/words.ts";

/** The names of the events by their ids. */
type Events = ReadonlyMap<string, string>;

const LEVELS = ["stage", "round", "event", "tournament"] as const;

/** Settings for team events only. */
const TEAM_SETTINGS = new Set(["rubber", "remove-rubber", "teams"]);

/** Whether the tournament has what the setting is about. */
function isRelevant(one: SettingShown, all: readonly SettingShown[]): boolean {
  const has = (name: string, test: (value: string) => boolean): boolean =>
    all.some((other) => other.name === name && other.rows.some((row) => test(row.value)));
  if (TEAM_SETTINGS.has(one.name)) return has("category", (value) => value.includes("teams"));
  return one.name !== "min-communities" || has("min-communities", (value) => value !== "0");
}

export function Settings(): JSX.Element {
  const view = useView<SettingsShown>("/settings");
  return (
    <div class="settings">
      <Loaded view={view}>
        {(found) => (
          <>
            {LEVELS.map((level) => (
              <Panel key={level} title={t(`level-${level}`)} id={`level-${level}`}>
                {found.settings
                  .filter((one) => one.level === level && isRelevant(one, found.settings))
                  .map((one) => (
                    <SettingRows key={one.name} one={one} viewSeq={found.seq} events={eventNames(found.settings)} />
                  ))}
              </Panel>
            ))}
          </>
        )}
      </Loaded>
    </div>
  );
}

function SettingRows({
  one,
  viewSeq,
  events,
}: {
  one: SettingShown;
  viewSeq: number;
  events: Events;
}): JSX.Element | null {
  const allowsNewPlace = one.is_place_needed || one.name.startsWith("remove-");
  const rows = allowsNewPlace ? [...one.rows, { where: "", value: "" }] : rowsOf(one);
  if (!rows.length) return null;
  return (
    <div class="setting" data-setting={one.name}>
      <h3 id={idOf(one)}>{settingName(one)}</h3>
      <p>
        <SettingHelp one={one} showsFrozen />
      </p>
      {rows.map((row) => (
        <Row key={row.where} one={one} where={row.where} value={row.value} viewSeq={viewSeq} events={events} />
      ))}
      {one.level === "round" && one.more.length > 0 && may("set") && <RoundForm one={one} events={events} />}
    </div>
  );
}

/** The id of the element that names a setting, or a place where it is set. */
function idOf(one: SettingShown, where = ""): string {
  return `setting-${one.name}${where && `-at-${where.replaceAll("/", "-")}`}`;
}

function labelIds(one: SettingShown, where: string): string {
  return where ? `${idOf(one)} ${idOf(one, where)}` : idOf(one);
}

function Row({
  one,
  where,
  value: saved,
  viewSeq,
  events,
}: {
  one: SettingShown;
  where: string;
  value: string;
  viewSeq: number;
  events: Events;
}): JSX.Element {
  const [text, setText] = useState<string | null>(null);
  const [pending, setPending] = useOptimistic<string>(viewSeq);
  const value = pending ?? saved;
  const [place, setPlace] = useState("");
  const isNew = one.is_place_needed && where === "";
  const isRound = one.level === "round" && where.split("/").length === 3;
  const at = isNew ? place : where;
  return (
    <form
      class="setting-row"
      onSubmit={(event) => {
        event.preventDefault();
        if (text === null || text === value) return;
        void save(one, at, text, events, () => {
          if (!isNew) setPending(text, Promise.resolve(true));
          setText(null);
          setPlace("");
        });
      }}
    >
      {isNew ? (
        <input
          size={6}
          dir="ltr"
          value={place}
          aria-label={t("place-of", { what: settingName(one) })}
          onInput={(event) => setPlace(event.currentTarget.value)}
        />
      ) : (
        where && (
          <span id={idOf(one, where)} class="place">
            <bdi>{placeName(where, events)}</bdi>
          </span>
        )
      )}
      <SettingInput
        one={one}
        value={text ?? value}
        labelledBy={labelIds(one, where)}
        isDisabled={!may("set")}
        onInput={setText}
      />
      {text !== null && text !== value && <button class="go">{t("save")}</button>}
      {isRound && text === null && may("set") && (
        <button type="button" class="quiet" onClick={() => void save(one, where, "default", events)}>
          {t("as-its-stage")}
        </button>
      )}
    </form>
  );
}

function save(one: SettingShown, where: string, value: string, events: Events, onDone?: () => void): Promise<boolean> {
  return perform({
    act: { do: "set", changes: [{ setting: one.name, value, where }] },
    label: t("set-label", { what: `${settingName(one)} ${placeName(where, events)}`.trim(), value }),
    ...(onDone ? { onDone } : {}),
  });
}

/** Set a round, or a round and all later ones, differently from the stage: the final as the best of three. */
function RoundForm({ one, events }: { one: SettingShown; events: Events }): JSX.Element {
  const [where, setWhere] = useState("");
  const [text, setText] = useState("");
  return (
    <form
      class="setting-row"
      data-testid={`round-${one.name}`}
      onSubmit={(event) => {
        event.preventDefault();
        if (!where || !text) return;
        void save(one, where, text, events, () => {
          setWhere("");
          setText("");
        });
      }}
    >
      <RoundChoice one={one} value={where} events={events} onChoose={setWhere} />
      {where && (
        <>
          <span id={`${idOf(one, where)}-new`} hidden>
            {placeName(where, events)}
          </span>
          <SettingInput one={one} value={text} labelledBy={`${idOf(one)} ${idOf(one, where)}-new`} onInput={setText} />
        </>
      )}
      {where && text && <button class="go">{t("save")}</button>}
    </form>
  );
}
