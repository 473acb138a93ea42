// Blueprint of a carrom board, and a check of a measured one.

import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import { get, post, useRequest } from "../api/http.ts";
import type { FindingRow, InspectionAnswer } from "../api/wire.ts";
import { download } from "../app/download.ts";
import { LawChip } from "../app/ui.tsx";
import { t } from "../i18n/i18n.ts";
import { Page } from "./Page.tsx";
import { admitted, advice, outOf, partName, remedy, unitName } from "./parts/parts.ts";
import { say } from "./words/words.ts";

const FORMS = [
  ["svg", "SVG"],
  ["dxf", "DXF"],
  ["pdf?paper=a0", "PDF A0"],
  ["pdf?paper=a4", "PDF A4"],
] as const;

export function MakePage(): JSX.Element {
  return (
    <Page title={t("make-title")}>
      <section class="panel">
        <h2>{t("blueprint")}</h2>
        <p class="small">{t("blueprint-note")}</p>
        <div class="plan" dir="ltr">
          <img class="blueprint" src="/api/board/blueprint.svg" alt={t("blueprint")} />
        </div>
        <div class="buttons">
          <a class="button go" href="/api/board/blueprint.svg" target="_blank" rel="noreferrer">
            {say("open-blueprint")}
          </a>
          {FORMS.map(([form, label]) => (
            <a
              key={form}
              class="button"
              href={`/api/board/blueprint.${form}`}
              download={`carrom-board.${form.slice(0, 3)}`}
            >
              {label}
            </a>
          ))}
        </div>
      </section>
      <BoardForm />
    </Page>
  );
}

// A measured board as a form: one line per requirement with unit, limits and verdict.

type Values = Readonly<Record<string, string>>;

/** The input as a board file for `carrom check`; several values become a list. */
function fileOf(values: Values, rows: readonly FindingRow[]): string {
  return rows
    .filter((row) => values[row.key]?.trim())
    .map((row) => `${row.key} = ${tomlOf(values[row.key] ?? "", row)}\n`)
    .join("");
}

function tomlOf(text: string, row: FindingRow): string {
  if (text === "true" || text === "false") return text;
  const parts = text
    .split(/[;\s]+/)
    .filter(Boolean)
    .map((part) => part.replace(",", "."));
  const isNumbers = row.unit !== undefined && parts.every((part) => /^-?\d+(\.\d+)?$/.test(part));
  if (!isNumbers) return JSON.stringify(text.trim());
  return parts.length > 1 ? `[${parts.join(", ")}]` : (parts[0] ?? "0");
}

export function BoardForm(): JSX.Element {
  const [rows, setRows] = useState<readonly FindingRow[]>([]);
  const [values, setValues] = useState<Values>({});
  const [result, setResult] = useState<InspectionAnswer | null>(null);
  const [problem, setProblem] = useState("");
  useEffect(() => void get("/api/board/requirements").then((found) => setRows(found.findings)), []);
  const text = fileOf(values, rows);
  useRequest<InspectionAnswer | null>(
    () => (text ? post("/api/board/check", { text }) : Promise.resolve(null)),
    (found) => {
      setResult(found);
      setProblem("");
    },
    (error) => setProblem(error.message || t("no-server")),
    [text],
  );
  const found = new Map(result?.findings.map((one) => [one.key, one]));
  const set = (key: string, value: string): void => setValues((before) => ({ ...before, [key]: value }));
  const done = result?.findings.filter((one) => one.verdict !== "not measured").length ?? 0;
  return (
    <section class="panel">
      <h2>{t("check")}</h2>
      <p class="small">{t("check-note")}</p>
      <div aria-live="polite" data-testid="inspection">
        {result && (
          <h3 class={result.passed ? "ok" : "bad"}>
            {result.passed ? t("passes-check") : t("fails-check", { count: result.failed.length })}{" "}
            <span class="small">{say("measured-count", { count: done })}</span>
          </h3>
        )}
        {problem && (
          <p class="refusal lines" role="alert">
            {problem}
          </p>
        )}
      </div>
      <div class="measures">
        {rows.map((row) => (
          <Line key={row.key} row={found.get(row.key) ?? row} value={values[row.key] ?? ""} onChange={set} />
        ))}
      </div>
      <details>
        <summary>{say("show-file")}</summary>
        <pre dir="ltr">{text}</pre>
        <button disabled={!text} onClick={() => download("board.toml", new Blob([text], { type: "text/plain" }))}>
          {t("download")}
        </button>
      </details>
    </section>
  );
}

function Line({
  row,
  value,
  onChange,
}: {
  row: FindingRow;
  value: string;
  onChange: (key: string, value: string) => void;
}): JSX.Element {
  /** A draft survives answers from the server; it counts on blur. */
  const [typed, setTyped] = useState<string | null>(null);
  const isCondition = row.unit === undefined && (row.admitted === "yes" || row.admitted === "no");
  const mark = row.verdict === "pass" ? "✓" : row.verdict === "fail" ? "✗" : "";
  return (
    <div class={`measure ${row.verdict === "fail" ? "bad" : ""}`} data-measure={row.key} data-verdict={row.verdict}>
      <label for={row.key}>
        <span>{partName(row)}</span>
        {isCondition ? (
          <select id={row.key} value={value} onChange={(event) => onChange(row.key, event.currentTarget.value)}>
            <option value="">–</option>
            <option value="true">{say("yes")}</option>
            <option value="false">{say("no")}</option>
          </select>
        ) : (
          <span class="with-unit">
            <input
              id={row.key}
              dir="ltr"
              inputMode={row.unit === undefined ? "text" : "decimal"}
              value={typed ?? value}
              onInput={(event) => setTyped(event.currentTarget.value)}
              onChange={(event) => {
                onChange(row.key, event.currentTarget.value);
                setTyped(null);
              }}
            />
            <i>{unitName(row)}</i>
          </span>
        )}
      </label>
      <span class="small">
        <bdi>{admitted(row)}</bdi> <b>{[advice(row), ...outOf(row)].filter(Boolean).join(" ")}</b> {remedy(row)}
      </span>
      <b class="mark">{mark}</b>
      <LawChip law={row.law} />
    </div>
  );
}
