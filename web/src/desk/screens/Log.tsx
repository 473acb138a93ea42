// The log of the tournament: who did what, when and why, with buttons to retract an event.

import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { usePaused } from "../../api/acknowledged.ts";
import { download } from "../../app/download.ts";
import { timeOf } from "../core/clock.ts";
import { fetchHere, may, session } from "../core/session.ts";
import { useView } from "../core/views.ts";
import { ActionButton, EngineText, ErrorMessage, Field, Loaded, Panel } from "../parts/ui.tsx";
import { t, wordsFor } from "../words/words.ts";

const RETRACTABLE = ["result", "shootout", "called", "entered", "left", "revoked"];

export function Log(): JSX.Element {
  const [words, setWords] = useState("");
  const query = usePaused(words, 250);
  const [by, setBy] = useState("");
  const view = useView("/log", { query: { words: query, by } });
  const [problem, setProblem] = useState("");
  const save = (): void => {
    fetchHere("/file")
      .then((answer) => answer.blob())
      .then(
        (blob) => download(`${session.value?.name ?? "cup"}.tournament`, blob),
        (error: Error) => setProblem(error.message),
      );
  };
  return (
    <Panel
      title={t("log")}
      id="log"
      tools={may("export") ? <button onClick={save}>{t("export-file")}</button> : undefined}
    >
      {problem && <ErrorMessage text={problem} />}
      <div class="inline">
        <Field label={t("find-in-log")} value={words} onInput={setWords} />
        <label class="field">
          <span>{t("by-whom")}</span>
          <select value={by} onChange={(event) => setBy(event.currentTarget.value)}>
            <option value="">{t("all")}</option>
            {view.data?.people.map((one) => (
              <option key={one} value={one}>
                {one}
              </option>
            ))}
          </select>
        </label>
      </div>
      <Loaded view={view}>
        {(log) => (
          <>
            <ol class="log">
              {log.facts.map((one) => (
                <li key={one.id} class={one.is_undone ? "gone" : ""}>
                  <span class="when">
                    <b>{one.n}</b> {timeOf(one.at)}
                  </span>
                  <span>
                    <bdi class="by">{one.by}</bdi> <EngineText text={one.text} tag="span" />
                    {one.reason && (
                      <em dir="auto">
                        {" "}
                        – {t("because")} {one.reason}
                      </em>
                    )}
                    {one.is_undone && <span class="badge">{wordsFor("taken-back")}</span>}
                  </span>
                  {!one.is_undone && RETRACTABLE.includes(one.kind) && (
                    <ActionButton
                      kind="quiet"
                      act={{ do: "retract", fact: one.id }}
                      label={t("retract-label", { what: one.text })}
                      preview
                      asksReason
                    >
                      {t("retract")}
                    </ActionButton>
                  )}
                </li>
              ))}
            </ol>
            {log.found > log.facts.length && <p class="dim">{t("and-more", { n: log.found - log.facts.length })}</p>}
          </>
        )}
      </Loaded>
    </Panel>
  );
}
