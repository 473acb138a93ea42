// Preferences, in the match menu and on the front page.

import type { JSX } from "preact";
import { prefer, prefs } from "../app/prefs.ts";
import { Choice, Switch } from "../app/ui.tsx";
import { LANGUAGES, t } from "../i18n/i18n.ts";
import { Looks } from "./Looks.tsx";

export function Preferences(): JSX.Element {
  const { language, sound, powder, turning, speed, pace, celebrate } = prefs.value;
  return (
    <div class="preferences">
      <Choice
        label={t("language")}
        value={language}
        options={LANGUAGES}
        onChange={(next) => prefer({ language: next })}
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
        onChange={(next) => prefer({ speed: next })}
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
        onChange={(next) => prefer({ pace: next })}
      />
      <Looks />
      <Switch label={t("sound")} on={sound} onChange={(next) => prefer({ sound: next })} />
      <Switch label={t("powder")} on={powder} onChange={(next) => prefer({ powder: next })} />
      <Switch label={t("celebrate")} on={celebrate} onChange={(next) => prefer({ celebrate: next })} />
      <Switch label={t("turning")} on={turning} onChange={(next) => prefer({ turning: next })} />
    </div>
  );
}
