// The choices of one kind of act as a grid of buttons: a row for each law or label, a column for each player.

import type { JSX } from "preact";
import { useState } from "preact/hooks";
import type { ActChoices, ChoiceView, PadView } from "../../api/pad.ts";
import type { Act } from "../engine/questions.ts";
import { lawUse, noteLaw } from "../padPrefs.ts";
import { isKey, t, wordsFor } from "../words/words.ts";
import { LawChip } from "./Laws.tsx";
import { choiceWords, kindWords, sentenceOf } from "./labels.ts";
import { Icon } from "./parts.tsx";

/** With more rows than fit on a screen, show a search field. */
const SEARCH_FROM = 12;
/** Acts that cannot be undone: a suggested text only fills the field. */
const FINAL = ["protest"];

/** Acts with one choice of offender above all rows. */
const BY_OFFENDER = ["foul", "warning"];
/** Shown smaller, beside the usual answer. */
const SECONDARY = ["placed-some", "points"];

interface Props {
  readonly offered: ActChoices;
  readonly names: PadView["names"];
  readonly onChoose: (act: Act) => void;
  /** Large buttons, for the act the match is waiting for. */
  readonly big?: boolean;
  /** The player in turn commits most offences, so is chosen first. */
  readonly turn?: string | null;
}

export function Choices({ offered, names, onChoose, big = false, turn = null }: Props): JSX.Element {
  const people = offendersOf(offered);
  const [who, setWho] = useState(people.includes(turn ?? "") ? turn : null);
  const [words, setWords] = useState("");
  const all = rowsOf(offered);
  const rows = all.filter((row) => isMeant(row, words));
  const usual = rows.filter(([first]) => first?.is_usual);
  const rest = rows.filter(([first]) => !first?.is_usual);
  const show = (row: readonly ChoiceView[]): JSX.Element => {
    const key = row[0]?.law ?? row[0]?.label ?? "row";
    return people.length > 0 || offered.kind === "stroke" ? (
      <Offence key={key} row={row} {...{ offered, onChoose, who }} />
    ) : (
      <Row key={key} row={row} {...{ offered, names, onChoose, big }} />
    );
  };
  return (
    <div class={`choices ${big ? "big" : ""} kind-${offered.kind}`}>
      {people.length > 0 && (
        <div class="columns offenders" role="group" aria-label={kindWords(offered.kind)}>
          {people.map((one) => (
            <button
              key={one}
              class="pick"
              aria-pressed={one === who}
              data-testid={`who-${one}`}
              onClick={() => setWho(one)}
            >
              {names[one] ?? one}
            </button>
          ))}
        </div>
      )}
      {all.length > SEARCH_FROM && (
        <input
          type="search"
          value={words}
          placeholder={t("search-offences")}
          aria-label={t("search-offences")}
          data-testid="search-choices"
          onInput={(event) => setWords(event.currentTarget.value)}
        />
      )}
      {usual.map(show)}
      {usual.length > 0 && rest.length > 0 && <hr />}
      {rest.map(show)}
      {offered.kind === "foul" && <p class="dim">{t("foul-in-stroke")}</p>}
      {rows.length === 0 && offered.kind !== "foul" && <p class="dim">{t("not-now")}</p>}
    </div>
  );
}

/** Possible offenders, if chosen once for all rows. */
function offendersOf({ kind, choices }: ActChoices): readonly string[] {
  if (!BY_OFFENDER.includes(kind)) return [];
  return [...new Set(choices.flatMap(({ who }) => (who === null ? [] : [who])))];
}

/** Whether the search words are the law of a row or occur in its text. */
function isMeant([first]: readonly ChoiceView[], words: string): boolean {
  const wanted = words.trim().toLowerCase().split(/\s+/);
  const law = first?.law?.toLowerCase() ?? "";
  const text = `${first?.title ?? ""} ${first?.words ?? ""}`.toLowerCase();
  return wanted.every((word) => law.startsWith(word) || law.includes(`:${word}`) || text.includes(word));
}

function Offence({
  row,
  offered,
  onChoose,
  who,
}: {
  row: readonly ChoiceView[];
  offered: ActChoices;
  onChoose: (act: Act) => void;
  who: string | null;
}): JSX.Element {
  const choice = row.find((one) => one.who === who);
  const law = row[0]?.law ?? "";
  return (
    <div class="offence">
      <LawChip law={law} />
      <button
        class="tap"
        disabled={!choice}
        data-kind={offered.kind}
        data-act={choice && JSON.stringify(choice.act)}
        onClick={() => {
          if (!choice) return;
          noteLaw(offered.kind, law);
          onChoose(choice.act);
        }}
      >
        <span lang="en" dir="ltr">
          {row[0]?.title}
        </span>
      </button>
    </div>
  );
}

function Row({ row, offered, names, onChoose, big }: Props & { row: readonly ChoiceView[] }): JSX.Element {
  const first = row[0];
  if (first?.needs) return <Texts {...{ row, offered, names, onChoose }} />;
  const choose = (choice: ChoiceView): void => {
    if (choice.law) noteLaw(offered.kind, choice.law);
    onChoose(choice.act);
  };
  const byLaw = first?.law ?? null;
  return (
    <div class="choice-row" role="group" aria-label={first?.title ?? kindWords(offered.kind)}>
      {byLaw && (
        <p class="reason" lang="en" dir="ltr">
          <LawChip law={byLaw} /> {first?.title}
        </p>
      )}
      {row.length === 1 && first && first.said.length > 0 && (
        <p class="follows">{first.said.map(sentenceOf).join(" ")}</p>
      )}
      <div class="columns">
        {row.map((choice) => (
          <button
            key={JSON.stringify(choice.act)}
            class={`tap ${big && !SECONDARY.includes(choice.label ?? offered.kind) ? "go" : ""}`}
            data-kind={offered.kind}
            data-act={JSON.stringify(choice.act)}
            onClick={() => choose(choice)}
          >
            {buttonWords(choice, names)}
          </button>
        ))}
      </div>
    </div>
  );
}

function buttonWords(choice: ChoiceView, names: PadView["names"]): string {
  if (choice.label) return choiceWords(choice, names);
  const who = choice.who ? (names[choice.who] ?? choice.who) : "";
  // For an unnoticed error the title of the law does not say what stays as it is.
  const whole = choice.law && wordsFor(`${choice.act.kind}-${choice.law}`, { who });
  if (whole || who) return whole || who;
  return choice.law ? t("so-it-is") : kindWords(String(choice.act.kind));
}

function Texts({ row, offered, names, onChoose }: Props & { row: readonly ChoiceView[] }): JSX.Element {
  const [text, setText] = useState("");
  const usual = Array.from({ length: 4 }, (_, index) => `text-${offered.kind}-${index + 1}`).filter(isKey);
  const give = (choice: ChoiceView, words: string): void =>
    onChoose({ ...choice.act, [choice.needs ?? "text"]: words });
  const [who, setWho] = useState(row[0]);
  return (
    <form
      class="texts"
      onSubmit={(event) => {
        event.preventDefault();
        if (who && text.trim()) give(who, text.trim());
      }}
    >
      {row.length > 1 && (
        <div class="columns">
          {row.map((choice) => (
            <button
              key={choice.who}
              type="button"
              class="pick"
              aria-pressed={choice === who}
              onClick={() => setWho(choice)}
            >
              {names[choice.who ?? ""]}
            </button>
          ))}
        </div>
      )}
      {usual.map((key) => (
        <button
          key={key}
          type="button"
          class="tap"
          onClick={() => (FINAL.includes(offered.kind) ? setText(t(key)) : who && give(who, t(key)))}
        >
          {t(key)}
        </button>
      ))}
      <label class="field">
        <span>{t("own-words")}</span>
        <input value={text} onInput={(event) => setText(event.currentTarget.value)} />
      </label>
      <button class="tap go" disabled={!text.trim()}>
        <Icon name="ready" /> {who?.label ? choiceWords(who, names) : kindWords(offered.kind)}
      </button>
    </form>
  );
}

/** Group choices by law or label; laws this umpire uses often come first. */
function rowsOf({ kind, choices }: ActChoices): (readonly ChoiceView[])[] {
  const rows = new Map<string, ChoiceView[]>();
  for (const choice of choices) {
    const key =
      choice.law ??
      (choice.who && !choice.needs ? `${choice.label}` : choice.needs ? "text" : JSON.stringify(choice.act));
    rows.set(key, [...(rows.get(key) ?? []), choice]);
  }
  const sorted = [...rows.values()];
  const use = (row: readonly ChoiceView[]): number => (row[0]?.law ? lawUse(kind, row[0].law) : 0);
  return sorted.sort((one, other) => use(other) - use(one));
}
