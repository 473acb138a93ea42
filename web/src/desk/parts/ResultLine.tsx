// The line in which results are typed by table number. It shows what a line means before Enter sends it, so that a score
// card read the wrong way round is noticed.

import type { JSX } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { afterPause } from "../../api/acknowledged.ts";
import type { TableShown } from "../../api/wire.ts";
import { type ActionRequest, perform } from "../core/actions.ts";
import {
  enteredHere,
  type LinePreview,
  missingPart,
  onEnter,
  parseLine,
  previewLine,
  sendLine,
  typedLine,
  updatedPreview,
} from "../core/resultLine.ts";
import { may, seq } from "../core/session.ts";
import { t } from "../words/words.ts";
import { EngineText, ErrorMessage, Versus } from "./ui.tsx";

let isFocusRequested = false;

/** Focus the line once a screen shows it. */
export function requestFocus(): void {
  isFocusRequested = true;
}

export function beginLine(text: string): void {
  typedLine.value = text;
  const field = document.querySelector<HTMLInputElement>("#result-line");
  field?.focus();
  requestAnimationFrame(() => field?.setSelectionRange(text.length, text.length));
}

/** `tables` are as last loaded: without the server they alone show whose match a line names. */
export function ResultLine({ tables }: { tables: readonly TableShown[] }): JSX.Element | null {
  const field = useRef<HTMLInputElement>(null);
  const [preview, setPreview] = useState<LinePreview | null>(null);
  /** The entered line that the arrow keys have reached; -1 is the line being typed. */
  const [past, setPast] = useState(-1);
  /** The line for which Enter was pressed while it was incomplete. */
  const [incomplete, setIncomplete] = useState("");
  const line = typedLine.value;
  const parsed = parseLine(line);
  const missing = incomplete === line ? missingPart(line) : null;

  useEffect(() => {
    if (isFocusRequested) field.current?.focus();
    isFocusRequested = false;
    const slash = (event: KeyboardEvent): void => {
      if (event.key !== "/" || (event.target as Element).closest("input,textarea,select,dialog")) return;
      event.preventDefault();
      field.current?.focus();
      field.current?.select();
    };
    addEventListener("keydown", slash);
    return () => removeEventListener("keydown", slash);
  }, []);

  useEffect(() => {
    if (!parsed) return setPreview(null);
    return afterPause(140, () => void previewLine(line).then((next) => setPreview((old) => updatedPreview(old, next))));
  }, [line, seq.value]);

  if (!may("result")) return null;
  const current = preview?.line === line ? preview : null;
  const entered = enteredHere();

  const enter = async (): Promise<void> => {
    if (!parsed) return setIncomplete(line);
    if (!current) return setPreview(await previewLine(line)); // its meaning was not shown yet, so this Enter only shows it
    const next = onEnter(current);
    if (next !== "send") return setPreview(next);
    typedLine.value = "";
    setPreview(null);
    setPast(-1);
    await sendLine(current);
  };
  const recall = (step: number): void => {
    const at = Math.max(-1, Math.min(entered.length - 1, past + step));
    setPast(at);
    typedLine.value = at < 0 ? "" : (entered[at]?.line ?? "");
  };

  return (
    <section class="result-line" aria-label={t("results")}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void enter();
        }}
      >
        <label for="result-line">{t("result-label")}</label>
        <input
          id="result-line"
          ref={field}
          value={line}
          dir="ltr"
          autocomplete="off"
          spellcheck={false}
          enterkeyhint="done"
          placeholder="4 25-18"
          aria-describedby="result-meaning"
          onInput={(event) => {
            typedLine.value = event.currentTarget.value;
          }}
          onKeyDown={(event) => {
            if (event.key === "Escape") typedLine.value = "";
            if (event.key !== "ArrowUp" && event.key !== "ArrowDown") return;
            event.preventDefault();
            recall(event.key === "ArrowUp" ? 1 : -1);
          }}
        />
        <button class="go" disabled={!line.trim() || !!current?.problem}>
          {t("enter")} ⏎
        </button>
      </form>
      <div id="result-meaning" aria-live="polite" data-testid="meaning">
        {missing && (
          <p class="refusal" role="alert">
            {missing.what === "match" ? t("wanted-match") : t("wanted-score")} <code dir="ltr">{missing.example}</code>
          </p>
        )}
        {!parsed && !missing && (
          <p class="dim">
            {t("result-hint")} <bdi dir="ltr">4 25-18 · 4 a:5+q b:3 · M7 25-18</bdi> {t("result-key")}
          </p>
        )}
        {current && <Meaning preview={current} tables={tables} />}
      </div>
      <ol class="entered" aria-label={t("entered-here")}>
        {entered
          .filter((one) => !one.problem || one.problem !== current?.problem) // shown above already
          .slice(0, 4)
          .map((one) => (
            <li key={one.line + one.text} class={one.problem ? "bad" : ""}>
              <button class="quiet" dir="ltr" onClick={() => beginLine(one.line)} title={t("type-again")}>
                {one.line}
              </button>
              <EngineText text={one.problem || one.text} tag="span" />
            </li>
          ))}
      </ol>
    </section>
  );
}

function Meaning({ preview, tables }: { preview: LinePreview; tables: readonly TableShown[] }): JSX.Element {
  const { line, shown, problem, code } = preview;
  const wanted = parseLine(line)?.match ?? "";
  const match = tables.find((one) => one.match && [`@${one.table}`, one.match.id].includes(wanted))?.match;
  return (
    <>
      {preview.isChanged && (
        <p class="warn-note" role="alert">
          {t("line-changed")}
        </p>
      )}
      {shown?.said.map((text) => (
        <EngineText key={text} text={text} kind="means" />
      ))}
      {shown?.warnings.map((text) => (
        <EngineText key={text} text={text} kind="refusal" />
      ))}
      {preview.isConfirmed && (
        <p class="warn-note" role="alert">
          {t("line-grave")}
        </p>
      )}
      {code === "unseen" && (
        <>
          {match && (
            <p class="means">
              {match.id} <Versus match={match} />
            </p>
          )}
          <p class="warn-note">{t("unseen")}</p>
        </>
      )}
      {shown && shown.changes.length > 0 && (
        <details>
          <summary>{t("changes-n", { n: shown.changes.length })}</summary>
          <ul>
            {shown.changes.map((one) => (
              <EngineText key={one.text} text={one.text} tag="li" />
            ))}
          </ul>
        </details>
      )}
      {problem && <ErrorMessage text={problem} code={code} />}
      {code === "no-reason" && (
        <button type="button" onClick={() => performLine(line, { label: line })}>
          {t("with-reason")}
        </button>
      )}
      {code === "played" && (
        <button
          type="button"
          class="danger"
          onClick={() => performLine(line, { label: t("correct-it"), reasons: correctionReasons() }, true)}
        >
          {t("correct-it")}
        </button>
      )}
    </>
  );
}

export function correctionReasons(): readonly string[] {
  return [t("why-turned"), t("why-misread"), t("why-other-match")];
}

function performLine(line: string, words: Pick<ActionRequest, "label" | "reasons">, isCorrection = false): void {
  const parsed = parseLine(line, isCorrection);
  if (!parsed) return;
  const onDone = (): void => {
    typedLine.value = "";
  };
  void perform({ ...words, act: parsed.act, preview: true, asksReason: true, onDone });
}
