// All settings of a new match.

import type { JSX } from "preact";
import type { MatchOptions } from "../api/wire.ts";
import { Choice, Dialog, rulebookName, Switch } from "../app/ui.tsx";
import { t, wordsFor } from "../i18n/i18n.ts";
import { seatWords } from "../play/viewer.ts";
import { prefs, setPrefs } from "../prefs.ts";
import { choose, level } from "./level.ts";
import { cardName, hasComputer, hasLink, type MatchSetup, type Mode, ORDER } from "./matchSetup.ts";

interface Props {
  readonly mode: Mode;
  readonly setup: MatchSetup;
  readonly choices: MatchOptions | null;
  readonly onChange: (change: Partial<MatchSetup>) => void;
  readonly onClose: () => void;
  readonly onStart: () => void;
}

const TITLES = { computer: "play-computer", here: "play-here", link: "play-link", doubles: "play-doubles" } as const;

export function Setup({ mode, setup, choices, onChange, onClose, onStart }: Props): JSX.Element {
  const book = choices?.rulebooks.find((one) => one.id === setup.rulebook);
  return (
    <Dialog title={t(TITLES[mode])} onClose={onClose}>
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
            onInput={(event) => setPrefs({ name: event.currentTarget.value })}
          />
        </label>
        {mode === "here" && (
          <label class="field">
            <span>{t("friend-name")}</span>
            <input
              value={prefs.value.friend}
              maxLength={40}
              onInput={(event) => setPrefs({ friend: event.currentTarget.value })}
            />
          </label>
        )}
        {mode === "doubles" &&
          ORDER.map((seat) => (
            <Choice
              key={seat}
              label={seatWords(seat)}
              value={setup.seats[seat]}
              options={[
                ["me", t("you")],
                ["person", t("person")],
                ["link", t("person-link")],
                ["computer", t("computer")],
              ]}
              onChange={(who) => onChange({ seats: { ...setup.seats, [seat]: who } })}
            />
          ))}
        {hasComputer(mode, setup) && choices && <Computer setup={setup} choices={choices} onChange={onChange} />}
        {choices && (
          <Choice
            label={t("rulebook")}
            value={setup.rulebook}
            options={choices.rulebooks.map((one) => [one.id, rulebookName(one.id, one.name)] as const)}
            onChange={(rulebook) => onChange({ rulebook })}
          />
        )}
        <Choice
          label={t("length")}
          value={setup.length}
          options={[
            ["board", t("length-board")],
            ["game", t("length-game")],
            ["match", t("length-match")],
          ]}
          onChange={(length) => onChange({ length })}
        />
        {setup.length === "match" && book?.late_limits_differ && (
          <Choice
            label={t("stage")}
            value={setup.stage}
            options={[
              ["group", t("stage-group")],
              ["final", t("stage-final")],
            ]}
            onChange={(stage) => onChange({ stage })}
          />
        )}
        <Switch label={t("clock")} note={t("clock-note")} on={setup.clock} onChange={(clock) => onChange({ clock })} />
        {hasLink(mode, setup) && (
          <Switch
            label={t("ceremony")}
            note={t("ceremony-note")}
            on={setup.ceremony}
            onChange={(ceremony) => onChange({ ceremony })}
          />
        )}
        <button class="go" data-testid="start">
          {t("start")}
        </button>
      </form>
    </Dialog>
  );
}

/** One list of opponents, or any level with any skill. */
function Computer({
  setup,
  choices,
  onChange,
}: Pick<Props, "setup" | "onChange"> & { choices: MatchOptions }): JSX.Element {
  const { own } = setup;
  const defaultOpponent = { player: "club", skill: "club" };
  return (
    <>
      <Choice
        label={t("opponent")}
        value={own ? -1 : Math.min(level.value.at ?? 0, choices.opponents.length - 1)}
        options={[
          ...choices.opponents.map((one, n) => [n, `${n + 1} · ${cardName(one)}`] as const),
          [-1, t("advanced")] as const,
        ]}
        onChange={(place) => {
          if (place >= 0) choose(place);
          onChange({ own: place < 0 ? defaultOpponent : null });
        }}
      />
      {own && (
        <>
          <Choice
            label={t("rung")}
            value={own.player}
            options={choices.players.map((one) => [one.id, wordsFor(`rung-${one.id}`) ?? one.name] as const)}
            onChange={(player) => onChange({ own: { ...own, player } })}
          />
          <Choice
            label={t("skill")}
            value={own.skill}
            options={choices.skills.map(
              (one) => [one.id, one.name.replace(one.id, wordsFor(`hand-${one.id}`) ?? one.id)] as const,
            )}
            onChange={(skill) => onChange({ own: { ...own, skill } })}
          />
        </>
      )}
    </>
  );
}
