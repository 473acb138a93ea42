// Page not found, with links onward.

import type { JSX } from "preact";
import { t } from "../i18n/i18n.ts";
import { Sheet } from "./Sheet.tsx";

export function Missing(): JSX.Element {
  return (
    <Sheet title={t("nothing-here")}>
      <p>{t("nothing-here-note")}</p>
      <p class="buttons">
        <a class="button go" href="/">
          {t("home")}
        </a>
        <a class="button" href="/games">
          {t("games")}
        </a>
      </p>
    </Sheet>
  );
}
