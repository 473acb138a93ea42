// The desk: the page that runs a tournament. Its screens are loaded when they are opened.

import { type ComponentType, type JSX, render } from "preact";
import { useEffect, useState } from "preact/hooks";
import { backOff } from "../api/backOff.ts";
import { ApiError } from "../api/errors.ts";
import { get, online } from "../api/http.ts";
import { ErrorBoundary, LoadAgain } from "../app/ErrorBoundary.tsx";
import { go, place } from "../app/router.ts";
import { wordsAreThere } from "../i18n/speaking.ts";
import { showLateAnswer, showNotice } from "./core/actions.ts";
import { flush, startOutbox } from "./core/outbox.ts";
import { updateEntered } from "./core/resultLine.ts";
import { followLog, isRevoked, saveToken, session, setSeq, tokenFor } from "./core/session.ts";
import { ConfirmDialog } from "./parts/ConfirmDialog.tsx";
import { Frame, type Screen, screensOf } from "./parts/Frame.tsx";
import { ErrorMessage, Progress } from "./parts/ui.tsx";
import { Start } from "./screens/Start.tsx";
import { Today } from "./screens/Today.tsx";
import { t } from "./words/words.ts";

const COMPONENTS: Readonly<Record<Screen, () => Promise<ComponentType>>> = {
  evening: () => Promise.resolve(Today),
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
    document.title = `${t("carrom")} · ${session.value?.name ?? t("title")}`;
  }, [session.value?.name, t("title")]);
  if (!id) return <Start />;
  return <Tournament key={id} id={id} screen={screen ?? ""} />;
}

function Tournament({ id, screen }: { id: string; screen: string }): JSX.Element {
  const [problem, setProblem] = useState<ApiError | null>(null);
  const [isOpen, setOpen] = useState(false);
  useEffect(() => {
    const { secret } = place.value;
    if (secret) {
      // Others can read the address bar: the secret is removed from it.
      saveToken(id, secret);
      go(`/desk/${id}${screen ? `/${screen}` : ""}`, true);
    }
    let stop: (() => void) | null = null;
    let isLeft = false;
    let failures = 0;
    session.value = null;
    isRevoked.value = false;
    setSeq(0);
    const open = (): void => {
      get(`/api/tournaments/${id}/standing`, { token: tokenFor(id) }).then(
        (access) => {
          if (isLeft) return;
          session.value = access;
          setSeq(access.seq);
          setOpen(true);
          stop = followLog(id);
          void flush();
        },
        (error: Error) => {
          if (isLeft) return;
          if (error instanceof ApiError) setProblem(error);
          else setTimeout(open, backOff(++failures, 1000, 2000));
        },
      );
    };
    open();
    return () => {
      isLeft = true;
      stop?.();
    };
  }, [id]);
  if (problem)
    return (
      <main class="start">
        <ErrorMessage text={problem.message} />
        <p>
          <a class="button" href="/desk">
            {t("sign-in")}
          </a>
        </p>
      </main>
    );
  if (!isOpen || session.value === null)
    return <main class="start">{online.value ? <Progress /> : <p class="banner">{t("offline")}</p>}</main>;
  const screens = screensOf(session.value.role);
  const name = (screens as readonly string[]).includes(screen) ? (screen as Screen) : (screens[0] ?? "evening");
  return (
    <Frame screen={name}>
      <LazyScreen key={name} name={name} />
      <ConfirmDialog />
    </Frame>
  );
}

function LazyScreen({ name }: { name: Screen }): JSX.Element {
  useEffect(() => {
    showNotice(null);
  }, [name]);
  const [Component, setComponent] = useState<ComponentType | null>(() => (name === "evening" ? Today : null));
  const [isFailed, setFailed] = useState(false);
  useEffect(() => {
    COMPONENTS[name]().then(
      (loaded) => setComponent(() => loaded),
      () => setFailed(true),
    );
  }, [name]);
  if (isFailed) return <LoadAgain message={t("page-old")} again={t("load-again")} id="old-page" />;
  return Component ? <Component /> : <Progress />;
}

startOutbox((answer) => {
  showLateAnswer(answer);
  updateEntered(answer);
});
// Wait for the language of the page, so that English is not shown first.
void wordsAreThere().then(() =>
  render(
    <ErrorBoundary words={() => ({ message: t("page-broken"), again: t("load-again") })}>
      <App />
    </ErrorBoundary>,
    document.getElementById("app") as HTMLElement,
  ),
);
