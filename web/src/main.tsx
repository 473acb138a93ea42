// One page, its parts loaded when they are asked for: the game itself stays small.

import { render, type JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import type { ComponentType } from "preact";
import { place } from "./app/router";
import { t } from "./i18n/i18n";
import { Home } from "./pages/Home";

type Page = ComponentType;

const PAGES: Readonly<Record<string, () => Promise<Page>>> = {
  play: () => import("./play/PlayPage").then((module) => module.PlayPage),
  replay: () => import("./pages/ReplayPage").then((module) => module.ReplayPage),
  practice: () => import("./pages/PracticePage").then((module) => module.PracticePage),
  laws: () => import("./pages/LawsPage").then((module) => module.LawsPage),
  make: () => import("./pages/MakePage").then((module) => module.MakePage),
};

function App(): JSX.Element {
  const name = place.value.path[0] ?? "";
  const [loaded, setLoaded] = useState<{ name: string; Page: Page } | null>(null);
  useEffect(() => {
    document.title = name in PAGES ? `${t("carrom")} · ${name}` : t("carrom");
    void PAGES[name]?.().then((Page) => setLoaded({ name, Page }));
  }, [name]);
  if (!(name in PAGES)) return <Home />;
  if (loaded?.name !== name) return <p class="waiting">{t("loading")}</p>;
  return <loaded.Page key={place.value.path.join("/")} />;
}

render(<App />, document.getElementById("app") as HTMLElement);
