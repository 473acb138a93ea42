// Entry point of the umpire's pad: picks the screen from the address after #. The pad's service worker is
// `web/engine/service.js`, with `sync/background.ts` in front.

import { signal } from "@preact/signals";
import { type JSX, render } from "preact";
import { useCallback, useEffect, useState } from "preact/hooks";
import { ErrorBoundary } from "../app/ErrorBoundary.tsx";
import { wordsAreThere } from "../i18n/speaking.ts";
import { ask } from "./engine/engine.ts";
import { cacheFiles, keepAwake } from "./engine/phone.ts";
import { Home } from "./screens/Home.tsx";
import { Laws, OpenLaw } from "./screens/Laws.tsx";
import { MatchScreen } from "./screens/MatchScreen.tsx";
import { NewMatch } from "./screens/NewMatch.tsx";
import { Scoreboard } from "./screens/Scoreboard.tsx";
import { SendBadge } from "./screens/SendState.tsx";
import { Training } from "./screens/Training.tsx";
import { MatchSession } from "./session.ts";
import { StorageTrouble } from "./storage/database.ts";
import { openLog } from "./storage/log.ts";
import { PadStorage } from "./storage/storage.ts";
import { linkOf, type PadLink } from "./sync/assigned.ts";
import { requestSync, Sender } from "./sync/sender.ts";
import { postFacts } from "./sync/server.ts";
import { t, wordsFor } from "./words/words.ts";

const place = signal(location.hash.slice(1));
addEventListener("hashchange", () => {
  place.value = location.hash.slice(1);
  link.value = linkOf(location.hash);
});

const storage = signal<PadStorage | null>(null);
const sender = signal<Sender | null>(null);
const link = signal<PadLink | null>(linkOf(location.hash));
const trouble = signal<StorageTrouble | null>(null);
PadStorage.open().then(
  (opened) => {
    opened.onGone = (gone) => {
      trouble.value = gone;
    };
    storage.value = opened;
    sender.value = new Sender(opened, postFacts, () => void requestSync());
  },
  (error: unknown) => {
    trouble.value = error instanceof StorageTrouble ? error : new StorageTrouble("unavailable", String(error));
  },
);

function Pad(): JSX.Element {
  const params = new URLSearchParams(place.value);
  const board = params.get("board");
  const match = params.get("m");
  useEffect(() => {
    document.title = t("title");
  });
  return (
    <>
      {trouble.value && (
        <p class="problem" role="alert">
          {wordsFor(`storage-${trouble.value.code}`) ?? trouble.value.message}
        </p>
      )}
      {screen()}
      <OpenLaw />
    </>
  );

  function screen(): JSX.Element {
    if (board !== null) return <Scoreboard id={board} overlay={params.has("overlay")} />;
    if (params.has("train")) return <Training seed={Number(params.get("train")) || Date.now() % 100_000} />;
    if (params.has("laws")) return <Laws />;
    if (params.has("new")) return <NewMatch storage={storage.value} />;
    if (match !== null && storage.value) return <KeptMatch key={match} storage={storage.value} id={match} />;
    const leave = (): void => {
      link.value = null;
      location.hash = "#home";
    };
    return <Home storage={storage.value} link={link.value} onLeave={leave} />;
  }
}

function KeptMatch({ storage: from, id }: { storage: PadStorage; id: string }): JSX.Element {
  const [session, setSession] = useState<MatchSession | null>(null);
  const [failed, setFailed] = useState<string | null>(null);
  const sendState = useCallback(() => sender.value?.outboxes.value.get(id), [id]);
  useEffect(() => {
    let opened: MatchSession | null = null;
    let left = false;
    openLog(from, id).then(
      (log) => {
        if (left) {
          log.close();
          return;
        }
        opened = new MatchSession(log, ask);
        setSession(opened);
      },
      (error: unknown) =>
        setFailed(
          error instanceof StorageTrouble ? (wordsFor(`storage-${error.code}`) ?? error.message) : String(error),
        ),
    );
    const sleep = keepAwake();
    sender.value?.see(id);
    return () => {
      left = true;
      sender.value?.see(null);
      opened?.close();
      sleep();
    };
  }, []);
  if (failed)
    return (
      <p class="problem" role="alert">
        {failed} <a href="#home">{t("all-matches")}</a>
      </p>
    );
  const badge = sender.value && <SendBadge sender={sender.value} id={id} />;
  return session ? <MatchScreen session={session} badge={badge} sendState={sendState} /> : <p class="dim">…</p>;
}

// Update the pad only while no match is open.
void cacheFiles(() => new URLSearchParams(location.hash.slice(1)).get("m") === null);

// Avoid showing English first to readers of another language.
void wordsAreThere().then(() =>
  render(
    <ErrorBoundary words={() => ({ message: t("page-broken"), again: t("load-again") })}>
      <Pad />
    </ErrorBoundary>,
    document.getElementById("app") as HTMLElement,
  ),
);
