// A match to step through: one that is played on this server, live or over, or a record from a file.

import { useSignal } from "@preact/signals";
import type { JSX } from "preact";
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { download, get, post, send } from "../app/api.ts";
import { BoardView } from "../app/BoardView.tsx";
import { prefer, prefs } from "../app/prefs.ts";
import { go, place } from "../app/router.ts";
import { Choice, LawChip } from "../app/ui.tsx";
import type { Board } from "../board/board.ts";
import { type BoardState, EMPTY } from "../board/state.ts";
import { t, wordsFor } from "../i18n/i18n.ts";
import { discsOf, startOf } from "../play/fromWire.ts";
import { LiveMatch } from "../play/live.ts";
import { sentenceOf } from "../play/sentences.ts";
import type { Moment, Timeline } from "../wire.ts";
import { Sheet } from "./Sheet.tsx";
import { tryStroke } from "./simulator.ts";
import { WhatIf } from "./WhatIf.tsx";

export function ReplayPage(): JSX.Element {
  const id = place.value.path[1];
  const [timeline, setTimeline] = useState<Timeline | null>(null);
  const [problem, setProblem] = useState("");
  const [record, setRecord] = useState("");
  const match = useMemo(() => (id ? new LiveMatch(id, "") : null), [id]);
  useEffect(() => () => match?.close(), [match]);
  const latest = match?.view.value?.seq;
  // What happens meanwhile is added at the end; whoever looks at an earlier stroke stays there.
  useEffect(() => {
    if (id)
      get(`/api/matches/${encodeURIComponent(id)}/timeline`).then(setTimeline, (error: Error) =>
        setProblem(error.message),
      );
  }, [id, latest]);
  const { query } = place.value;
  const tried = Number(query.get("try"));
  if (timeline && tried) {
    const back = query.has("live") ? `/play/${id}` : `${location.pathname}?stroke=${query.get("stroke") ?? ""}`;
    return <WhatIf source={id ? { match: id } : { record }} after={tried} back={back} />;
  }
  return (
    <Sheet title={timeline?.title ?? t("replay")}>
      {problem && (
        <p class="refusal" role="alert">
          {problem}
        </p>
      )}
      {timeline ? (
        <Viewer timeline={timeline} id={id ?? null} />
      ) : (
        <Opening
          onOpen={(found, text) => {
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
      (found) => onOpen(found, record),
      (error: Error) => onProblem(error.message),
    );
  };
  return (
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
  );
}

function Viewer({ timeline, id }: { timeline: Timeline; id: string | null }): JSX.Element {
  const { moments } = timeline;
  const asked = Number(place.value.query.get("stroke"));
  const first = Math.max(
    0,
    moments.findIndex((moment) => moment.seq === asked),
  );
  const [index, setIndex] = useState(asked ? first : Math.max(0, moments.length - 1));
  const [board, setBoard] = useState<Board | null>(null);
  const playing = useSignal(false);
  const time = useSignal(0);
  const [length, setLength] = useState(0);
  const [copied, setCopied] = useState(false);
  const list = useRef<HTMLDivElement>(null);
  const moment: Moment | undefined = moments[index];
  const show = (next: number): void => {
    board?.stop();
    playing.value = false;
    setLength(0);
    time.value = 0;
    setCopied(false);
    setIndex(Math.min(moments.length - 1, Math.max(0, next)));
  };
  const state: BoardState = useMemo(() => ({ ...EMPTY, discs: discsOf(moment?.after ?? []) }), [moment]);
  useEffect(() => {
    list.current?.querySelector("[aria-current=true]")?.scrollIntoView({ block: "nearest" });
  }, [index]);
  const load = async (): Promise<{ run: (from: number) => Promise<void>; seek: (at: number) => void } | null> => {
    if (!moment?.stroke || !board || !moment.seat) return null;
    const tried = await tryStroke(textOfRows(moment.before), moment.seat, moment.stroke);
    const discs = startOf(tried.trace, tried.before);
    return {
      run: async (from) =>
        board.play(tried.trace, discs, { rate: prefs.value.speed, from, onTime: (at) => (time.value = at) }),
      seek: (at) => {
        setLength(board.load(tried.trace, discs).duration);
        board.seek(at);
        time.value = at;
      },
    };
  };
  const playStroke = async (): Promise<void> => {
    const stroke = await load();
    if (!stroke) return;
    stroke.seek(0);
    playing.value = true;
    await stroke.run(0);
    playing.value = false;
  };
  const playOn = async (): Promise<void> => {
    playing.value = true;
    for (const [ahead, one] of moments.slice(index).entries()) {
      setIndex(index + ahead);
      if (one.stroke && one.seat && board) {
        const tried = await tryStroke(textOfRows(one.before), one.seat, one.stroke);
        board.set({ ...EMPTY, discs: discsOf(one.before) });
        await board.play(tried.trace, startOf(tried.trace, tried.before), { rate: prefs.value.speed });
        if (!playing.value) return;
      }
    }
    playing.value = false;
  };
  const scrub = async (at: number): Promise<void> => {
    board?.stop();
    playing.value = false;
    (await load())?.seek(at);
  };
  const film = async (): Promise<void> => {
    if (!moment?.stroke) return;
    const answer = await send("/api/film", {
      position: textOfRows(moment.before),
      seat: moment.seat,
      stroke: moment.stroke,
    });
    download(`carrom-stroke-${moment.seq}.gif`, await answer.blob());
  };
  const share = `${location.origin}/replay/${id}?stroke=${moment?.seq ?? 0}`;
  const position = encodeURIComponent(moment?.position ?? "start");
  const picture = `/api/picture?position=${position}&seat=${moment?.seat ?? "south"}`;
  return (
    <div class="two" data-moment={moment?.seq}>
      <BoardView state={state} on={{}} onReady={setBoard} />
      <aside class="panel">
        {timeline.problems.map((problem) => (
          <p key={problem} class="refusal">
            {problem}
          </p>
        ))}
        <p>
          <b>
            {moment?.score.a} : {moment?.score.b}
          </b>{" "}
          {moment?.name}
        </p>
        <div aria-live="polite" data-testid="words">
          {moment?.words.map((word, at) => (
            <p key={at}>
              {sentenceOf(word)}{" "}
              {word.laws.map((law) => (
                <LawChip key={law} law={law} />
              ))}
            </p>
          ))}
        </div>
        <div class="buttons">
          <button onClick={() => show(index - 1)} disabled={index === 0}>
            {t("previous")}
          </button>
          {playing.value ? (
            <button class="go" onClick={() => show(index)}>
              {t("pause")}
            </button>
          ) : (
            <button class="go" onClick={() => void playStroke()} disabled={!moment?.stroke}>
              ▶ {t("play-stroke")}
            </button>
          )}
          <button onClick={() => show(index + 1)} disabled={index >= moments.length - 1}>
            {t("next")}
          </button>
          <button onClick={() => void playOn()} disabled={playing.value}>
            {t("play-all")}
          </button>
        </div>
        {moment?.stroke && (
          <label class="field">
            <span>{t("scrub")}</span>
            <input
              type="range"
              dir="ltr"
              min={0}
              max={Math.max(0.1, length || 3)}
              step={0.01}
              value={time.value}
              onInput={(event) => void scrub(event.currentTarget.valueAsNumber)}
            />
          </label>
        )}
        <Choice
          label={t("replay-speed")}
          value={prefs.value.speed}
          options={[
            [0.25, "¼×"],
            [0.5, "½×"],
            [1, "1×"],
            [2, "2×"],
            [4, "4×"],
          ]}
          onChange={(speed) => prefer({ speed })}
        />
        <div class="moments" ref={list} role="group" aria-label={t("replay")}>
          {moments.map((one, at) => (
            <button key={one.seq} aria-current={at === index} onClick={() => show(at)}>
              {one.seq}. {one.name ?? ""} {kindWords(one.kind)}
            </button>
          ))}
        </div>
        <div class="buttons">
          {id && (
            <button onClick={() => void navigator.clipboard?.writeText(share).then(() => setCopied(true))}>
              {t(copied ? "copied" : "share-stroke")}
            </button>
          )}
          {id && (
            <a class="button" href={`/api/matches/${id}/record`} download={`carrom-${id}.txt`}>
              {t("record")}
            </a>
          )}
          <a class="button" href={`${picture}&form=svg`} download={`carrom-${moment?.seq ?? 0}.svg`}>
            {t("picture-svg")}
          </a>
          <a class="button" href={`${picture}&form=png`} download={`carrom-${moment?.seq ?? 0}.png`}>
            {t("picture-png")}
          </a>
          {moment?.stroke && <button onClick={() => void film()}>{t("film")}</button>}
          {moment && moment.branch !== null && (
            <button onClick={() => go(`${location.pathname}?stroke=${moment.seq}&try=${moment.branch}`)}>
              {t("what-if-try")}
            </button>
          )}
          {id && !timeline.over && (
            <a class="button" href={`/play/${id}`}>
              {t("live")}
            </a>
          )}
        </div>
      </aside>
    </div>
  );
}

function kindWords(kind: string): string {
  return wordsFor(`kind-${kind}`) ?? kind;
}

function textOfRows(rows: Moment["before"]): string {
  return rows.map(([kind, x, y]) => `${kind}:${x},${y}`).join(" ") || "empty";
}
