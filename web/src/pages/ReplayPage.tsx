// Replay a match: from this server by address, or from a record file.

import type { JSX } from "preact";
import { useEffect, useMemo, useState } from "preact/hooks";
import { get, post } from "../app/api.ts";
import { useLatest } from "../app/latest.ts";
import { prefs } from "../app/prefs.ts";
import { place } from "../app/router.ts";
import { GameTile } from "../games/GameTile.tsx";
import { isOver } from "../games/kept.ts";
import { useGames } from "../games/useGames.ts";
import "../games/games.css";
import { t } from "../i18n/i18n.ts";
import { LiveMatch } from "../play/live.ts";
import type { Timeline } from "../wire.ts";
import { calledIn } from "./called.ts";
import { ReplayViewer } from "./ReplayViewer.tsx";
import { Sheet } from "./Sheet.tsx";
import { WhatIf } from "./WhatIf.tsx";
import { say } from "./words/words.ts";

export function ReplayPage(): JSX.Element {
  const id = place.value.path[1];
  const [timeline, setTimeline] = useState<Timeline | null>(null);
  const [problem, setProblem] = useState("");
  const [record, setRecord] = useState("");
  const match = useMemo(() => (id ? new LiveMatch(id, "") : null), [id]);
  useEffect(() => () => match?.close(), [match]);
  const latest = match?.view.value?.seq;
  // New events are appended; a reader of an earlier stroke stays there.
  useLatest(
    () => (id ? get(`/api/matches/${encodeURIComponent(id)}/timeline`) : null),
    setTimeline,
    (error) => setProblem(error.message),
    [id, latest],
  );
  const called = useMemo(() => calledIn(id, match?.view.value ?? null), [id, match?.view.value, prefs.value.name]);
  const { query } = place.value;
  const tried = Number(query.get("try"));
  if (timeline && tried) {
    const back = query.has("live") ? `/play/${id}` : `${location.pathname}?stroke=${query.get("stroke") ?? ""}`;
    return <WhatIf source={id ? { match: id } : { record }} after={tried} back={back} />;
  }
  return (
    <Sheet title={timeline ? (called.title ?? timeline.title) : t("replay")}>
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
    </Sheet>
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
      (error: Error) => onProblem(error.message),
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
