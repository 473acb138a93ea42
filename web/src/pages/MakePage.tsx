// Blueprint of a carrom board, and a check of a measured one.

import type { JSX } from "preact";
import { t } from "../i18n/i18n.ts";
import { BoardForm } from "./BoardForm.tsx";
import { Sheet } from "./Sheet.tsx";
import { say } from "./words/words.ts";

const FORMS = [
  ["svg", "SVG"],
  ["dxf", "DXF"],
  ["pdf?paper=a0", "PDF A0"],
  ["pdf?paper=a4", "PDF A4"],
] as const;

export function MakePage(): JSX.Element {
  return (
    <Sheet title={t("make-title")}>
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
    </Sheet>
  );
}
