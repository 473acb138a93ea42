// The blueprint of a board, and the check of one that somebody has measured.

import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import { download, post } from "../app/api.ts";
import { t } from "../i18n/i18n.ts";
import type { InspectionAnswer } from "../wire.ts";
import { Sheet } from "./Sheet.tsx";

export function MakePage(): JSX.Element {
  const [text, setText] = useState("");
  const [result, setResult] = useState<InspectionAnswer | null>(null);
  const [problem, setProblem] = useState("");
  useEffect(() => void fetch("/api/board/template").then((answer) => answer.text().then(setText)), []);
  const check = (): void => {
    post("/api/board/check", { text }).then(
      (found) => {
        setResult(found);
        setProblem("");
      },
      (error: Error) => {
        setResult(null);
        setProblem(error.message);
      },
    );
  };
  const seen = result?.findings.filter((one) => one.verdict !== "not measured") ?? [];
  return (
    <Sheet title={t("make-title")}>
      <div class="two">
        <section class="panel">
          <h2>{t("blueprint")}</h2>
          <p class="small">{t("blueprint-note")}</p>
          <img class="blueprint" src="/api/board/blueprint.svg" alt={t("blueprint")} />
          <div class="buttons">
            {(
              [
                ["svg", "SVG"],
                ["dxf", "DXF"],
                ["pdf?paper=a0", "PDF A0"],
                ["pdf?paper=a4", "PDF A4"],
              ] as const
            ).map(([form, label]) => (
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
        <section class="panel">
          <h2>{t("check")}</h2>
          <p class="small">{t("check-note")}</p>
          <textarea
            dir="ltr"
            lang="en"
            spellcheck={false}
            class="tall"
            aria-label={t("check")}
            value={text}
            onInput={(event) => setText(event.currentTarget.value)}
          />
          <div class="buttons">
            <button class="go" onClick={check}>
              {t("check-run")}
            </button>
            <button onClick={() => download("board.toml", new Blob([text], { type: "text/plain" }))}>
              {t("download")}
            </button>
          </div>
          {problem && (
            <p class="refusal lines" role="alert">
              {problem}
            </p>
          )}
        </section>
      </div>
      {result && (
        <section class="panel" data-testid="inspection">
          <h2 class={result.passed ? "ok" : "bad"}>
            {result.passed ? t("passes-check") : t("fails-check", { count: result.failed.length })}
          </h2>
          <div class="table-scroll">
            <table class="card">
              <thead>
                <tr>
                  <th />
                  <th>{t("measured")}</th>
                  <th>{t("law-says")}</th>
                  <th />
                </tr>
              </thead>
              <tbody>
                {seen.map((one) => (
                  <tr key={one.key} class={one.verdict === "fail" ? "bad" : ""}>
                    <td>{one.name}</td>
                    <td dir="ltr">{one.measured.map(String).join(", ")}</td>
                    <td dir="ltr">{one.admitted}</td>
                    <td>
                      {one.verdict === "fail" ? "✗" : "✓"} {one.law}
                    </td>
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
        </section>
      )}
    </Sheet>
  );
}
