// A new tournament in two minutes: a template, and what is asked of everybody with its usual answer; the rest is under
// "more". What the questions are is the engine's own table of settings.

import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import { go } from "../../app/router.ts";
import type { BeginningsShown, MadeTournament, SettingShown, SettingsShown } from "../../wire.ts";
import { ask, tell } from "../core/ask.ts";
import { t, wordsFor } from "../words/words.ts";
import { Panel, Progress, Said } from "./basics.tsx";

/** What everybody is asked; the rest has an answer in the template. */
const FIRST = ["name", "day", "venue", "tables", "start", "end", "break"];

export function NewTournament(): JSX.Element {
  const [beginnings, setBeginnings] = useState<BeginningsShown | null>(null);
  const [beginning, setBeginning] = useState("");
  const [settings, setSettings] = useState<readonly SettingShown[]>([]);
  const [answers, setAnswers] = useState<Readonly<Record<string, string>>>({});
  const [problem, setProblem] = useState("");
  const [isBusy, setBusy] = useState(false);
  // Made twice under one name it is made once: a second tap, or a lost answer, makes no second tournament.
  const [key, setKey] = useState(() => crypto.randomUUID());
  useEffect(() => {
    ask<BeginningsShown>("/api/beginnings").then(setBeginnings, () => {});
  }, []);
  useEffect(() => {
    if (!beginning) return;
    ask<SettingsShown>(`/api/beginnings/settings?beginning=${encodeURIComponent(beginning)}`).then(
      (found) => {
        setSettings(found.settings);
        setProblem("");
      },
      (error: Error) => setProblem(error.message),
    );
  }, [beginning]);
  const make = async (): Promise<void> => {
    setBusy(true);
    setProblem("");
    const changed = Object.entries(answers).map(([name, value]) => {
      const [setting = "", where = ""] = name.split(" @ ");
      return { setting, value, where };
    });
    try {
      const made = await tell<MadeTournament>("/api/tournaments", { key, beginning, settings: changed });
      go(`/desk/${made.id}/entries`);
    } catch (error) {
      setProblem((error as Error).message || t("offline"));
      setKey(crypto.randomUUID());
    } finally {
      setBusy(false);
    }
  };
  const asked = FIRST.flatMap((name) => settings.filter((one) => one.name === name));
  const questions = settings.filter((one) => one.question && !FIRST.includes(one.name) && one.rows.length);
  const rest = settings.filter(
    (one) => !one.question && !FIRST.includes(one.name) && one.rows.length && !one.is_place_needed,
  );
  const answer = (name: string, where: string, value: string): void =>
    setAnswers({ ...answers, [`${name} @ ${where}`]: value });
  const row = (one: SettingShown): JSX.Element => (
    <SettingAnswers key={one.name} one={one} answers={answers} onAnswer={answer} />
  );
  return (
    <Panel title={t("new-tournament")} id="new">
      <div class="templates" role="group" aria-label={t("begin-with")}>
        {beginnings?.templates.map((one) => (
          <button
            key={one.id}
            class="template"
            aria-pressed={beginning === one.id}
            onClick={() => {
              setBeginning(one.id);
              setAnswers({});
            }}
          >
            <b>{wordsFor(`template-${one.id}`) ?? one.name}</b>
            <small dir="auto">{one.events.join(" · ")}</small>
          </button>
        ))}
        <button
          class="template"
          aria-pressed={beginning === "groups+knockout"}
          onClick={() => {
            setBeginning("groups+knockout");
            setAnswers({});
          }}
        >
          <b>{t("template-own")}</b>
          <small>{t("template-own-note")}</small>
        </button>
      </div>
      {beginning && settings.length > 0 && (
        <form
          class="new-form"
          onSubmit={(event) => {
            event.preventDefault();
            void make();
          }}
        >
          <div class="fields">{asked.map(row)}</div>
          <details>
            <summary>{t("more-questions")}</summary>
            <div class="fields">{questions.map(row)}</div>
          </details>
          <details>
            <summary>{t("all-settings")}</summary>
            <div class="fields">{rest.map(row)}</div>
          </details>
          {problem && (
            <p class="refusal" role="alert" lang="en" dir="auto">
              {problem}
            </p>
          )}
          <button class="go" disabled={isBusy}>
            {t("make-tournament")}
          </button>
          {isBusy && <Progress />}
        </form>
      )}
    </Panel>
  );
}

/** One answer where every place has the same value, else one for each place. */
function SettingAnswers({
  one,
  answers,
  onAnswer,
}: {
  one: SettingShown;
  answers: Readonly<Record<string, string>>;
  onAnswer: (name: string, where: string, value: string) => void;
}): JSX.Element {
  const isSame = one.rows.every((row) => row.value === one.rows[0]?.value);
  const rows = isSame ? one.rows.slice(0, 1).map((row) => ({ ...row, where: "" })) : one.rows;
  const words = wordsFor(`setting-${one.name}`);
  return (
    <>
      {rows.map((row) => (
        <label key={row.where} class="field">
          <span>
            {words ?? (one.question || one.name)} {row.where && <code dir="ltr">{row.where}</code>}
          </span>
          <input
            {...({ type: one.name === "day" ? "date" : "text" } as { type: "text" })}
            dir="auto"
            value={answers[`${one.name} @ ${row.where}`] ?? (row.value === "no" ? "" : row.value)}
            placeholder={one.sample}
            onInput={(event) => onAnswer(one.name, row.where, event.currentTarget.value)}
          />
          <small class="dim">
            <Said text={one.help} tag="span" />
          </small>
        </label>
      ))}
    </>
  );
}
