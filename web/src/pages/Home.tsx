// The front page: three taps from here the striker moves.

import { useSignal } from "@preact/signals";
import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import { get, post } from "../app/api.ts";
import { PAGES } from "../app/pages.ts";
import { keep, prefer, prefs, recall } from "../app/prefs.ts";
import { go } from "../app/router.ts";
import { Choice, Dialog, Switch } from "../app/ui.tsx";
import { LANGUAGES, t, wordsFor } from "../i18n/i18n.ts";
import { Preferences } from "../play/Menu.tsx";
import type { SeatName } from "../play/messages.ts";
import { seatWords } from "../play/names.ts";
import type { Choices, NewMatch, SeatWish } from "../wire.ts";
import { Preview } from "./Preview.tsx";

type Mode = "computer" | "here" | "link" | "doubles";

interface Wishes {
  player: string;
  skill: string;
  rulebook: string;
  length: NewMatch["length"];
  stage: NonNullable<NewMatch["stage"]>;
  clock: boolean;
  seats: Record<SeatName, "me" | "person" | "link" | "computer">;
}

const USUAL: Wishes = {
  player: "club",
  skill: "club",
  rulebook: "icf",
  length: "board",
  stage: "group",
  clock: false,
  seats: { south: "me", east: "computer", north: "computer", west: "computer" },
};
const ORDER: readonly SeatName[] = ["south", "east", "north", "west"];

function seatsOf(mode: Mode, wishes: Wishes): SeatWish[] {
  const me = prefs.value.name || t("you");
  const computer = (seat: SeatName): SeatWish => ({
    seat,
    name: `${t("computer")} (${rungWords(wishes.player).split(":")[0]})`,
    who: "computer",
    player: wishes.player,
    skill: wishes.skill,
  });
  const person = (seat: SeatName, name: string, who: "here" | "link"): SeatWish => ({
    seat,
    name,
    who,
    player: null,
    skill: null,
  });
  switch (mode) {
    case "computer":
      return [person("south", me, "here"), computer("north")];
    case "here":
      return [person("south", me, "here"), person("north", t("seat-north"), "here")];
    case "link":
      return [person("south", me, "here"), person("north", t("seat-north"), "link")];
    case "doubles":
      return ORDER.map((seat) => {
        const wish = wishes.seats[seat];
        if (wish === "computer") return computer(seat);
        return person(seat, wish === "me" ? me : seatWords(seat), wish === "link" ? "link" : "here");
      });
  }
}

function rungWords(id: string, name = id): string {
  return wordsFor(`rung-${id}`) ?? name;
}

async function begin(mode: Mode, wishes: Wishes): Promise<void> {
  const body: NewMatch = {
    rulebook: wishes.rulebook,
    length: wishes.length,
    clock: wishes.clock,
    seats: seatsOf(mode, wishes),
    stage: wishes.length === "match" ? wishes.stage : "group",
  };
  const made = await post("/api/matches", body);
  const own = made.links.find((link) => link.who === "here");
  keep(
    `carrom.links.${made.id}`,
    made.links.filter((link) => link.who === "link"),
  );
  if (own) keep(`carrom.seat.${made.id}`, own.secret);
  go(`/play/${made.id}`);
}

export function Home(): JSX.Element {
  const [setup, setSetup] = useState<Mode | null>(null);
  const [settings, setSettings] = useState(false);
  const wishes = useSignal<Wishes>({ ...USUAL, ...recall<Partial<Wishes>>("carrom.wishes", {}) });
  const problem = useSignal("");
  const start = (mode: Mode): void => {
    keep("carrom.wishes", wishes.value);
    begin(mode, wishes.value).catch((error: Error) => (problem.value = error.message));
  };
  const card = (mode: Mode, title: string, note: string): JSX.Element => (
    <div class="choice">
      <button
        class="big"
        onClick={() => (mode === "doubles" ? setSetup(mode) : start(mode))}
        data-testid={`start-${mode}`}
      >
        <b>{title}</b>
        <span>{note}</span>
      </button>
      <button
        class="quiet tune"
        onClick={() => setSetup(mode)}
        aria-label={`${title}: ${t("settings")}`}
        data-testid={`tune-${mode}`}
      >
        ⚙
      </button>
    </div>
  );
  return (
    <main class="home">
      <header class="hero">
        <Preview />
        <div>
          <h1>{t("carrom")}</h1>
          <p>{t("tagline")}</p>
        </div>
      </header>
      <section class="choices" aria-label={t("play")}>
        {card("computer", t("play-computer"), t("play-computer-note"))}
        {card("here", t("play-here"), t("play-here-note"))}
        {card("link", t("play-link"), t("play-link-note"))}
        {card("doubles", t("play-doubles"), t("play-doubles-note"))}
      </section>
      {problem.value && (
        <p class="refusal" role="alert">
          {problem.value}
        </p>
      )}
      <nav class="rooms">
        {Object.entries(PAGES).map(
          ([name, { title, note }]) =>
            note && (
              <a key={name} href={`/${name}`}>
                <b>{t(title)}</b>
                <span>{t(note)}</span>
              </a>
            ),
        )}
      </nav>
      <footer class="foot">
        <a class="button quiet" href="/desk" target="_self">
          {t("run-tournament")}
        </a>
        <Choice
          label={t("language")}
          value={prefs.value.language}
          options={LANGUAGES}
          onChange={(language) => prefer({ language })}
        />
        <button class="quiet" onClick={() => setSettings(true)}>
          {t("settings")}
        </button>
      </footer>
      {settings && (
        <Dialog title={t("settings")} onClose={() => setSettings(false)}>
          <Preferences />
        </Dialog>
      )}
      {setup && (
        <Setup
          mode={setup}
          wishes={wishes.value}
          onChange={(change) => (wishes.value = { ...wishes.value, ...change })}
          onClose={() => setSetup(null)}
          onStart={() => start(setup)}
        />
      )}
    </main>
  );
}

function Setup({
  mode,
  wishes,
  onChange,
  onClose,
  onStart,
}: {
  mode: Mode;
  wishes: Wishes;
  onChange: (change: Partial<Wishes>) => void;
  onClose: () => void;
  onStart: () => void;
}): JSX.Element {
  const [choices, setChoices] = useState<Choices | null>(null);
  useEffect(() => void get("/api/choices").then(setChoices), []);
  const book = choices?.rulebooks.find((one) => one.id === wishes.rulebook);
  const titles: Readonly<Record<Mode, string>> = {
    computer: t("play-computer"),
    here: t("play-here"),
    link: t("play-link"),
    doubles: t("play-doubles"),
  };
  const withComputer = mode === "computer" || (mode === "doubles" && Object.values(wishes.seats).includes("computer"));
  return (
    <Dialog title={titles[mode]} onClose={onClose}>
      <form
        class="setup"
        onSubmit={(event) => {
          event.preventDefault();
          onStart();
        }}
      >
        <label class="field">
          <span>{t("your-name")}</span>
          <input
            value={prefs.value.name}
            maxLength={40}
            onInput={(event) => prefer({ name: event.currentTarget.value })}
          />
        </label>
        {mode === "doubles" &&
          ORDER.map((seat) => (
            <Choice
              key={seat}
              label={seatWords(seat)}
              value={wishes.seats[seat]}
              options={[
                ["me", t("you")],
                ["person", t("person")],
                ["link", t("person-link")],
                ["computer", t("computer")],
              ]}
              onChange={(who) => onChange({ seats: { ...wishes.seats, [seat]: who } })}
            />
          ))}
        {withComputer && choices && (
          <>
            <Choice
              label={t("opponent")}
              value={wishes.player}
              options={choices.players.map((one) => [one.id, rungWords(one.id, one.name)] as const)}
              onChange={(player) => onChange({ player })}
            />
            <Choice
              label={t("skill")}
              value={wishes.skill}
              options={choices.skills.map(
                (one) => [one.id, one.name.replace(one.id, wordsFor(`hand-${one.id}`) ?? one.id)] as const,
              )}
              onChange={(skill) => onChange({ skill })}
            />
          </>
        )}
        {choices && (
          <Choice
            label={t("rulebook")}
            value={wishes.rulebook}
            options={choices.rulebooks.map((one) => [one.id, one.name] as const)}
            onChange={(rulebook) => onChange({ rulebook })}
          />
        )}
        <Choice
          label={t("length")}
          value={wishes.length}
          options={[
            ["board", t("length-board")],
            ["game", t("length-game")],
            ["match", t("length-match")],
          ]}
          onChange={(length) => onChange({ length })}
        />
        {wishes.length === "match" && book?.late_limits_differ && (
          <Choice
            label={t("stage")}
            value={wishes.stage}
            options={[
              ["group", t("stage-group")],
              ["final", t("stage-final")],
            ]}
            onChange={(stage) => onChange({ stage })}
          />
        )}
        <Switch label={t("clock")} note={t("clock-note")} on={wishes.clock} onChange={(clock) => onChange({ clock })} />
        <button class="go" data-testid="start">
          {t("start")}
        </button>
      </form>
    </Dialog>
  );
}
