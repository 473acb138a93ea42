// The board for whoever cannot see it: every piece and its place.

import type { JSX } from "preact";
import { t } from "../i18n/i18n.ts";
import type { PageView } from "./messages.ts";

export function TextBoard({ view }: { view: PageView }): JSX.Element {
  return (
    <details class="text-board">
      <summary>{t("text-board")}</summary>
      <ul>
        {view.pieces.map(([kind, x, y]) => (
          <li key={`${kind}${x},${y}`}>
            {t("at-place", { kind: kind === "queen" ? t("queen") : t(kind), x: x.toFixed(0), y: y.toFixed(0) })}
          </li>
        ))}
      </ul>
      <code dir="ltr" lang="en">
        {view.position}
      </code>
    </details>
  );
}
