// The front page: running games first, then one tap to a new one.

import { useSignal } from "@preact/signals";
import type { JSX } from "preact";
import { useMemo, useState } from "preact/hooks";
import { Choice, Dialog } from "../app/ui.tsx";
import { BoardView } from "../board/BoardView.tsx";
import { BASE_MIDDLE, RACK } from "../board/sizes.ts";
import { type BoardState, EMPTY } from "../board/state.ts";
import { GameTile } from "../games/GameTile.tsx";
import { isMyTurn, isOver, type SavedGame, useGames } from "../games/gamesStore.ts";
import { AskName } from "../home/AskName.tsx";
import { defaultOpponent, level } from "../home/level.ts";
import {
  createMatch,
  isCreating,
  type MatchSetup,
  type Mode,
  type PickOpponent,
  savedSetup,
  useMatchOptions,
} from "../home/matchSetup.ts";
import { Setup } from "../home/Setup.tsx";
import { Versus } from "../home/Versus.tsx";
import { LANGUAGES, t } from "../i18n/i18n.ts";
import { Preferences } from "../play/Preferences.tsx";
import { ownName, prefs, setPrefs, visibleName } from "../prefs.ts";
import { PAGES } from "../routes.ts";
import "../home/home.css";
import "../games/games.css";

const WAYS = [
  ["here", "play-here", "play-here-note"],
  ["link", "play-link", "play-link-note"],
  ["doubles", "play-doubles", "play-doubles-note"],
] as const;

/** Links to the pad and the desk. */
const OTHERS = [
  ["/pad", "umpire-match", "umpire-match-note"],
  ["/desk", "run-tournament", "run-tournament-note"],
] as const;

export function Home(): JSX.Element {
  const [open, setOpen] = useState<Mode | "settings" | "name" | "names" | null>(null);
  const setup = useSignal<MatchSetup>(savedSetup());
  const problem = useSignal("");
  const choices = useMatchOptions();
  const opponents = choices?.opponents ?? [];
  const start = (mode: Mode, pick: PickOpponent = defaultOpponent): void => {
    problem.value = "";
    createMatch(mode, setup.value, pick).catch((error: Error) => (problem.value = error.message || t("no-server")));
  };
  const close = (): void => setOpen(null);
  /** To play with others a name is needed first. */
  const choose = (mode: Mode): void => {
    if (mode === "doubles") setOpen(mode);
    else if (mode === "link" && !ownName()) setOpen("name");
    else if (mode === "here" && !(ownName() && visibleName(prefs.value.friend))) setOpen("names");
    else start(mode);
  };
  const rooms = Object.entries(PAGES).filter(
    // until the user has chosen a level, the lesson is linked beside that question
    ([name, { note }]) => note !== null && !(name === "learn" && level.value.at === null),
  );
  const help = ["learn", "rules", "laws"].find((name) => name in PAGES);
  return (
    <main class="home">
      <header class="hero">
        <Preview />
        <div>
          <h1>{t("carrom")}</h1>
          <p>{t("tagline")}</p>
        </div>
        <a class="help" href={`/${help}`} aria-label={t("how-to-play")} title={t("how-to-play")}>
          ?
        </a>
      </header>
      <Continue />
      <Versus
        opponents={opponents}
        onStart={(pick) => {
          setup.value = { ...setup.value, own: null };
          start("computer", pick);
        }}
        onTune={() => setOpen("computer")}
      />
      <section class="choices" aria-label={t("play")}>
        {WAYS.map(([mode, title, note]) => (
          <div key={mode} class="choice">
            <button class="big" disabled={isCreating.value} onClick={() => choose(mode)} data-testid={`start-${mode}`}>
              <b>{t(title)}</b>
              <span>{t(note)}</span>
            </button>
            <button
              class="quiet tune"
              onClick={() => setOpen(mode)}
              aria-label={`${t(title)}: ${t("settings")}`}
              data-testid={`tune-${mode}`}
            >
              ⚙
            </button>
          </div>
        ))}
      </section>
      {choices?.lobby && (
        <a class="button lobby-link" href="/lobby">
          <b>{t("lobby")}</b> <span>{t("lobby-note")}</span>
        </a>
      )}
      {problem.value && (
        <p class="refusal" role="alert">
          {problem.value}
        </p>
      )}
      <nav class="rooms">
        {rooms.map(([name, { title, note }]) => (
          <a key={name} href={`/${name}`}>
            <b>{t(title)}</b>
            <span>{note && t(note)}</span>
          </a>
        ))}
        {OTHERS.map(([address, title, note]) => (
          <a key={address} href={address} target="_self">
            <b>{t(title)}</b>
            <span>{t(note)}</span>
          </a>
        ))}
      </nav>
      <footer class="foot">
        <Choice
          label={t("language")}
          value={prefs.value.language}
          options={LANGUAGES}
          onChange={(language) => setPrefs({ language })}
        />
        <button class="quiet" onClick={() => setOpen("settings")}>
          {t("settings")}
        </button>
      </footer>
      {open === "settings" && (
        <Dialog title={t("settings")} onClose={close}>
          <Preferences />
        </Dialog>
      )}
      {open === "name" && (
        <Dialog title={t("play-link")} onClose={close}>
          <AskName
            done={t(isCreating.value ? "starting" : "start")}
            isBusy={isCreating.value}
            onDone={() => start("link")}
          />
        </Dialog>
      )}
      {open === "names" && (
        <Dialog title={t("play-here")} onClose={close}>
          <AskName
            both
            done={t(isCreating.value ? "starting" : "start")}
            isBusy={isCreating.value}
            onDone={() => start("here")}
          />
        </Dialog>
      )}
      {open && open !== "settings" && open !== "name" && open !== "names" && (
        <Setup
          mode={open}
          setup={setup.value}
          choices={choices}
          onChange={(change) => (setup.value = { ...setup.value, ...change })}
          onClose={close}
          onStart={() => start(open)}
        />
      )}
    </main>
  );
}

function Preview(): JSX.Element {
  const state: BoardState = useMemo(() => ({ ...EMPTY, discs: RACK, striker: { x: 0, y: -BASE_MIDDLE } }), []);
  return (
    <div class="preview" aria-hidden="true">
      <BoardView state={state} on={{}} />
    </div>
  );
}

const SHOWN = 2;

function isRunning({ card }: SavedGame): boolean {
  return card !== null && !isOver(card);
}

function Continue(): JSX.Element | null {
  const { games } = useGames();
  if (!games.length) return null;
  const running = games.filter(isRunning);
  const first = [...running].sort((a, b) => Number(isMyTurn(b)) - Number(isMyTurn(a))).slice(0, SHOWN);
  return (
    <section class="continue" aria-label={t("continue")} data-testid="continue">
      {first.length > 0 && <h2>{t("continue")}</h2>}
      {first.map((game) => (
        <GameTile key={game.id} game={game} />
      ))}
      {(running.length > SHOWN || first.length === 0) && <a href="/games">{t("games-all", { count: games.length })}</a>}
    </section>
  );
}
