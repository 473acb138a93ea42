// Settings for the board's look and the aiming lines.

import type { JSX } from "preact";
import { prefer, prefs } from "../app/prefs.ts";
import { Choice } from "../app/ui.tsx";
import { lookOf } from "../board/look.ts";
import { BOARDS, PIECES, STRIKERS } from "../board/palette.ts";
import { t } from "../i18n/i18n.ts";

const named = <T extends string>(there: Readonly<Record<T, unknown>>): T[] => Object.keys(there) as T[];

export function Looks(): JSX.Element {
  const { board, pieces, striker } = lookOf(prefs.value);
  const { aiming, assist } = prefs.value;
  return (
    <>
      <Choice
        label={t("look-board")}
        value={board}
        options={named(BOARDS).map((name) => [name, t(`board-${name}`)] as const)}
        onChange={(next) => prefer({ board: next })}
      />
      <Choice
        label={t("look-pieces")}
        value={pieces}
        options={named(PIECES).map((name) => [name, t(`pieces-${name}`)] as const)}
        onChange={(next) => prefer({ pieces: next })}
      />
      <Choice
        label={t("look-striker")}
        value={striker}
        options={named(STRIKERS).map((name) => [name, t(`striker-${name}`)] as const)}
        onChange={(next) => prefer({ striker: next })}
      />
      <Choice
        label={t("assist")}
        value={assist}
        options={(["full", "short", "none"] as const).map((name) => [name, t(`assist-${name}`)] as const)}
        onChange={(next) => prefer({ assist: next })}
      />
      <Choice
        label={t("aiming")}
        value={aiming}
        options={(["auto", "fine", "quick"] as const).map((name) => [name, t(`aiming-${name}`)] as const)}
        onChange={(next) => prefer({ aiming: next })}
      />
    </>
  );
}
