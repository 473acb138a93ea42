// A page with a title and the way home.

import type { ComponentChildren, JSX } from "preact";
import { t } from "../i18n/i18n.ts";

export function Sheet({
  title,
  home = "/",
  children,
}: {
  title: string;
  home?: string;
  children: ComponentChildren;
}): JSX.Element {
  return (
    <main class="sheet">
      <header>
        <a href={home} class="brand" aria-label={t("home")}>
          ◎
        </a>
        <h1>{title}</h1>
      </header>
      {children}
    </main>
  );
}
