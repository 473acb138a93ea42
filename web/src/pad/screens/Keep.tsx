// The match screen: state above, buttons below where the thumb is.

import type { JSX } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import type { Keeper } from "../keeper.ts";
import { buzz } from "../likes.ts";
import type { Outbox } from "../sync/round.ts";
import type { ActChoices, PadView, Setup } from "../types.ts";
import { t, wordsFor } from "../words/words.ts";
import { BoardPad } from "./BoardPad.tsx";
import { Choices } from "./Choices.tsx";
import { Clocks } from "./Clocks.tsx";
import { Tape } from "./Facts.tsx";
import { Head } from "./Head.tsx";
import { choiceWords, roundWords } from "./labels.ts";
import { MatchMenu } from "./MatchMenu.tsx";
import { Icon, Sheet, Top } from "./parts.tsx";
import { RefereeCall } from "./RefereeCall.tsx";
import { SignSheet } from "./Sign.tsx";
import { StrokePad } from "./StrokePad.tsx";
import { strokeReasons, TileGrid } from "./TileGrid.tsx";
import { Toss } from "./Toss.tsx";
import { Umpire } from "./Umpire.tsx";

export type Mode = "strokes" | "boards";
const MODE = "mode";

interface Props {
  readonly keeper: Keeper;
  /** Beside the title: whether the desk has the match. */
  readonly badge?: JSX.Element | null;
  /** The sending state; a function, so that only components that show it are redrawn. */
  readonly outbox?: () => Outbox | undefined;
}

export function Keep({ keeper, badge, outbox }: Props): JSX.Element {
  const shown = keeper.shown.value;
  const [mode, setMode] = useState<Mode>((keeper.book.notes[MODE] as Mode | undefined) ?? "strokes");
  const [menu, setMenu] = useState(false);
  const [referee, setReferee] = useState(false);
  const [unsigning, setUnsigning] = useState(false);
  const tiles = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (keeper.refused.value) buzz("refused");
  }, [keeper.refused.value]);
  if (!shown) return <Waiting keeper={keeper} />;
  const choose = (next: Mode): void => {
    setMode(next);
    keeper.book.note(MODE, next);
  };
  const { view } = shown;
  // Once both have signed, the desk has the result: one tap must not undo it.
  const isTold = shown.signed.length === 2 && shown.redo_to === null;
  const setup = keeper.book.setup as object as Setup;
  // Without a tournament there is no referee to call.
  const isAtDesk = outbox !== undefined && (outbox()?.state ?? "alone") !== "alone";
  return (
    <main
      class="keep"
      data-phase={view.phase}
      data-number={view.number}
      data-kept={keeper.kept}
      data-ready={keeper.ready.value}
      data-mode={mode}
    >
      <div class="stage">
        <Top
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
        </Top>
        <Head shown={shown} teams={setup.teams} />
        <Clocks shown={shown} now={keeper.book.now} byBoards={mode === "boards"} />
        <div class="words">
          <Problems keeper={keeper} />
          {outbox && <DeskSays outbox={outbox} />}
          {outbox && <Upheld keeper={keeper} outbox={outbox} />}
          <Umpire shown={shown} refused={keeper.refused.value} />
        </div>
        <div class="thumb">
          <Tape keeper={keeper} shown={shown} />
          <Main keeper={keeper} shown={shown} mode={mode} />
        </div>
      </div>
      <div ref={tiles}>
        <TileGrid keeper={keeper} shown={shown} />
      </div>
      <footer class="bottom">
        <button
          class="tap undo"
          disabled={shown.undo_to === null}
          onClick={() => (isTold ? setUnsigning(true) : void keeper.undo())}
          data-testid="undo"
        >
          <Icon name="undo" /> {t("undo")}
        </button>
        {shown.redo_to !== null && (
          <button
            class="tap"
            onClick={() => void keeper.goBack(shown.redo_to ?? 0, t("redo-reason"))}
            aria-label={t("redo")}
            data-testid="redo"
          >
            <Icon name="redo" />
          </button>
        )}
        <button class="tap" onClick={() => leafTo(tiles.current)} data-testid="more-tiles">
          {t("more")}
        </button>
        {isAtDesk && (
          <button class="tap" onClick={() => setReferee(true)} data-testid="referee">
            <Icon name="referee" /> {t("referee-short")}
          </button>
        )}
      </footer>
      {menu && <MatchMenu keeper={keeper} shown={shown} onClose={() => setMenu(false)} />}
      {unsigning && (
        <Sheet title={t("undo")} onClose={() => setUnsigning(false)}>
          <p>{t("undo-signed")}</p>
          <button
            class="tap warn"
            data-testid="undo-signed"
            onClick={() => {
              setUnsigning(false);
              void keeper.undo();
            }}
          >
            {t("undo-signature")}
          </button>
        </Sheet>
      )}
      {referee && <RefereeCall {...{ keeper, shown, outbox }} onClose={() => setReferee(false)} />}
    </main>
  );
}

/** Scroll to the other tiles, or back to the keys. */
function leafTo(tiles: HTMLElement | null): void {
  if (!tiles) return;
  if (scrollY > 0) scrollTo({ top: 0 });
  else tiles.scrollIntoView({ block: "end" });
}

/** The act the match is waiting for. */
function Main({ keeper, shown, mode }: { keeper: Keeper; shown: PadView; mode: Mode }): JSX.Element {
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
          <Toss key={view.number} offered={offered} names={names} onChoose={(act) => void keeper.tap(act)} />
        ) : (
          <Choices
            key={offered.kind}
            offered={offered}
            names={names}
            onChoose={(act) => void keeper.tap(act)}
            big={!byBoards || offered.kind === "change-sides"}
          />
        ),
      )}
      {strikes && !byBoards && layout.stroke && (
        <StrokePad form={layout.stroke} onStroke={(act) => void keeper.tap(act)} reasons={strokeReasons(keeper)} />
      )}
      {byBoards && <BoardPad key={view.number} keeper={keeper} shown={shown} />}
      {signing && <SignSheet keeper={keeper} offered={signing} onClose={() => setSigning(null)} />}
    </>
  );
}

/** Warnings from the desk: another phone, a match not in play, a different result. */
function DeskSays({ outbox }: { outbox: () => Outbox | undefined }): JSX.Element | null {
  const box = outbox();
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
function Upheld({ keeper, outbox }: { keeper: Keeper; outbox: () => Outbox | undefined }): JSX.Element | null {
  const again = outbox()?.again;
  const [after, setAfter] = useState<PadView | null>(null);
  useEffect(() => {
    setAfter(null);
    if (again) {
      const act = { kind: "correct", to: again.to, reason: again.reason };
      void keeper.trial(act).then(({ shown }) => setAfter(shown ?? null));
    }
  }, [again?.protest, again?.to]);
  const isDone = keeper.book.events.value.some((event) => (event as { reason?: string }).reason === again?.reason);
  if (!again || !after || isDone) return null;
  const { view, names } = after;
  return (
    <p class="news" role="alert" data-testid="upheld">
      <span>
        {t("protest-upheld", { board: again.board, score: `${view.points.a}–${view.points.b}` })}{" "}
        {view.breaker && t("breaks-name", { name: names[view.breaker] ?? "" })}
      </span>
      <button class="tap go" onClick={() => void keeper.goBack(again.to, again.reason)} data-testid="play-again">
        {t("play-again", { board: again.board })}
      </button>
    </p>
  );
}

function Problems({ keeper }: { keeper: Keeper }): JSX.Element | null {
  const trouble = keeper.trouble.value;
  const failed = keeper.failed.value;
  return (
    <>
      {keeper.book.writing.value === "elsewhere" && (
        <p class="problem" role="alert">
          {t("elsewhere")}{" "}
          <button class="tap" onClick={() => void keeper.book.takeOver()}>
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
      {!keeper.ready.value && !failed && (
        <p class="starting" role="status">
          {t("engine-starting")}
        </p>
      )}
    </>
  );
}

/** Shown until the engine has loaded the match: the last rendered state may be out of date. */
function Waiting({ keeper }: { keeper: Keeper }): JSX.Element {
  return (
    <main class="keep opening" data-testid="opening">
      <Top title="…" />
      <Problems keeper={keeper} />
      {keeper.book.events.value.length > 0 && !keeper.failed.value && (
        <p class="news" role="status">
          {t("opening")}
        </p>
      )}
    </main>
  );
}
