// A setting in a form: what stands in its field holds, an empty field says that nothing is set, and an example stands
// beside it, never inside, where it would be taken for a value.

import type { JSX } from "preact";
import type { FormatShown, SetRow, SettingShown } from "../../wire.ts";
import { t, wordsFor } from "../words/words.ts";
import { Said } from "./basics.tsx";

/** What need not be said: a setting that can always change. */
const ANY_TIME = "Any time.";

/** How the engine writes that nothing is set. */
const NOTHING = "no";

export function SettingInput({
  one,
  value,
  id,
  labelledBy,
  onInput,
  isDisabled = false,
}: {
  one: SettingShown;
  value: string;
  id?: string;
  /** The ids of the words that name it, where it stands in no label. */
  labelledBy?: string;
  onInput: (value: string) => void;
  isDisabled?: boolean;
}): JSX.Element {
  if (one.formats.length)
    return (
      <StageChoice
        formats={one.formats}
        value={value}
        {...(labelledBy ? { labelledBy } : {})}
        label={settingWords(one)}
        isDisabled={isDisabled}
        onInput={onInput}
      />
    );
  if (one.choices.length)
    return (
      <select
        id={id}
        value={value}
        aria-labelledby={labelledBy}
        disabled={isDisabled}
        onChange={(event) => onInput(event.currentTarget.value)}
      >
        {!one.choices.includes(value) && <option value={value}>{value || "–"}</option>}
        {one.choices.map((choice) => (
          <option key={choice} value={choice}>
            {wordsFor(`choice-${choice}`) ?? choice}
          </option>
        ))}
      </select>
    );
  return (
    <input
      {...({ type: one.name === "day" ? "date" : "text" } as { type: "text" })}
      id={id}
      class="set"
      dir="auto"
      value={value === NOTHING ? "" : value}
      placeholder={value === NOTHING ? t("not-set") : undefined}
      aria-labelledby={labelledBy}
      disabled={isDisabled}
      onInput={(event) => onInput(event.currentTarget.value)}
    />
  );
}

/** The stages of an event, put together one after the other: `swiss+knockout`. */
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
  const put = (at: number, id: string): void =>
    onInput([...stages.slice(0, at), ...(id ? [id, ...stages.slice(at + 1)] : [])].join("+"));
  return (
    <span class="stage-choice" role="group" aria-label={labelledBy ? undefined : label} aria-labelledby={labelledBy}>
      {[...stages, ""].map((stage, at) => {
        const able = formats.filter((one) => (at === 0 ? one.can_begin : one.can_follow));
        return (
          <span key={at}>
            {at > 0 && <span class="dim"> {t("then-stage")} </span>}
            <select
              value={stage}
              aria-label={t("stage-n", { n: at + 1 })}
              disabled={isDisabled}
              onChange={(event) => put(at, event.currentTarget.value)}
            >
              <option value="">{at === 0 ? "–" : t("no-stage")}</option>
              {stage && !able.some((one) => one.id === stage) && <option value={stage}>{formatWords(stage)}</option>}
              {able.map((one) => (
                <option key={one.id} value={one.id}>
                  {formatWords(one.id)}
                </option>
              ))}
            </select>
          </span>
        );
      })}
    </span>
  );
}

/** What a format is called. */
export function formatWords(id: string): string {
  return wordsFor(`format-${id}`) ?? id;
}

/** The places where it is set, and those where it is not and could be; single rounds are chosen. */
export function rowsOf(one: SettingShown): readonly SetRow[] {
  return one.level === "round" ? one.rows : [...one.rows, ...one.more.map((where) => ({ where, value: NOTHING }))];
}

/** What the setting is for, when it is frozen, and what a value looks like. */
export function SettingHelp({ one, isFrozenSaid = false }: { one: SettingShown; isFrozenSaid?: boolean }): JSX.Element {
  return (
    <small class="dim help">
      <Said text={isFrozenSaid && one.frozen !== ANY_TIME ? `${one.help} ${one.frozen}` : one.help} tag="span" />
      {one.sample && !one.choices.length && (
        <span class="example">
          {" "}
          {t("for-example")} <code dir="ltr">{one.sample}</code>
        </span>
      )}
    </small>
  );
}

/** What a setting is called. */
export function settingWords(one: SettingShown): string {
  return wordsFor(`setting-${one.name}`) ?? (one.question || one.name);
}

/** The events of a tournament by their ids: what they are called stands before who may enter. */
export function eventNames(settings: readonly SettingShown[]): ReadonlyMap<string, string> {
  const events = settings.find((one) => one.name === "event")?.rows ?? [];
  return new Map(events.map(({ where, value }) => [where, value.replace(/: [^:]*$/, "")]));
}

/** S/knockout/semi-final+ in words: the event by its name, the stage, the round. */
export function placeWords(where: string, events: ReadonlyMap<string, string>): string {
  const [id = "", stage = "", round = ""] = where.split("/");
  const event = events.get(id) ?? id;
  const name = round.replace(/\+$/, "");
  const words = wordsFor(`round-${name}`) ?? name;
  const shown = round.endsWith("+") ? t("and-later", { round: words }) : words;
  return [event, stage && (wordsFor(`format-${stage}`) ?? stage), shown].filter(Boolean).join(" · ");
}

/** A single round that is to be set otherwise than its stage. */
export function RoundChoice({
  one,
  value,
  events,
  onChoose,
}: {
  one: SettingShown;
  value: string;
  events: ReadonlyMap<string, string>;
  onChoose: (where: string) => void;
}): JSX.Element {
  return (
    <select
      class="round-choice"
      value={value}
      aria-label={t("in-one-round", { what: settingWords(one) })}
      onChange={(event) => onChoose(event.currentTarget.value)}
    >
      <option value="">{t("otherwise-in-round")}</option>
      {one.more.map((where) => (
        <option key={where} value={where}>
          {placeWords(where, events)}
        </option>
      ))}
    </select>
  );
}
