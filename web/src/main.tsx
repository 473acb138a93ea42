// Entry point of the game: loads the page of the current address.

import { type ComponentType, type JSX, render } from "preact";
import { useEffect, useState } from "preact/hooks";
import { ErrorBoundary, LoadAgain } from "./app/ErrorBoundary.tsx";
import { catchFocus } from "./app/focus.ts";
import { place } from "./app/router.ts";
import { t } from "./i18n/i18n.ts";
import { wordsAreThere } from "./i18n/speaking.ts";
import { Home } from "./pages/Home.tsx";
import { NotFound } from "./pages/Page.tsx";
import { pageAt } from "./routes.ts";

function App(): JSX.Element {
  const name = place.value.path[0] ?? "";
  const page = pageAt(name);
  const title = page ? `${t("carrom")} · ${t(page.title)}` : t("carrom");
  const [loaded, setLoaded] = useState<{ name: string; Page: ComponentType } | null>(null);
  const [lost, setLost] = useState<string | null>(null);
  useEffect(() => {
    setLost(null);
    // A page may load its own catalogue.
    void page
      ?.load()
      .then((Page) => wordsAreThere().then(() => Page))
      .then(
        (Page) => setLoaded({ name, Page }),
        () => setLost(name),
      );
  }, [name]);
  useEffect(() => {
    document.title = title;
  }, [title]);
  useEffect(() => {
    const main = document.querySelector<HTMLElement>("main:not(.game)"); // a match focuses its prompt itself
    catchFocus(main?.querySelector<HTMLElement>("h1") ?? main);
  }, [loaded, place.value.path.join("/")]);
  if (!page) return name ? <NotFound /> : <Home />;
  // The chunk cannot be loaded: the server has a new version, or the network is gone.
  if (lost === name) return <LoadAgain message={t("page-old")} again={t("load-again")} id="old-page" />;
  if (loaded?.name !== name) return <p class="waiting">{t("loading")}</p>;
  return <loaded.Page key={place.value.path.join("/")} />;
}

// Avoid showing English first to readers of another language.
void wordsAreThere().then(() =>
  render(
    <ErrorBoundary words={() => ({ message: t("page-broken"), again: t("load-again") })}>
      <App />
    </ErrorBoundary>,
    document.getElementById("app") as HTMLElement,
  ),
);
