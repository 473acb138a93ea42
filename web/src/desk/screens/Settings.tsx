// All settings of the tournament. The server asks for a reason, or refuses, once others rely on a setting.

import type { JSX } from "preact";
import { useState } from "preact/hooks";
import type { SettingShown } from "../../api/wire.ts";
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

type Events = ReadonlyMap<string, string>;

const LEVELS = ["stage", "round", "event", "tournament"] as const;

const TEAM_SETTINGS = new Set(["rubber", "remove-rubber", "teams"]);

function isRelevant(setting: SettingShown, all: readonly SettingShown[]): boolean {
  const has = (name: string, test: (value: string) => boolean): boolean =>
    all.some((other) => other.name === name && other.rows.some((row) => test(row.value)));
  if (TEAM_SETTINGS.has(setting.name)) return has("category", (value) => value.includes("teams"));
  return setting.name !== "min-communities" || has("min-communities", (value) => value !== "0");
}

export function Settings(): JSX.Element {
  const view = useView("/settings");
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
                    <SettingRows key={one.name} setting={one} viewSeq={found.seq} events={eventNames(found.settings)} />
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
  setting,
  viewSeq,
  events,
}: {
  setting: SettingShown;
  viewSeq: number;
  events: Events;
}): JSX.Element | null {
  const allowsNewPlace = setting.is_place_needed || setting.name.startsWith("remove-");
  const rows = allowsNewPlace ? [...setting.rows, { where: "", value: "" }] : rowsOf(setting);
  if (!rows.length) return null;
  return (
    <div class="setting" data-setting={setting.name}>
      <h3 id={idOf(setting)}>{settingName(setting)}</h3>
      <p>
        <SettingHelp setting={setting} showsFrozen />
      </p>
      {rows.map((row) => (
        <Row key={row.where} setting={setting} where={row.where} value={row.value} viewSeq={viewSeq} events={events} />
      ))}
      {setting.level === "round" && setting.more.length > 0 && may("set") && (
        <RoundForm setting={setting} events={events} />
      )}
    </div>
  );
}

/** The id of the element that names a setting or its place. */
function idOf(setting: SettingShown, where = ""): string {
  return `setting-${setting.name}${where && `-at-${where.replaceAll("/", "-")}`}`;
}

function labelIds(setting: SettingShown, where: string): string {
  return where ? `${idOf(setting)} ${idOf(setting, where)}` : idOf(setting);
}

function Row({
  setting,
  where,
  value: saved,
  viewSeq,
  events,
}: {
  setting: SettingShown;
  where: string;
  value: string;
  viewSeq: number;
  events: Events;
}): JSX.Element {
  const [text, setText] = useState<string | null>(null);
  const [pending, setPending] = useOptimistic<string>(viewSeq);
  const value = pending ?? saved;
  const [place, setPlace] = useState("");
  const isNew = setting.is_place_needed && where === "";
  const isRound = setting.level === "round" && where.split("/").length === 3;
  const at = isNew ? place : where;
  return (
    <form
      class="setting-row"
      onSubmit={(event) => {
        event.preventDefault();
        if (text === null || text === value) return;
        void save(setting, at, text, events, () => {
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
          aria-label={t("place-of", { what: settingName(setting) })}
          onInput={(event) => setPlace(event.currentTarget.value)}
        />
      ) : (
        where && (
          <span id={idOf(setting, where)} class="place">
            <bdi>{placeName(where, events)}</bdi>
          </span>
        )
      )}
      <SettingInput
        setting={setting}
        value={text ?? value}
        labelledBy={labelIds(setting, where)}
        isDisabled={!may("set")}
        onInput={setText}
      />
      {text !== null && text !== value && <button class="go">{t("save")}</button>}
      {isRound && text === null && may("set") && (
        <button type="button" class="quiet" onClick={() => void save(setting, where, "default", events)}>
          {t("as-its-stage")}
        </button>
      )}
    </form>
  );
}

function save(
  setting: SettingShown,
  where: string,
  value: string,
  events: Events,
  onDone?: () => void,
): Promise<boolean> {
  return perform({
    act: { do: "set", changes: [{ setting: setting.name, value, where }] },
    label: t("set-label", { what: `${settingName(setting)} ${placeName(where, events)}`.trim(), value }),
    ...(onDone ? { onDone } : {}),
  });
}

/** Set a round differently from its stage: the final as the best of three. */
function RoundForm({ setting, events }: { setting: SettingShown; events: Events }): JSX.Element {
  const [where, setWhere] = useState("");
  const [text, setText] = useState("");
  return (
    <form
      class="setting-row"
      data-testid={`round-${setting.name}`}
      onSubmit={(event) => {
        event.preventDefault();
        if (!where || !text) return;
        void save(setting, where, text, events, () => {
          setWhere("");
          setText("");
        });
      }}
    >
      <RoundChoice setting={setting} value={where} events={events} onChoose={setWhere} />
      {where && (
        <>
          <span id={`${idOf(setting, where)}-new`} hidden>
            {placeName(where, events)}
          </span>
          <SettingInput
            setting={setting}
            value={text}
            labelledBy={`${idOf(setting)} ${idOf(setting, where)}-new`}
            onInput={setText}
          />
        </>
      )}
      {where && text && <button class="go">{t("save")}</button>}
    </form>
  );
}
