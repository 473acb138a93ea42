// Preferences, in the match menu and on the front page.

import type { JSX } from "preact";
import { Choice, Switch } from "../app/ui.tsx";
import { lookOf } from "../board/look.ts";
import { BOARDS, PIECES, STRIKERS } from "../board/palette.ts";
import { LANGUAGES, t } from "../i18n/i18n.ts";
import { prefs, setPrefs } from "../prefs.ts";

export function Preferences(): JSX.Element {
  const { language, sound, powder, turning, speed, pace, celebrate } = prefs.value;
  return (
    <div class="preferences">
      <Choice
        label={t("language")}
        value={language}
        options={LANGUAGES}
        onChange={(next) => setPrefs({ language: next })}
      />
      <Choice
        label={t("replay-speed")}
        value={speed}
        options={[
          [0.25, "¼×"],
          [0.5, "½×"],
          [1, "1×"],
          [2, "2×"],
          [4, "4×"],
        ]}
        onChange={(next) => setPrefs({ speed: next })}
      />
      <Choice
        label={t("pace")}
        value={pace}
        options={[
          [2, t("pace-slow")],
          [1, t("pace-normal")],
          [0.4, t("pace-fast")],
          [0, t("pace-none")],
        ]}
        onChange={(next) => setPrefs({ pace: next })}
      />
      <Looks />
      <Switch label={t("sound")} on={sound} onChange={(next) => setPrefs({ sound: next })} />
      <Switch label={t("powder")} on={powder} onChange={(next) => setPrefs({ powder: next })} />
      <Switch label={t("celebrate")} on={celebrate} onChange={(next) => setPrefs({ celebrate: next })} />
      <Switch label={t("turning")} on={turning} onChange={(next) => setPrefs({ turning: next })} />
    </div>
  );
}

const named = <T extends string>(there: Readonly<Record<T, unknown>>): T[] => Object.keys(there) as T[];

function Looks(): JSX.Element {
  const { board, pieces, striker } = lookOf(prefs.value);
  const { aiming, assist } = prefs.value;
  return (
    <>
      <Choice
        label={t("look-board")}
        value={board}
        options={named(BOARDS).map((name) => [name, t(`board-${name}`)] as const)}
        onChange={(next) => setPrefs({ board: next })}
      />
      <Choice
        label={t("look-pieces")}
        value={pieces}
        options={named(PIECES).map((name) => [name, t(`pieces-${name}`)] as const)}
        onChange={(next) => setPrefs({ pieces: next })}
      />
      <Choice
        label={t("look-striker")}
        value={striker}
        options={named(STRIKERS).map((name) => [name, t(`striker-${name}`)] as const)}
        onChange={(next) => setPrefs({ striker: next })}
      />
      <Choice
        label={t("assist")}
        value={assist}
        options={(["full", "short", "none"] as const).map((name) => [name, t(`assist-${name}`)] as const)}
        onChange={(next) => setPrefs({ assist: next })}
      />
      <Choice
        label={t("aiming")}
        value={aiming}
        options={(["auto", "fine", "quick"] as const).map((name) => [name, t(`aiming-${name}`)] as const)}
        onChange={(next) => setPrefs({ aiming: next })}
      />
    </>
  );
}
