// Replay: one moment of a match on the board, the umpire's words, and navigation.

import { useSignal } from "@preact/signals";
import type { JSX } from "preact";
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { fetchFile } from "../api/http.ts";
import type { Moment, Timeline } from "../api/wire.ts";
import { copyText } from "../app/copying.ts";
import { download } from "../app/download.ts";
import { go, place } from "../app/router.ts";
import { Choice, LawChip } from "../app/ui.tsx";
import { BoardView } from "../board/BoardView.tsx";
import type { Board } from "../board/board.ts";
import { DiscIcon } from "../board/DiscIcon.tsx";
import type { Kind } from "../board/geometry.ts";
import { lookOf, lookText } from "../board/look.ts";
import { type BoardState, EMPTY } from "../board/state.ts";
import { HintsTaken } from "../games/GameTile.tsx";
import { t, wordsFor } from "../i18n/i18n.ts";
import { hintLines } from "../play/hint.ts";
import { discsAtStart, discsOf } from "../play/position.ts";
import { sentenceOf } from "../play/sentences.ts";
import { viewerOf } from "../play/viewer.ts";
import { prefs, setPrefs } from "../prefs.ts";
import { Coach, type CoachSource, useCoach, Verdict } from "./Coach.tsx";
import type { DisplayNames } from "./displayNames.ts";
import { tryStroke } from "./simulator.ts";
import { say } from "./words/words.ts";

export function ReplayViewer({
  timeline,
  called,
  id,
  source,
  mayTry,
  onClose,
}: {
  timeline: Timeline;
  called: DisplayNames;
  id: string | null;
  source: CoachSource;
  /** Whether strokes may be tried: not while others play, unless both sides agree. */
  mayTry: boolean;
  /** Return to opening another record. */
  onClose: (() => void) | null;
}): JSX.Element {
  const { moments } = timeline;
  const strokeParam = Number(place.value.query.get("stroke"));
  const [index, setIndex] = useState(() => {
    const found = strokeParam ? moments.findIndex((moment) => moment.seq === strokeParam) : moments.length - 1;
    return Math.max(0, found);
  });
  const [board, setBoard] = useState<Board | null>(null);
  const playing = useSignal<"" | "one" | "all">("");
  const time = useSignal(0);
  const length = useSignal(0);
  const [copied, setCopied] = useState(false);
  const moment: Moment | undefined = moments[index];

  /** Update the address, so that it can be shared. */
  const stand = (next: number): void => {
    const at = Math.min(moments.length - 1, Math.max(0, next));
    setIndex(at);
    time.value = 0;
    length.value = 0;
    setCopied(false);
    setBetter(false);
    go(`${location.pathname}?stroke=${moments[at]?.seq ?? 0}`, true);
  };
  const show = (next: number): void => {
    board?.stop();
    playing.value = "";
    stand(next);
  };
  const coaching = useCoach(source, called.name);
  const weighed = coaching.answer?.report?.strokes.find((one) => one.number === moment?.seq);
  const [isBetter, setBetter] = useState(false);
  /** The position after the stroke, or before it with the better stroke drawn. */
  const state: BoardState = useMemo(() => {
    if (!isBetter || !weighed || !moment?.seat) return { ...EMPTY, discs: discsOf(moment?.after ?? []) };
    const hints = hintLines([{ ...weighed.best, chance: weighed.best_stated, seat: moment.seat }]);
    return { ...EMPTY, discs: discsOf(moment.before), hints };
  }, [moment, isBetter, weighed]);

  const run = async (one: Moment, from: number): Promise<void> => {
    if (!one.stroke || !one.seat || !board) return;
    const tried = await tryStroke(textOfRows(one.before), one.seat, one.stroke);
    const discs = discsAtStart(tried.trace, tried.before);
    length.value = board.load(tried.trace, discs).duration;
    await board.play(tried.trace, discs, { rate: prefs.value.speed, from, onTime: (at) => (time.value = at) });
  };
  /** Resume, or restart a finished stroke. */
  const playStroke = async (): Promise<void> => {
    if (!moment) return;
    playing.value = "one";
    await run(moment, length.value && time.value < length.value ? time.value : 0);
    if (playing.value === "one") playing.value = "";
  };
  const playOn = async (): Promise<void> => {
    playing.value = "all";
    for (let at = index; at < moments.length && playing.value === "all"; at++) {
      stand(at);
      const one = moments[at];
      if (one?.stroke) {
        board?.set({ ...EMPTY, discs: discsOf(one.before) });
        await run(one, 0);
      }
    }
    playing.value = "";
  };
  const pause = (): void => {
    playing.value = "";
    board?.stop();
  };
  const scrub = async (at: number): Promise<void> => {
    pause();
    if (!moment?.stroke || !moment.seat || !board) return;
    const tried = await tryStroke(textOfRows(moment.before), moment.seat, moment.stroke);
    length.value = board.load(tried.trace, discsAtStart(tried.trace, tried.before)).duration;
    board.seek(at);
    time.value = at;
  };
  useEffect(() => {
    const keys = (event: KeyboardEvent): void => {
      if ((event.target as Element).closest("input,select,textarea,dialog") || event.ctrlKey || event.metaKey) return;
      if (event.key === "ArrowLeft") show(index - 1);
      else if (event.key === "ArrowRight") show(index + 1);
      else if (event.key === " " && !(event.target as Element).closest("button,a"))
        playing.value ? pause() : void playStroke();
      else return;
      event.preventDefault();
    };
    addEventListener("keydown", keys);
    return () => removeEventListener("keydown", keys);
  });
  const viewer = useMemo(() => viewerOf(called.mine), [called]);
  const sides = called.sides ?? timeline.sides;
  const look = lookText(lookOf(prefs.value));
  const film = async (): Promise<void> => {
    if (!moment?.stroke) return;
    const wish = { position: textOfRows(moment.before), seat: moment.seat, stroke: moment.stroke, look };
    const answer = await fetchFile("/api/film", wish);
    download(`carrom-stroke-${moment.seq}.gif`, await answer.blob());
  };
  const share = `${location.origin}/replay/${id}?stroke=${moment?.seq ?? 0}`;
  const position = encodeURIComponent(moment?.position ?? "start");
  const picture = `/api/picture?position=${position}&seat=${moment?.seat ?? "south"}&look=${look}`;
  const coach = (timeline.over || !id) && (
    <Coach
      coaching={coaching}
      seq={moment?.seq ?? 0}
      onShow={(seq) => {
        show(moments.findIndex((one) => one.seq === seq));
        if ((board?.box().bottom ?? 0) < 150) scrollTo(0, 0); // on a phone the board is above
      }}
    />
  );
  return (
    <div class="two replay" data-moment={moment?.seq}>
      <BoardView state={state} on={{}} onReady={setBoard} />
      <aside class="panel">
        {timeline.problems.map((problem) => (
          <p key={problem} class="refusal">
            {problem}
          </p>
        ))}
        <div class="stands" data-testid="stands">
          <span dir="auto">{sides.a}</span>
          {/* in the direction of the names: right to left in Urdu */}
          <b>
            {moment?.score.a} : {moment?.score.b}
          </b>
          <span dir="auto">{sides.b}</span>
          <p class="small">
            {moment?.seq}. {moment?.name && called.name(moment.name)}
          </p>
        </div>
        <div class="buttons running">
          <button
            onClick={() => show(index - 1)}
            disabled={index === 0}
            aria-label={t("previous")}
            title={t("previous")}
          >
            ‹
          </button>
          <button
            class="go"
            onClick={() => (playing.value === "one" ? pause() : void playStroke())}
            disabled={!moment?.stroke || playing.value === "all"}
          >
            {playing.value === "one" ? `❚❚ ${t("pause")}` : `▶ ${t("play-stroke")}`}
          </button>
          <button
            onClick={() => (playing.value === "all" ? pause() : void playOn())}
            disabled={playing.value === "one" || index >= moments.length - 1}
          >
            {playing.value === "all" ? `❚❚ ${t("pause")}` : `▶▶ ${t("play-all")}`}
          </button>
          <button
            onClick={() => show(index + 1)}
            disabled={index >= moments.length - 1}
            aria-label={t("next")}
            title={t("next")}
          >
            ›
          </button>
        </div>
        <label class="field">
          <span>{t("scrub")}</span>
          <input
            type="range"
            dir="ltr"
            min={0}
            max={Math.max(0.1, length.value || 3)}
            step={0.01}
            disabled={!moment?.stroke}
            value={time.value}
            onInput={(event) => void scrub(event.currentTarget.valueAsNumber)}
          />
        </label>
        {weighed && <Verdict stroke={weighed} isShown={isBetter} onBetter={() => setBetter(!isBetter)} />}
        {/* after a request the coach is placed before the list, with the board in view */}
        {coaching.isAsked && coach}
        <div class="said" aria-live="polite" data-testid="words">
          {moment?.words.map((word, at) => (
            <p key={at}>
              {sentenceOf(word, viewer)}{" "}
              {word.laws.map((law) => (
                <LawChip key={law} law={law} />
              ))}
            </p>
          ))}
        </div>
        <Moments moments={moments} called={called.name} index={index} onShow={show} />
        <p class="small keys">{say("replay-keys")}</p>
        {id && <HintsTaken id={id} />}
        {!coaching.isAsked && coach}
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
          onChange={(speed) => setPrefs({ speed })}
        />
        <div class="buttons">
          {id && (
            <button onClick={() => void copyText(share).then(setCopied)}>
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
          {mayTry && moment && moment.branch !== null && (
            <button onClick={() => go(`${location.pathname}?stroke=${moment.seq}&try=${moment.branch}`)}>
              {t("what-if-try")}
            </button>
          )}
          {id && !timeline.over && (
            <a class="button" href={`/play/${id}`}>
              {t("live")}
            </a>
          )}
          {onClose && <button onClick={onClose}>{say("another-record")}</button>}
        </div>
      </aside>
    </div>
  );
}

function textOfRows(rows: Moment["before"]): string {
  return rows.map(([kind, x, y]) => `${kind}:${x},${y}`).join(" ") || "empty";
}

// Every event of a match on its own line: who, what, result.

const KINDS: readonly Kind[] = ["white", "black", "queen"];

function Moments({
  moments,
  called,
  index,
  onShow,
}: {
  moments: readonly Moment[];
  called: (name: string) => string;
  index: number;
  onShow: (index: number) => void;
}): JSX.Element {
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // Scroll the list, never the page.
    const box = list.current;
    const row = box?.querySelector<HTMLElement>("[aria-current=true]");
    if (!box || !row) return;
    const top = row.offsetTop - box.offsetTop;
    if (top < box.scrollTop || top + row.offsetHeight > box.scrollTop + box.clientHeight)
      box.scrollTop = top - box.clientHeight / 2;
  }, [index]);
  return (
    <div class="moments" ref={list} role="group" aria-label={t("replay")}>
      {moments.map((one, at) => (
        <button key={one.seq} aria-current={at === index} onClick={() => onShow(at)}>
          <span>
            {one.seq}. {one.name ? called(one.name) : ""}
          </span>
          {one.kind === "stroke" ? <Came moment={one} /> : <span>{wordsFor(`kind-${one.kind}`) ?? one.kind}</span>}
        </button>
      ))}
    </div>
  );
}

/** Pocketed pieces as pictures; a cross for the striker, a dash for nothing. */
function Came({ moment }: { moment: Moment }): JSX.Element {
  const ruling = moment.words.find((word) => word.code === "ruling");
  const count = (rows: Moment["before"], kind: Kind): number => rows.filter((row) => row[0] === kind).length;
  const fell = KINDS.flatMap((kind) =>
    Array.from({ length: Math.max(0, count(moment.before, kind) - count(moment.after, kind)) }, () => kind),
  );
  const isFoul = ruling?.data.striker === true;
  return (
    <span class="came">
      {fell.map((kind, at) => (
        <DiscIcon key={at} kind={kind} label={t(kind)} />
      ))}
      {isFoul && <DiscIcon kind="striker" label={t("ruled-striker")} />}
      {isFoul && <b class="bad">✗</b>}
      {!fell.length && !isFoul && (
        <span role="img" aria-label={t("nothing")}>
          –
        </span>
      )}
    </span>
  );
}
