// Create a tournament from a template or from stages of your own; its settings come from the server.

import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import { get, post, useRequest } from "../../api/http.ts";
import { newKey } from "../../api/ids.ts";
import type { BeginningsShown, SetRow, SettingShown } from "../../api/wire.ts";
import { go } from "../../app/router.ts";
import { t, wordsFor } from "../words/words.ts";
import {
  eventNames,
  formatName,
  placeName,
  RoundChoice,
  rowsOf,
  SettingHelp,
  SettingInput,
  StageChoice,
  settingName,
} from "./SettingInput.tsx";
import { ErrorMessage, Panel, Progress } from "./ui.tsx";

const MAIN = [
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
const DEFAULT_END = "22:00";

export function NewTournament(): JSX.Element {
  const [templates, setTemplates] = useState<BeginningsShown | null>(null);
  const [beginning, setBeginning] = useState("");
  /** Grows with each choice, so that choosing the same template loads it again. */
  const [choices, setChoices] = useState(0);
  const [{ of, settings }, setSettings] = useState<{ of: string; settings: readonly SettingShown[] }>({
    of: "",
    settings: [],
  });
  // A template may fix the day for ages in its source's year: here it is the first day unless changed.
  const [answers, setAnswers] = useState<Readonly<Record<string, string>>>({ "age-on @ ": "day" });
  const [problem, setProblem] = useState("");
  const [isBusy, setBusy] = useState(false);
  // The same key creates one tournament, even if the button is pressed twice or an answer is lost.
  const [key, setKey] = useState(() => newKey());
  useEffect(() => {
    get("/api/beginnings").then(setTemplates, () => {});
  }, []);
  useRequest(
    () => (beginning ? get("/api/beginnings/settings", { query: { beginning } }) : null),
    (found) => {
      setSettings({ of: beginning, settings: found.settings });
      const hasEnd = found.settings.some((one) => one.name === "end" && one.rows.some((row) => row.value !== "no"));
      if (!hasEnd) setAnswers((before) => ({ "end @ ": DEFAULT_END, ...before }));
      setProblem("");
    },
    (error) => setProblem(error.message || t("offline")),
    [beginning, choices],
  );
  const isLoading = of !== beginning;
  const create = async (): Promise<void> => {
    setBusy(true);
    setProblem("");
    const changed = Object.entries(answers)
      .map(([name, value]) => {
        const [setting = "", where = ""] = name.split(" @ ");
        return { setting, value, where };
      })
      .filter(({ value, where }) => value !== "" || where.split("/").length < 3)
      // Answers for another template may have no field here.
      .filter(({ setting, where }) => settings.some((one) => one.name === setting && hasField(one, where)));
    try {
      const made = await post("/api/tournaments", { key, beginning, settings: changed });
      go(`/desk/${made.id}/entries`);
    } catch (error) {
      setProblem((error as Error).message || t("offline"));
      setKey(newKey());
    } finally {
      setBusy(false);
    }
  };
  const events = eventNames(settings);
  const main = MAIN.flatMap((name) => settings.filter((one) => one.name === name && rowsOf(one).length));
  const questions = settings.filter(
    (one) => (one.question || one.name === "rubber") && !MAIN.includes(one.name) && rowsOf(one).length,
  );
  const rest = settings.filter(
    (one) => !one.question && !MAIN.includes(one.name) && one.rows.length && !one.is_place_needed,
  );
  const choose = (wanted: string): void => {
    setBeginning(wanted);
    setChoices(choices + 1);
    setProblem("");
  };
  const answer = (name: string, where: string, value: string): void =>
    setAnswers({ ...answers, [`${name} @ ${where}`]: value });
  const row = (setting: SettingShown): JSX.Element => (
    <SettingAnswers key={setting.name} setting={setting} answers={answers} events={events} onAnswer={answer} />
  );
  return (
    <Panel title={t("new-tournament")} id="new">
      <div class="templates" role="group" aria-label={t("begin-with")}>
        {templates?.templates.map((one) => (
          <button key={one.id} class="template" aria-pressed={beginning === one.id} onClick={() => choose(one.id)}>
            <b>{wordsFor(`template-${one.id}`) ?? one.name}</b>
            <small dir="auto">{one.events.join(" · ")}</small>
          </button>
        ))}
      </div>
      <div class="chips" role="group" aria-label={t("template-own")}>
        <span class="dim">{t("template-own")}:</span>
        {templates?.ways.map((way) => (
          <button key={way} class="chip" aria-pressed={beginning === way} onClick={() => choose(way)}>
            {way.split("+").map(formatName).join(" → ")}
          </button>
        ))}
      </div>
      {templates && (
        <div class="own-stages">
          <span class="dim">{t("own-stages")}:</span>{" "}
          <StageChoice
            formats={templates.formats}
            value={templates.templates.some((one) => one.id === beginning) ? "" : beginning}
            label={t("own-stages")}
            onInput={choose}
          />
        </div>
      )}
      {wordsFor(`template-ours-${beginning}`) && <p class="dim">{wordsFor(`template-ours-${beginning}`)}</p>}
      {beginning && settings.length === 0 && (problem ? <ErrorMessage text={problem} /> : <Progress />)}
      {beginning && settings.length > 0 && (
        <form
          class="new-form"
          onSubmit={(event) => {
            event.preventDefault();
            void create();
          }}
        >
          <p class="dim">{t("what-stands-holds")}</p>
          <div class="fields">{main.map(row)}</div>
          <details>
            <summary>{t("more-questions")}</summary>
            <div class="fields">{questions.map(row)}</div>
          </details>
          <details>
            <summary>{t("all-settings")}</summary>
            <div class="fields">{rest.map(row)}</div>
          </details>
          {problem && <ErrorMessage text={problem} />}
          <button class="go" disabled={isBusy || isLoading}>
            {t("make-tournament")}
          </button>
          {(isBusy || (isLoading && !problem)) && <Progress />}
        </form>
      )}
    </Panel>
  );
}

/** One field for all places with the same value, else one each. */
function initialRows(setting: SettingShown): readonly SetRow[] {
  const all = rowsOf(setting);
  const isSame = !setting.is_place_needed && all.every((row) => row.value === all[0]?.value);
  return isSame ? all.slice(0, 1).map((row) => ({ ...row, where: "" })) : all;
}

function hasField(setting: SettingShown, where: string): boolean {
  return (
    initialRows(setting).some((row) => row.where === where) ||
    (setting.level === "round" && setting.more.includes(where))
  );
}

function SettingAnswers({
  setting,
  answers,
  events,
  onAnswer,
}: {
  setting: SettingShown;
  events: ReadonlyMap<string, string>;
  answers: Readonly<Record<string, string>>;
  onAnswer: (name: string, where: string, value: string) => void;
}): JSX.Element {
  const [chosen, setChosen] = useState<readonly string[]>([]);
  // A chosen round is kept if the next template has it too.
  const answered = setting.more.filter((where) => answers[`${setting.name} @ ${where}`]);
  const rounds =
    setting.level === "round"
      ? [...new Set([...chosen, ...answered])].filter((where) => setting.more.includes(where))
      : [];
  const rows = [...initialRows(setting), ...rounds.map((where) => ({ where, value: "" }))];
  return (
    <>
      {rows.map((row, at) => (
        <div key={row.where} class="field" data-setting={`${setting.name} ${row.where}`.trim()}>
          <label for={`set ${setting.name} ${row.where}`}>
            <span>
              {settingName(setting)} {row.where && <bdi class="place">{placeName(row.where, events)}</bdi>}
            </span>
            <SettingInput
              id={`set ${setting.name} ${row.where}`}
              setting={setting}
              value={answers[`${setting.name} @ ${row.where}`] ?? row.value}
              onInput={(value) => onAnswer(setting.name, row.where, value)}
            />
          </label>
          <SettingHelp setting={setting} />
          {setting.level === "round" && at === rows.length - 1 && setting.more.length > rounds.length && (
            <RoundChoice
              setting={setting}
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
