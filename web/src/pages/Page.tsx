// Page frame: title, way home, link to the rules.

import type { ComponentChildren, JSX } from "preact";
import { place } from "../app/router.ts";
import { t } from "../i18n/i18n.ts";
import "./pages.css";

export function Page({
  title,
  home = "/",
  children,
}: {
  title: string;
  home?: string;
  children: ComponentChildren;
}): JSX.Element {
  const isRules = place.value.path[0] === "rules";
  return (
    <main class="sheet">
      <header>
        <a href={home} class="brand" aria-label={t("home")}>
          ◎
        </a>
        <h1>{title}</h1>
        {!isRules && (
          <a href="/rules" class="button help" aria-label={t("rules")}>
            ?
          </a>
        )}
      </header>
      {children}
    </main>
  );
}

export function NotFound(): JSX.Element {
  return (
    <Page title={t("nothing-here")}>
      <p>{t("nothing-here-note")}</p>
      <p class="buttons">
        <a class="button go" href="/">
          {t("home")}
        </a>
        <a class="button" href="/games">
          {t("games")}
        </a>
      </p>
    </Page>
  );
}
