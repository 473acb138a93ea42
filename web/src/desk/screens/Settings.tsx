// Every setting as it is; what people rely on by now asks for a reason, or says that it is too late.

import type { JSX } from "preact";
import { useState } from "preact/hooks";
import type { SettingShown, SettingsShown } from "../../wire.ts";
import { useAsked } from "../core/asked.ts";
import { perform } from "../core/perform.ts";
import { may, useView } from "../core/tournament.ts";
import { Panel, Seen } from "../parts/basics.tsx";
import {
  eventNames,
  placeWords,
  RoundChoice,
  rowsOf,
  SettingHelp,
  SettingInput,
  settingWords,
} from "../parts/SettingInput.tsx";
import { t } from "../words/words.ts";

/** The events by their ids, and what they are called. */
type Events = ReadonlyMap<string, string>;

const LEVELS = ["stage", "round", "event", "tournament"] as const;

/** What is only for teams, and for events of communities. */
const OF_TEAMS = new Set(["rubber", "remove-rubber", "teams"]);

/** Settings of something that this tournament does not have are not shown. */
function isOfThis(one: SettingShown, all: readonly SettingShown[]): boolean {
  const has = (name: string, isSo: (value: string) => boolean): boolean =>
    all.some((other) => other.name === name && other.rows.some((row) => isSo(row.value)));
  if (OF_TEAMS.has(one.name)) return has("category", (value) => value.includes("teams"));
  return one.name !== "min-communities" || has("min-communities", (value) => value !== "0");
}

export function Settings(): JSX.Element {
  const view = useView<SettingsShown>("/settings");
  return (
    <div class="settings">
      <Seen view={view}>
        {(found) => (
          <>
            {LEVELS.map((level) => (
              <Panel key={level} title={t(`level-${level}`)} id={`level-${level}`}>
                {found.settings
                  .filter((one) => one.level === level && isOfThis(one, found.settings))
                  .map((one) => (
                    <SettingRows key={one.name} one={one} seen={found.seq} events={eventNames(found.settings)} />
                  ))}
              </Panel>
            ))}
          </>
        )}
      </Seen>
    </div>
  );
}

function SettingRows({ one, seen, events }: { one: SettingShown; seen: number; events: Events }): JSX.Element | null {
  const isOpen = one.is_place_needed || one.name.startsWith("remove-");
  const rows = isOpen ? [...one.rows, { where: "", value: "" }] : rowsOf(one);
  if (!rows.length) return null;
  return (
    <div class="setting" data-setting={one.name}>
      <h3 id={idOf(one)}>{settingWords(one)}</h3>
      <p>
        <SettingHelp one={one} isFrozenSaid />
      </p>
      {rows.map((row) => (
        <Row key={row.where} one={one} where={row.where} known={row.value} seen={seen} events={events} />
      ))}
      {one.level === "round" && one.more.length > 0 && may("set") && <OneRound one={one} events={events} />}
    </div>
  );
}

/** The id of the words that name a setting, or one place where it is set. */
function idOf(one: SettingShown, where = ""): string {
  return `setting-${one.name}${where && `-at-${where.replaceAll("/", "-")}`}`;
}

function labels(one: SettingShown, where: string): string {
  return where ? `${idOf(one)} ${idOf(one, where)}` : idOf(one);
}

function Row({
  one,
  where,
  known,
  seen,
  events,
}: {
  one: SettingShown;
  where: string;
  known: string;
  seen: number;
  events: Events;
}): JSX.Element {
  const [text, setText] = useState<string | null>(null);
  const [asked, ask] = useAsked<string>(seen);
  const value = asked ?? known;
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
        void put(one, at, text, events, () => {
          // A row for a new place is empty again; any other says what was put there.
          if (!isNew) ask(text, Promise.resolve(true));
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
          aria-label={t("place-of", { what: settingWords(one) })}
          onInput={(event) => setPlace(event.currentTarget.value)}
        />
      ) : (
        where && (
          <span id={idOf(one, where)} class="place">
            <bdi>{placeWords(where, events)}</bdi>
          </span>
        )
      )}
      <SettingInput
        one={one}
        value={text ?? value}
        labelledBy={labels(one, where)}
        isDisabled={!may("set")}
        onInput={setText}
      />
      {text !== null && text !== value && <button class="go">{t("save")}</button>}
      {isRound && text === null && may("set") && (
        <button type="button" class="quiet" onClick={() => void put(one, where, "default", events)}>
          {t("as-its-stage")}
        </button>
      )}
    </form>
  );
}

function put(one: SettingShown, where: string, value: string, events: Events, done?: () => void): Promise<boolean> {
  return perform({
    act: { do: "set", changes: [{ setting: one.name, value, where }] },
    label: t("set-label", { what: `${settingWords(one)} ${placeWords(where, events)}`.trim(), value }),
    ...(done ? { done } : {}),
  });
}

/** One round, or one and all later ones, otherwise than the stage: the final as the best of three. */
function OneRound({ one, events }: { one: SettingShown; events: Events }): JSX.Element {
  const [where, setWhere] = useState("");
  const [text, setText] = useState("");
  return (
    <form
      class="setting-row"
      data-testid={`round-${one.name}`}
      onSubmit={(event) => {
        event.preventDefault();
        if (!where || !text) return;
        void put(one, where, text, events, () => {
          setWhere("");
          setText("");
        });
      }}
    >
      <RoundChoice one={one} value={where} events={events} onChoose={setWhere} />
      {where && (
        <>
          <span id={`${idOf(one, where)}-new`} hidden>
            {placeWords(where, events)}
          </span>
          <SettingInput one={one} value={text} labelledBy={`${idOf(one)} ${idOf(one, where)}-new`} onInput={setText} />
        </>
      )}
      {where && text && <button class="go">{t("save")}</button>}
    </form>
  );
}
