// All settings of a new match.

import type { JSX } from "preact";
import { bookName } from "../app/books.ts";
import { prefer, prefs } from "../app/prefs.ts";
import { Choice, Dialog, Switch } from "../app/ui.tsx";
import { t, wordsFor } from "../i18n/i18n.ts";
import { seatWords } from "../play/names.ts";
import type { MatchOptions } from "../wire.ts";
import { choose, level } from "./level.ts";
import { cardName, hasComputer, hasLink, type Mode, ORDER, type Wishes } from "./wishes.ts";

interface Props {
  readonly mode: Mode;
  readonly wishes: Wishes;
  readonly choices: MatchOptions | null;
  readonly onChange: (change: Partial<Wishes>) => void;
  readonly onClose: () => void;
  readonly onStart: () => void;
}

const TITLES = { computer: "play-computer", here: "play-here", link: "play-link", doubles: "play-doubles" } as const;

export function Setup({ mode, wishes, choices, onChange, onClose, onStart }: Props): JSX.Element {
  const book = choices?.rulebooks.find((one) => one.id === wishes.rulebook);
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
            onInput={(event) => prefer({ name: event.currentTarget.value })}
          />
        </label>
        {mode === "here" && (
          <label class="field">
            <span>{t("friend-name")}</span>
            <input
              value={prefs.value.friend}
              maxLength={40}
              onInput={(event) => prefer({ friend: event.currentTarget.value })}
            />
          </label>
        )}
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
        {hasComputer(mode, wishes) && choices && <Computer wishes={wishes} choices={choices} onChange={onChange} />}
        {choices && (
          <Choice
            label={t("rulebook")}
            value={wishes.rulebook}
            options={choices.rulebooks.map((one) => [one.id, bookName(one.id, one.name)] as const)}
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
        {hasLink(mode, wishes) && (
          <Switch
            label={t("ceremony")}
            note={t("ceremony-note")}
            on={wishes.ceremony}
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
  wishes,
  choices,
  onChange,
}: Pick<Props, "wishes" | "onChange"> & { choices: MatchOptions }): JSX.Element {
  const { own } = wishes;
  const usual = { player: "club", skill: "club" };
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
          onChange({ own: place < 0 ? usual : null });
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
