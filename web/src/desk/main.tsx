// The desk: one page for whoever runs a tournament, its screens loaded when they are asked for.

import type { ComponentType } from "preact";
import { type JSX, render } from "preact";
import { useEffect, useState } from "preact/hooks";
import { go, place } from "../app/router.ts";
import { LoadAgain, Whole } from "../app/Whole.tsx";
import { wordsAreThere } from "../i18n/speaking.ts";
import type { MyAccess } from "../wire.ts";
import { ask, DeskRefusal, online } from "./core/ask.ts";
import { holdLink } from "./core/keys.ts";
import { flush } from "./core/outbox.ts";
import { told } from "./core/perform.ts";
import { isOut, listen, sawAll, standing } from "./core/tournament.ts";
import { Asking } from "./parts/Asking.tsx";
import { Progress, Refusal } from "./parts/basics.tsx";
import { Frame, type Screen, screensOf } from "./parts/Frame.tsx";
import { Evening } from "./screens/Evening.tsx";
import { Start } from "./screens/Start.tsx";
import { t } from "./words/words.ts";

const LOADED: Readonly<Record<Screen, () => Promise<ComponentType>>> = {
  evening: () => Promise.resolve(Evening),
  entries: () => import("./screens/Entries.tsx").then((module) => module.Entries),
  draw: () => import("./screens/Draw.tsx").then((module) => module.Draw),
  plan: () => import("./screens/Plan.tsx").then((module) => module.Plan),
  referee: () => import("./screens/Referee.tsx").then((module) => module.Referee),
  print: () => import("./screens/Print.tsx").then((module) => module.Print),
  team: () => import("./screens/Team.tsx").then((module) => module.Team),
  log: () => import("./screens/Log.tsx").then((module) => module.Log),
  settings: () => import("./screens/Settings.tsx").then((module) => module.Settings),
};

function App(): JSX.Element {
  const [, id, screen] = place.value.path;
  useEffect(() => {
    document.title = `${t("carrom")} · ${standing.value?.name ?? t("title")}`;
  }, [standing.value?.name, t("title")]);
  if (!id) return <Start />;
  return <Tournament key={id} id={id} screen={screen ?? ""} />;
}

function Tournament({ id, screen }: { id: string; screen: string }): JSX.Element {
  const [problem, setProblem] = useState<DeskRefusal | null>(null);
  const [isThere, setThere] = useState(false);
  useEffect(() => {
    const { secret } = place.value;
    if (secret) {
      // The secret of a link is kept here and goes out of the address, where others could read it.
      holdLink(id, secret);
      go(`/desk/${id}${screen ? `/${screen}` : ""}`, true);
    }
    let stop: (() => void) | null = null;
    let isOver = false;
    standing.value = null;
    isOut.value = false;
    sawAll(0);
    const enter = (): void => {
      ask<MyAccess>(`/api/tournaments/${id}/standing`, id).then(
        (found) => {
          if (isOver) return;
          standing.value = found;
          sawAll(found.seq);
          setThere(true);
          stop = listen(id);
          void flush();
        },
        (error: Error) => {
          if (isOver) return;
          if (error instanceof DeskRefusal) setProblem(error);
          else setTimeout(enter, 2000);
        },
      );
    };
    enter();
    return () => {
      isOver = true;
      stop?.();
    };
  }, [id]);
  if (problem)
    return (
      <main class="start">
        <Refusal text={problem.message} />
        <p>
          <a class="button" href="/desk">
            {t("sign-in")}
          </a>
        </p>
      </main>
    );
  if (!isThere || standing.value === null)
    return <main class="start">{online.value ? <Progress /> : <p class="banner">{t("offline")}</p>}</main>;
  const seen = screensOf(standing.value.role);
  const name = (seen as readonly string[]).includes(screen) ? (screen as Screen) : (seen[0] ?? "evening");
  return (
    <Frame screen={name}>
      <OneScreen key={name} name={name} />
      <Asking />
    </Frame>
  );
}

function OneScreen({ name }: { name: Screen }): JSX.Element {
  useEffect(() => {
    told.value = null;
  }, [name]);
  const [Found, setFound] = useState<ComponentType | null>(() => (name === "evening" ? Evening : null));
  const [isLost, setLost] = useState(false);
  useEffect(() => {
    LOADED[name]().then(
      (found) => setFound(() => found),
      () => setLost(true),
    );
  }, [name]);
  if (isLost)
    // The server has another version by now, or the line broke: this page cannot get the rest of itself.
    return <LoadAgain said={t("page-old")} again={t("load-again")} id="old-page" />;
  return Found ? <Found /> : <Progress />;
}

// Nobody reads English first whose language is another.
void wordsAreThere().then(() =>
  render(
    <Whole words={() => ({ said: t("page-broken"), again: t("load-again") })}>
      <App />
    </Whole>,
    document.getElementById("app") as HTMLElement,
  ),
);
