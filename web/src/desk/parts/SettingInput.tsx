// Fields for tournament settings, and their names, places and help in words. Examples are beside a field, not in it, where
// they would be taken for values.

import type { JSX } from "preact";
import type { FormatShown, SetRow, SettingShown } from "../../api/wire.ts";
import { t, wordsFor } from "../words/words.ts";
import { EngineText } from "./ui.tsx";

/** The server's text for a setting that can always change: not worth showing. */
const ANY_TIME = "Any time.";

/** The server's value for a setting that is not set. */
const UNSET = "no";

export function SettingInput({
  setting,
  value,
  id,
  labelledBy,
  onInput,
  isDisabled = false,
}: {
  setting: SettingShown;
  value: string;
  id?: string;
  /** The ids of the elements that name it, if it is not in a label. */
  labelledBy?: string;
  onInput: (value: string) => void;
  isDisabled?: boolean;
}): JSX.Element {
  if (setting.formats.length)
    return (
      <StageChoice
        formats={setting.formats}
        value={value}
        {...(labelledBy ? { labelledBy } : {})}
        label={settingName(setting)}
        isDisabled={isDisabled}
        onInput={onInput}
      />
    );
  if (setting.choices.length)
    return (
      <select
        id={id}
        value={value}
        aria-labelledby={labelledBy}
        disabled={isDisabled}
        onChange={(event) => onInput(event.currentTarget.value)}
      >
        {!setting.choices.includes(value) && <option value={value}>{value || "–"}</option>}
        {setting.choices.map((choice) => (
          <option key={choice} value={choice}>
            {wordsFor(`choice-${choice}`) ?? choice}
          </option>
        ))}
      </select>
    );
  return (
    <input
      {...({ type: setting.name === "day" ? "date" : "text" } as { type: "text" })}
      id={id}
      class="set"
      dir="auto"
      value={value === UNSET ? "" : value}
      placeholder={value === UNSET ? t("not-set") : undefined}
      aria-labelledby={labelledBy}
      disabled={isDisabled}
      onInput={(event) => onInput(event.currentTarget.value)}
    />
  );
}

/** Choose the stages of an event in order: `swiss+knockout`. */
export function StageChoice({
  formats,
  value,
  label,
  labelledBy,
  isDisabled = false,
  onInput,
}: {
  formats: readonly FormatShown[];
  value: string;
  label: string;
  labelledBy?: string;
  isDisabled?: boolean;
  onInput: (value: string) => void;
}): JSX.Element {
  const stages = value.split("+").filter(Boolean);
  const setStage = (at: number, id: string): void =>
    onInput([...stages.slice(0, at), ...(id ? [id, ...stages.slice(at + 1)] : [])].join("+"));
  return (
    <span class="stage-choice" role="group" aria-label={labelledBy ? undefined : label} aria-labelledby={labelledBy}>
      {[...stages, ""].map((stage, at) => {
        const possible = formats.filter((one) => (at === 0 ? one.can_begin : one.can_follow));
        return (
          <span key={at}>
            {at > 0 && <span class="dim"> {t("then-stage")} </span>}
            <select
              value={stage}
              aria-label={t("stage-n", { n: at + 1 })}
              disabled={isDisabled}
              onChange={(event) => setStage(at, event.currentTarget.value)}
            >
              <option value="">{at === 0 ? "–" : t("no-stage")}</option>
              {stage && !possible.some((one) => one.id === stage) && <option value={stage}>{formatName(stage)}</option>}
              {possible.map((one) => (
                <option key={one.id} value={one.id}>
                  {formatName(one.id)}
                </option>
              ))}
            </select>
          </span>
        );
      })}
    </span>
  );
}

export function formatName(id: string): string {
  return wordsFor(`format-${id}`) ?? id;
}

/** Where a setting is or could be set; of rounds, where it is. */
export function rowsOf(setting: SettingShown): readonly SetRow[] {
  return setting.level === "round"
    ? setting.rows
    : [...setting.rows, ...setting.more.map((where) => ({ where, value: UNSET }))];
}

export function SettingHelp({
  setting,
  showsFrozen = false,
}: {
  setting: SettingShown;
  showsFrozen?: boolean;
}): JSX.Element {
  return (
    <small class="dim help">
      <EngineText
        text={showsFrozen && setting.frozen !== ANY_TIME ? `${setting.help} ${setting.frozen}` : setting.help}
        tag="span"
      />
      {setting.sample && !setting.choices.length && (
        <span class="example">
          {" "}
          {t("for-example")} <code dir="ltr">{setting.sample}</code>
        </span>
      )}
    </small>
  );
}

export function settingName(setting: SettingShown): string {
  return wordsFor(`setting-${setting.name}`) ?? (setting.question || setting.name);
}

/** The names of the events by their ids; a setting's value is the name, a colon, and who may enter. */
export function eventNames(settings: readonly SettingShown[]): ReadonlyMap<string, string> {
  const events = settings.find((one) => one.name === "event")?.rows ?? [];
  return new Map(events.map(({ where, value }) => [where, value.replace(/: [^:]*$/, "")]));
}

/** A place such as S/knockout/semi-final+ in words: event, stage and round. */
export function placeName(where: string, events: ReadonlyMap<string, string>): string {
  const [id = "", stage = "", round = ""] = where.split("/");
  const event = events.get(id) ?? id;
  const name = round.replace(/\+$/, "");
  const words = wordsFor(`round-${name}`) ?? name;
  const shown = round.endsWith("+") ? t("and-later", { round: words }) : words;
  return [event, stage && (wordsFor(`format-${stage}`) ?? stage), shown].filter(Boolean).join(" · ");
}

/** Choose a round to set differently from its stage. */
export function RoundChoice({
  setting,
  value,
  events,
  onChoose,
}: {
  setting: SettingShown;
  value: string;
  events: ReadonlyMap<string, string>;
  onChoose: (where: string) => void;
}): JSX.Element {
  return (
    <select
      class="round-choice"
      value={value}
      aria-label={t("in-one-round", { what: settingName(setting) })}
      onChange={(event) => onChoose(event.currentTarget.value)}
    >
      <option value="">{t("otherwise-in-round")}</option>
      {setting.more.map((where) => (
        <option key={where} value={where}>
          {placeName(where, events)}
        </option>
      ))}
    </select>
  );
}
