import type { JSX } from "preact";
import { LANGUAGES } from "../../i18n/speaking.ts";
import { prefs, setPrefs } from "../../prefs.ts";
import { padPrefs, setPadPrefs } from "../padPrefs.ts";
import { t } from "../words/words.ts";

export function Settings(): JSX.Element {
  const { hand, sun, vibrate } = padPrefs.value;
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
              onClick={() => setPrefs({ language: code })}
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
            <button key={one} class="pick" aria-pressed={hand === one} onClick={() => setPadPrefs({ hand: one })}>
              {t(`hand-${one}`)}
            </button>
          ))}
        </div>
      </div>
      <div class="pick-row" role="group" aria-label={t("look")}>
        <span class="row-label">{t("look")}</span>
        <div>
          <button class="pick" aria-pressed={!sun} onClick={() => setPadPrefs({ sun: false })}>
            {t("look-hall")}
          </button>
          <button class="pick" aria-pressed={sun} onClick={() => setPadPrefs({ sun: true })}>
            {t("look-sun")}
          </button>
          <button class="pick" aria-pressed={vibrate} onClick={() => setPadPrefs({ vibrate: !vibrate })}>
            {t("vibrate")}
          </button>
        </div>
      </div>
    </section>
  );
}
