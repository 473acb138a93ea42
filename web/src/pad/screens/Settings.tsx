import type { JSX } from "preact";
import { prefer, prefs } from "../../app/prefs.ts";
import { LANGUAGES } from "../../i18n/speaking.ts";
import { like, likes } from "../likes.ts";
import { t } from "../words/words.ts";

export function Settings(): JSX.Element {
  const { hand, sun, vibrate } = likes.value;
  return (
    <section class="settings" aria-label={t("settings")}>
      <div class="pick-row" role="group" aria-label={t("language")}>
        <span class="row-label">{t("language")}</span>
        <div>
          {LANGUAGES.map(([code, name]) => (
            <button
              key={code}
              class="pick"
              lang={code}
              aria-pressed={prefs.value.language === code}
              onClick={() => prefer({ language: code })}
            >
              {name}
            </button>
          ))}
        </div>
      </div>
      <div class="pick-row" role="group" aria-label={t("hand")}>
        <span class="row-label">{t("hand")}</span>
        <div>
          {(["left", "right"] as const).map((one) => (
            <button key={one} class="pick" aria-pressed={hand === one} onClick={() => like({ hand: one })}>
              {t(`hand-${one}`)}
            </button>
          ))}
        </div>
      </div>
      <div class="pick-row" role="group" aria-label={t("look")}>
        <span class="row-label">{t("look")}</span>
        <div>
          <button class="pick" aria-pressed={!sun} onClick={() => like({ sun: false })}>
            {t("look-hall")}
          </button>
          <button class="pick" aria-pressed={sun} onClick={() => like({ sun: true })}>
            {t("look-sun")}
          </button>
          <button class="pick" aria-pressed={vibrate} onClick={() => like({ vibrate: !vibrate })}>
            {t("vibrate")}
          </button>
        </div>
      </div>
    </section>
  );
}
