// A new tournament in two minutes: a template, and what is asked of everybody with its usual answer; the rest is under
// "more". What the questions are is the engine's own table of settings.

import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import { newKey } from "../../app/ids.ts";
import { useLatest } from "../../app/latest.ts";
import { go } from "../../app/router.ts";
import type { BeginningsShown, MadeTournament, SetRow, SettingShown, SettingsShown } from "../../wire.ts";
import { ask, tell } from "../core/ask.ts";
import { t, wordsFor } from "../words/words.ts";
import { Panel, Progress, Refusal } from "./basics.tsx";
import {
  eventNames,
  formatWords,
  placeWords,
  RoundChoice,
  rowsOf,
  SettingHelp,
  SettingInput,
  StageChoice,
  settingWords,
} from "./SettingInput.tsx";

/** What everybody is asked; the rest has an answer in the template. */
const FIRST = [
  "name",
  "day",
  "venue",
  "tables",
  "start",
  "end",
  "break",
  "age-on",
  "protest-fee",
  "groups",
  "rounds",
  "advance",
  "games",
  "boards",
];
/** When a day ends, where a template leaves it open: nobody means to play through the night. */
const EVENING = "22:00";

export function NewTournament(): JSX.Element {
  const [beginnings, setBeginnings] = useState<BeginningsShown | null>(null);
  const [beginning, setBeginning] = useState("");
  /** How often a template was chosen: who chooses one anew asks for it anew. */
  const [chosen, setChosen] = useState(0);
  const [{ of, settings }, setSettings] = useState<{ of: string; settings: readonly SettingShown[] }>({
    of: "",
    settings: [],
  });
  // A template may name a day of its source's year: here ages count on the first day, unless another is written.
  const [answers, setAnswers] = useState<Readonly<Record<string, string>>>({ "age-on @ ": "day" });
  const [problem, setProblem] = useState("");
  const [isBusy, setBusy] = useState(false);
  // Made twice under one name it is made once: a second tap, or a lost answer, makes no second tournament.
  const [key, setKey] = useState(() => newKey());
  useEffect(() => {
    ask<BeginningsShown>("/api/beginnings").then(setBeginnings, () => {});
  }, []);
  useLatest(
    () =>
      beginning ? ask<SettingsShown>(`/api/beginnings/settings?beginning=${encodeURIComponent(beginning)}`) : null,
    (found) => {
      setSettings({ of: beginning, settings: found.settings });
      const hasEnd = found.settings.some((one) => one.name === "end" && one.rows.some((row) => row.value !== "no"));
      if (!hasEnd) setAnswers((before) => ({ "end @ ": EVENING, ...before }));
      setProblem("");
    },
    (error) => setProblem(error.message || t("offline")),
    [beginning, chosen],
  );
  const isComing = of !== beginning;
  const make = async (): Promise<void> => {
    setBusy(true);
    setProblem("");
    const changed = Object.entries(answers)
      .map(([name, value]) => {
        const [setting = "", where = ""] = name.split(" @ ");
        return { setting, value, where };
      })
      // A round that was chosen and left empty is like its stage.
      .filter(({ value, where }) => value !== "" || where.split("/").length < 3)
      // What was typed under another template, and has no field here, is not seen.
      .filter(({ setting, where }) => settings.some((one) => one.name === setting && hasField(one, where)));
    try {
      const made = await tell<MadeTournament>("/api/tournaments", { key, beginning, settings: changed });
      go(`/desk/${made.id}/entries`);
    } catch (error) {
      setProblem((error as Error).message || t("offline"));
      setKey(newKey());
    } finally {
      setBusy(false);
    }
  };
  const events = eventNames(settings);
  const asked = FIRST.flatMap((name) => settings.filter((one) => one.name === name && rowsOf(one).length));
  const questions = settings.filter(
    (one) => (one.question || one.name === "rubber") && !FIRST.includes(one.name) && rowsOf(one).length,
  );
  const rest = settings.filter(
    (one) => !one.question && !FIRST.includes(one.name) && one.rows.length && !one.is_place_needed,
  );
  const choose = (wanted: string): void => {
    setBeginning(wanted);
    setChosen(chosen + 1);
    setProblem("");
  };
  const answer = (name: string, where: string, value: string): void =>
    setAnswers({ ...answers, [`${name} @ ${where}`]: value });
  const row = (one: SettingShown): JSX.Element => (
    <SettingAnswers key={one.name} one={one} answers={answers} events={events} onAnswer={answer} />
  );
  return (
    <Panel title={t("new-tournament")} id="new">
      <div class="templates" role="group" aria-label={t("begin-with")}>
        {beginnings?.templates.map((one) => (
          <button key={one.id} class="template" aria-pressed={beginning === one.id} onClick={() => choose(one.id)}>
            <b>{wordsFor(`template-${one.id}`) ?? one.name}</b>
            <small dir="auto">{one.events.join(" · ")}</small>
          </button>
        ))}
      </div>
      <div class="chips" role="group" aria-label={t("template-own")}>
        <span class="dim">{t("template-own")}:</span>
        {beginnings?.ways.map((way) => (
          <button key={way} class="chip" aria-pressed={beginning === way} onClick={() => choose(way)}>
            {way.split("+").map(formatWords).join(" → ")}
          </button>
        ))}
      </div>
      {beginnings && (
        <div class="own-stages">
          <span class="dim">{t("own-stages")}:</span>{" "}
          <StageChoice
            formats={beginnings.formats}
            value={beginnings.templates.some((one) => one.id === beginning) ? "" : beginning}
            label={t("own-stages")}
            onInput={choose}
          />
        </div>
      )}
      {wordsFor(`template-ours-${beginning}`) && <p class="dim">{wordsFor(`template-ours-${beginning}`)}</p>}
      {beginning && settings.length === 0 && (problem ? <Refusal text={problem} /> : <Progress />)}
      {beginning && settings.length > 0 && (
        <form
          class="new-form"
          onSubmit={(event) => {
            event.preventDefault();
            void make();
          }}
        >
          <p class="dim">{t("what-stands-holds")}</p>
          <div class="fields">{asked.map(row)}</div>
          <details>
            <summary>{t("more-questions")}</summary>
            <div class="fields">{questions.map(row)}</div>
          </details>
          <details>
            <summary>{t("all-settings")}</summary>
            <div class="fields">{rest.map(row)}</div>
          </details>
          {problem && <Refusal text={problem} />}
          <button class="go" disabled={isBusy || isComing}>
            {t("make-tournament")}
          </button>
          {(isBusy || (isComing && !problem)) && <Progress />}
        </form>
      )}
    </Panel>
  );
}

/** The places that have a field from the beginning: one for all where every place has the same value. */
function setIn(one: SettingShown): readonly SetRow[] {
  const all = rowsOf(one);
  const isSame = !one.is_place_needed && all.every((row) => row.value === all[0]?.value);
  return isSame ? all.slice(0, 1).map((row) => ({ ...row, where: "" })) : all;
}

/** Whether what was typed for a place stands in a field. */
function hasField(one: SettingShown, where: string): boolean {
  return setIn(one).some((row) => row.where === where) || (one.level === "round" && one.more.includes(where));
}

/** One answer where every place has the same value, else one for each place; and single rounds, as they are chosen. */
function SettingAnswers({
  one,
  answers,
  events,
  onAnswer,
}: {
  one: SettingShown;
  events: ReadonlyMap<string, string>;
  answers: Readonly<Record<string, string>>;
  onAnswer: (name: string, where: string, value: string) => void;
}): JSX.Element {
  const [chosen, setChosen] = useState<readonly string[]>([]);
  // A round that was chosen stays, with what was typed, where another template has it too.
  const answered = one.more.filter((where) => answers[`${one.name} @ ${where}`]);
  const rounds =
    one.level === "round" ? [...new Set([...chosen, ...answered])].filter((where) => one.more.includes(where)) : [];
  const rows = [...setIn(one), ...rounds.map((where) => ({ where, value: "" }))];
  return (
    <>
      {rows.map((row, at) => (
        <div key={row.where} class="field" data-setting={`${one.name} ${row.where}`.trim()}>
          <label for={`set ${one.name} ${row.where}`}>
            <span>
              {settingWords(one)} {row.where && <bdi class="place">{placeWords(row.where, events)}</bdi>}
            </span>
            <SettingInput
              id={`set ${one.name} ${row.where}`}
              one={one}
              value={answers[`${one.name} @ ${row.where}`] ?? row.value}
              onInput={(value) => onAnswer(one.name, row.where, value)}
            />
          </label>
          <SettingHelp one={one} />
          {one.level === "round" && at === rows.length - 1 && one.more.length > rounds.length && (
            <RoundChoice
              one={one}
              value=""
              events={events}
              onChoose={(where) => where && setChosen([...chosen, where])}
            />
          )}
        </div>
      ))}
    </>
  );
}
