// One page, its parts loaded when they are asked for: the game itself stays small.

import type { ComponentType } from "preact";
import { type JSX, render } from "preact";
import { useEffect, useState } from "preact/hooks";
import { place } from "./app/router.ts";
import { t } from "./i18n/i18n.ts";
import { Home } from "./pages/Home.tsx";

type Page = ComponentType;

const PAGES: Readonly<Record<string, () => Promise<Page>>> = {
  play: () => import("./play/PlayPage.tsx").then((module) => module.PlayPage),
  replay: () => import("./pages/ReplayPage.tsx").then((module) => module.ReplayPage),
  practice: () => import("./pages/PracticePage.tsx").then((module) => module.PracticePage),
  laws: () => import("./pages/LawsPage.tsx").then((module) => module.LawsPage),
  make: () => import("./pages/MakePage.tsx").then((module) => module.MakePage),
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
