// Replay a match: from this server by address, or from a record file.

import type { JSX } from "preact";
import { useEffect, useMemo, useState } from "preact/hooks";
import { get, post, useRequest } from "../api/http.ts";
import type { Timeline } from "../api/wire.ts";
import { place } from "../app/router.ts";
import { GameTile } from "../games/GameTile.tsx";
import { isOver, useGames } from "../games/gamesStore.ts";
import { t } from "../i18n/i18n.ts";
import { Branch, type Source } from "../play/branch.ts";
import { Game } from "../play/Game.tsx";
import { LiveMatch } from "../play/live.ts";
import { prefs } from "../prefs.ts";
import { displayNames } from "./displayNames.ts";
import { Page } from "./Page.tsx";
import { ReplayViewer } from "./ReplayViewer.tsx";
import { say } from "./words/words.ts";
import "../games/games.css";

export function ReplayPage(): JSX.Element {
  const id = place.value.path[1];
  const [timeline, setTimeline] = useState<Timeline | null>(null);
  const [problem, setProblem] = useState("");
  const [record, setRecord] = useState("");
  const match = useMemo(() => (id ? new LiveMatch(id, "") : null), [id]);
  useEffect(() => () => match?.close(), [match]);
  const latest = match?.view.value?.seq;
  // New events are appended; a reader of an earlier stroke stays there.
  useRequest(
    () => (id ? get(`/api/matches/${encodeURIComponent(id)}/timeline`) : null),
    setTimeline,
    (error) => setProblem(error.message || t("no-server")),
    [id, latest],
  );
  const called = useMemo(() => displayNames(id, match?.view.value ?? null), [id, match?.view.value, prefs.value.name]);
  const { query } = place.value;
  const tried = Number(query.get("try"));
  if (timeline && tried) {
    const back = query.has("live") ? `/play/${id}` : `${location.pathname}?stroke=${query.get("stroke") ?? ""}`;
    return <WhatIf source={id ? { match: id } : { record }} after={tried} back={back} />;
  }
  return (
    <Page title={timeline ? (called.title ?? timeline.title) : t("replay")}>
      {problem && (
        <p class="refusal" role="alert">
          {problem}
        </p>
      )}
      {timeline ? (
        <ReplayViewer
          timeline={timeline}
          called={called}
          id={id ?? null}
          source={id ? { match: id } : { record }}
          mayTry={!match || match.view.value?.aids === true}
          onClose={id ? null : () => setTimeline(null)}
        />
      ) : (
        <Opening
          onOpen={(found, text) => {
            setProblem("");
            setTimeline(found);
            setRecord(text);
          }}
          onProblem={setProblem}
        />
      )}
    </Page>
  );
}

function Opening({
  onOpen,
  onProblem,
}: {
  onOpen: (timeline: Timeline, record: string) => void;
  onProblem: (text: string) => void;
}): JSX.Element {
  const [text, setText] = useState("");
  const open = (record: string): void => {
    post("/api/records", { text: record }).then(
      // A text without events is no record.
      (found) => (found.moments.length > 0 ? onOpen(found, record) : onProblem(say("no-record"))),
      (error: Error) => onProblem(error.message || t("no-server")),
    );
  };
  const own = useGames().games.filter(({ card }) => card && isOver(card));
  return (
    <>
      {own.length > 0 && (
        <section aria-label={t("games-finished")} data-testid="finished">
          <h2>{t("games-finished")}</h2>
          <div class="game-tiles">
            {own.map((game) => (
              <GameTile key={game.id} game={game} />
            ))}
          </div>
        </section>
      )}
      <section class="panel">
        <h2>{t("upload-record")}</h2>
        <p class="small">{t("upload-note")}</p>
        <label class="button file">
          {t("choose-file")}
          <input
            type="file"
            accept=".txt,.carrom,text/plain"
            aria-label={t("upload-record")}
            onChange={(event) => void event.currentTarget.files?.[0]?.text().then(open)}
          />
        </label>
        <label class="field">
          <span>{t("paste-record")}</span>
          <textarea dir="ltr" lang="en" value={text} onInput={(event) => setText(event.currentTarget.value)} />
        </label>
        <div class="buttons">
          <button class="go" disabled={!text.trim()} onClick={() => open(text)}>
            {t("open")}
          </button>
        </div>
      </section>
    </>
  );
}

// Try strokes from a moment of a match, with the umpire's rulings.

export function WhatIf({ source, after, back }: { source: Source; after: number; back: string }): JSX.Element {
  const branch = useMemo(() => new Branch(source, after), [after]);
  const view = branch.view.value;
  const home = (
    <a class="button" href={back}>
      {t("what-if-back")}
    </a>
  );
  if (!view)
    return (
      <main class="sheet">
        <p class="waiting">{branch.refusal.value?.text ?? t("loading")}</p>
        {home}
      </main>
    );
  return (
    <Game
      match={branch}
      view={view}
      ending={null}
      menu={() => <span class="badge">{t("what-if")}</span>}
      strip={(actor, hint) => (
        <section class="prompt what-if" aria-label={t("what-if")}>
          <p class="small">{t("what-if-note")}</p>
          {home}
          <button disabled={!branch.steps.value.length || branch.pending.value > 0} onClick={() => branch.undo()}>
            {t("undo")}
          </button>
          {actor && view.todo.what === "strike" && <button onClick={hint}>{t("hint")}</button>}
        </section>
      )}
    />
  );
}
