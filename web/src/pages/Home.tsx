// The front page: running games first, then one tap to a new one.

import { useSignal } from "@preact/signals";
import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { PAGES } from "../app/pages.ts";
import { ownName, prefer, prefs, readable } from "../app/prefs.ts";
import { Choice, Dialog } from "../app/ui.tsx";
import { AskName } from "../home/AskName.tsx";
import { Continue } from "../home/Continue.tsx";
import { useChoices } from "../home/choices.ts";
import { level, usual } from "../home/level.ts";
import { Setup } from "../home/Setup.tsx";
import { Versus } from "../home/Versus.tsx";
import { begin, type Mode, type Pick, rememberedWishes, starting, type Wishes } from "../home/wishes.ts";
import { LANGUAGES, t } from "../i18n/i18n.ts";
import { Preferences } from "../play/Preferences.tsx";
import { Preview } from "./Preview.tsx";
import "../home/home.css";

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
  const wishes = useSignal<Wishes>(rememberedWishes());
  const problem = useSignal("");
  const choices = useChoices();
  const opponents = choices?.opponents ?? [];
  const start = (mode: Mode, pick: Pick = usual): void => {
    problem.value = "";
    begin(mode, wishes.value, pick).catch((error: Error) => (problem.value = error.message || t("no-server")));
  };
  const close = (): void => setOpen(null);
  /** To play with others a name is needed first. */
  const choose = (mode: Mode): void => {
    if (mode === "doubles") setOpen(mode);
    else if (mode === "link" && !ownName()) setOpen("name");
    else if (mode === "here" && !(ownName() && readable(prefs.value.friend))) setOpen("names");
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
          wishes.value = { ...wishes.value, own: null };
          start("computer", pick);
        }}
        onTune={() => setOpen("computer")}
      />
      <section class="choices" aria-label={t("play")}>
        {WAYS.map(([mode, title, note]) => (
          <div key={mode} class="choice">
            <button class="big" disabled={starting.value} onClick={() => choose(mode)} data-testid={`start-${mode}`}>
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
          onChange={(language) => prefer({ language })}
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
            done={t(starting.value ? "starting" : "start")}
            isBusy={starting.value}
            onDone={() => start("link")}
          />
        </Dialog>
      )}
      {open === "names" && (
        <Dialog title={t("play-here")} onClose={close}>
          <AskName
            both
            done={t(starting.value ? "starting" : "start")}
            isBusy={starting.value}
            onDone={() => start("here")}
          />
        </Dialog>
      )}
      {open && open !== "settings" && open !== "name" && open !== "names" && (
        <Setup
          mode={open}
          wishes={wishes.value}
          choices={choices}
          onChange={(change) => (wishes.value = { ...wishes.value, ...change })}
          onClose={close}
          onStart={() => start(open)}
        />
      )}
    </main>
  );
}
