// The match screen: state above, buttons below where the thumb is.

import type { JSX } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import type { ActChoices, PadView } from "../../api/pad.ts";
import type { AgreedSetup } from "../engine/questions.ts";
import { buzz } from "../padPrefs.ts";
import type { MatchSession } from "../session.ts";
import type { SendState } from "../sync/round.ts";
import { t, wordsFor } from "../words/words.ts";
import { BoardPad } from "./BoardPad.tsx";
import { Choices } from "./Choices.tsx";
import { choiceWords, roundWords } from "./labels.ts";
import { Clocks, MatchHead } from "./MatchHead.tsx";
import { MatchMenu } from "./MatchMenu.tsx";
import { BottomSheet, Icon, ScreenHeader } from "./parts.tsx";
import { RefereeCall } from "./SendState.tsx";
import { SignSheet } from "./Sign.tsx";
import { StrokePad } from "./StrokePad.tsx";
import { strokeReasons, TileGrid } from "./TileGrid.tsx";
import { Toss } from "./Toss.tsx";
import { RecentEvents, Umpire } from "./Umpire.tsx";

type Mode = "strokes" | "boards";
const MODE = "mode";

interface Props {
  readonly session: MatchSession;
  /** Beside the title: whether the desk has the match. */
  readonly badge?: JSX.Element | null;
  /** The sending state; a function, so that only components that show it are redrawn. */
  readonly sendState?: () => SendState | undefined;
}

export function MatchScreen({ session, badge, sendState }: Props): JSX.Element {
  const shown = session.shown.value;
  const [mode, setMode] = useState<Mode>((session.log.notes[MODE] as Mode | undefined) ?? "strokes");
  const [menu, setMenu] = useState(false);
  const [referee, setReferee] = useState(false);
  const [unsigning, setUnsigning] = useState(false);
  const tiles = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (session.refused.value) buzz("refused");
  }, [session.refused.value]);
  if (!shown) return <LoadingMatch session={session} />;
  const choose = (next: Mode): void => {
    setMode(next);
    session.log.note(MODE, next);
  };
  const { view } = shown;
  // Once both have signed, the desk has the result: one tap must not undo it.
  const isSigned = shown.signed.length === 2 && shown.redo_to === null;
  const setup = session.log.setup as object as AgreedSetup;
  // Without a tournament there is no referee to call.
  const isAtDesk = sendState !== undefined && (sendState()?.state ?? "alone") !== "alone";
  return (
    <main
      class="keep"
      data-phase={view.phase}
      data-number={view.number}
      data-kept={session.storedUpTo}
      data-ready={session.ready.value}
      data-mode={mode}
    >
      <div class="stage">
        <ScreenHeader
          title={
            <>
              {shown.title} <small>{setup.info?.Round ?? roundWords(view.stage)}</small>
            </>
          }
        >
          {badge}
          <div class="modes" role="group" aria-label={t("kept-by")}>
            {(["strokes", "boards"] as const).map((one) => (
              <button key={one} class="pick" aria-pressed={mode === one} onClick={() => choose(one)}>
                {t(`by-${one}`)}
              </button>
            ))}
          </div>
          <button class="plain" onClick={() => setMenu(true)} aria-label={t("menu")} data-testid="menu">
            <Icon name="menu" />
          </button>
        </ScreenHeader>
        <MatchHead shown={shown} teams={setup.teams} />
        <Clocks shown={shown} now={session.log.now} byBoards={mode === "boards"} />
        <div class="words">
          <Problems session={session} />
          {sendState && <DeskNotices sendState={sendState} />}
          {sendState && <UpheldProtest session={session} sendState={sendState} />}
          <Umpire shown={shown} refused={session.refused.value} />
        </div>
        <div class="thumb">
          <RecentEvents session={session} shown={shown} />
          <AwaitedAct session={session} shown={shown} mode={mode} />
        </div>
      </div>
      <div ref={tiles}>
        <TileGrid session={session} shown={shown} />
      </div>
      <footer class="bottom">
        <button
          class="tap undo"
          disabled={shown.undo_to === null}
          onClick={() => (isSigned ? setUnsigning(true) : void session.undo())}
          data-testid="undo"
        >
          <Icon name="undo" /> {t("undo")}
        </button>
        {shown.redo_to !== null && (
          <button
            class="tap"
            onClick={() => void session.goBack(shown.redo_to ?? 0, t("redo-reason"))}
            aria-label={t("redo")}
            data-testid="redo"
          >
            <Icon name="redo" />
          </button>
        )}
        <button class="tap" onClick={() => scrollToTiles(tiles.current)} data-testid="more-tiles">
          {t("more")}
        </button>
        {isAtDesk && (
          <button class="tap" onClick={() => setReferee(true)} data-testid="referee">
            <Icon name="referee" /> {t("referee-short")}
          </button>
        )}
      </footer>
      {menu && <MatchMenu session={session} shown={shown} onClose={() => setMenu(false)} />}
      {unsigning && (
        <BottomSheet title={t("undo")} onClose={() => setUnsigning(false)}>
          <p>{t("undo-signed")}</p>
          <button
            class="tap warn"
            data-testid="undo-signed"
            onClick={() => {
              setUnsigning(false);
              void session.undo();
            }}
          >
            {t("undo-signature")}
          </button>
        </BottomSheet>
      )}
      {referee && <RefereeCall {...{ session, shown, sendState }} onClose={() => setReferee(false)} />}
    </main>
  );
}

/** Scroll to the other tiles, or back to the keys. */
function scrollToTiles(tiles: HTMLElement | null): void {
  if (!tiles) return;
  if (scrollY > 0) scrollTo({ top: 0 });
  else tiles.scrollIntoView({ block: "end" });
}

function AwaitedAct({ session, shown, mode }: { session: MatchSession; shown: PadView; mode: Mode }): JSX.Element {
  const { view, layout, names } = shown;
  const [signing, setSigning] = useState<ActChoices | null>(null);
  const byBoards = mode === "boards" && layout.by_result && view.phase !== "demand";
  const strikes = layout.stroke && !layout.stroke.early;
  // When entering whole boards, "Play" is not called.
  const main = byBoards ? layout.main.filter((offered) => offered.kind !== "play") : layout.main;
  return (
    <>
      {main.map((offered) =>
        offered.kind === "sign" ? (
          <div class="choices big" key="sign">
            {offered.choices.map((choice) => (
              <button
                key={choice.label}
                class="tap go"
                onClick={() => setSigning({ kind: "sign", choices: [choice] })}
                data-testid={String(choice.label)}
              >
                <Icon name="sign" /> {choiceWords(choice, names)}
              </button>
            ))}
          </div>
        ) : offered.kind === "toss" && view.doubles ? (
          <Toss key={view.number} offered={offered} names={names} onChoose={(act) => void session.tap(act)} />
        ) : (
          <Choices
            key={offered.kind}
            offered={offered}
            names={names}
            onChoose={(act) => void session.tap(act)}
            big={!byBoards || offered.kind === "change-sides"}
          />
        ),
      )}
      {strikes && !byBoards && layout.stroke && (
        <StrokePad form={layout.stroke} onStroke={(act) => void session.tap(act)} reasons={strokeReasons(session)} />
      )}
      {byBoards && <BoardPad key={view.number} session={session} shown={shown} />}
      {signing && <SignSheet session={session} offered={signing} onClose={() => setSigning(null)} />}
    </>
  );
}

/** Warnings from the desk: another phone, a match not in play, a different result. */
function DeskNotices({ sendState }: { sendState: () => SendState | undefined }): JSX.Element | null {
  const box = sendState();
  const result = box?.result;
  const isLoud = result && result.state !== "told" && result.state !== "confirmed";
  return (
    <>
      {(box?.others ?? 0) > 0 && !result && (
        <p class="problem" role="alert" data-testid="others">
          {t("other-phone")}
        </p>
      )}
      {box?.notStarted && (
        <p class="problem" role="alert" data-testid="not-started">
          {t("not-started")} <span lang="en">{box.notStarted}</span>
        </p>
      )}
      {isLoud && (
        <p class="problem" role="alert" data-testid="became">
          {wordsFor(`result-${result.state}`)} <span lang="en">{result.text}</span>
        </p>
      )}
    </>
  );
}

/** An upheld protest: one tap returns to the start of its board (151a). */
function UpheldProtest({
  session,
  sendState,
}: {
  session: MatchSession;
  sendState: () => SendState | undefined;
}): JSX.Element | null {
  const boardReplay = sendState()?.boardReplay;
  const [after, setAfter] = useState<PadView | null>(null);
  useEffect(() => {
    setAfter(null);
    if (boardReplay) {
      const act = { kind: "correct", to: boardReplay.to, reason: boardReplay.reason };
      void session.preview(act).then(({ shown }) => setAfter(shown ?? null));
    }
  }, [boardReplay?.protest, boardReplay?.to]);
  const isDone = session.log.events.value.some(
    (event) => (event as { reason?: string }).reason === boardReplay?.reason,
  );
  if (!boardReplay || !after || isDone) return null;
  const { view, names } = after;
  return (
    <p class="news" role="alert" data-testid="upheld">
      <span>
        {t("protest-upheld", { board: boardReplay.board, score: `${view.points.a}–${view.points.b}` })}{" "}
        {view.breaker && t("breaks-name", { name: names[view.breaker] ?? "" })}
      </span>
      <button
        class="tap go"
        onClick={() => void session.goBack(boardReplay.to, boardReplay.reason)}
        data-testid="play-again"
      >
        {t("play-again", { board: boardReplay.board })}
      </button>
    </p>
  );
}

function Problems({ session }: { session: MatchSession }): JSX.Element | null {
  const trouble = session.trouble.value;
  const failed = session.failed.value;
  return (
    <>
      {session.log.writing.value === "elsewhere" && (
        <p class="problem" role="alert">
          {t("elsewhere")}{" "}
          <button class="tap" onClick={() => void session.log.takeOver()}>
            {t("take-over")}
          </button>
        </p>
      )}
      {trouble && (
        <p class="problem" role="alert">
          {wordsFor(`storage-${trouble.code}`) ?? trouble.message}
        </p>
      )}
      {failed && (
        <p class="problem" role="alert">
          {t("engine-failed")} <span lang="en">{failed}</span>
        </p>
      )}
      {!session.ready.value && !failed && (
        <p class="starting" role="status">
          {t("engine-starting")}
        </p>
      )}
    </>
  );
}

/** Shown until the engine has loaded the match: the last rendered state may be out of date. */
function LoadingMatch({ session }: { session: MatchSession }): JSX.Element {
  return (
    <main class="keep opening" data-testid="opening">
      <ScreenHeader title="…" />
      <Problems session={session} />
      {session.log.events.value.length > 0 && !session.failed.value && (
        <p class="news" role="status">
          {t("opening")}
        </p>
      )}
    </main>
  );
}
