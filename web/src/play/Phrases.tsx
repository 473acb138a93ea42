// Polite phrases between players. There is no other chat, and it can be muted.

import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import type { Snapshot } from "../api/wire.ts";
import { Icon } from "../app/icons.tsx";
import { Dialog } from "../app/ui.tsx";
import { t } from "../i18n/i18n.ts";
import { prefs, setPrefs } from "../prefs.ts";
import type { LiveMatch } from "./live.ts";
import { PHRASES } from "./tableTalk.ts";
import { nameOf } from "./viewer.ts";
import "./talk.css";

const SHOWN_MS = 6000;

interface Props {
  readonly match: LiveMatch;
  readonly view: Snapshot;
}

/** The last phrase, for a while. */
export function PhraseBubble({ match, view }: Props): JSX.Element | null {
  const [shown, setShown] = useState(false);
  const spoken = match.talk.spoken.value;
  useEffect(() => {
    if (!spoken) return;
    setShown(true);
    const timer = setTimeout(() => setShown(false), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [spoken?.at]);
  if (!shown || !spoken || prefs.value.quiet || match.solo.value) return null;
  return (
    <p class="bubble" data-testid="bubble">
      <b>
        <bdi>{match.mine.value.includes(spoken.player) ? t("you") : nameOf(view, spoken.player)}</bdi>
      </b>{" "}
      {t(`say-${spoken.phrase}`)}
    </p>
  );
}

export function Phrases({ match }: { match: LiveMatch }): JSX.Element | null {
  const [open, setOpen] = useState(false);
  const { quiet } = prefs.value;
  const me = match.mine.value[0];
  if (match.solo.value) return null;
  if (!me) return null;
  return (
    <>
      <button
        class="quiet phrases"
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
        aria-label={t("say")}
        title={t("say")}
      >
        <Icon name="say" />
      </button>
      {open && (
        <Dialog title={t("say")} onClose={() => setOpen(false)}>
          <div class="buttons">
            {PHRASES.map((phrase) => (
              <button
                key={phrase}
                onClick={() => {
                  match.talk.speak(me, phrase);
                  setOpen(false);
                }}
              >
                {t(`say-${phrase}`)}
              </button>
            ))}
          </div>
          <button class="quiet" aria-pressed={quiet} onClick={() => setPrefs({ quiet: !quiet })}>
            {t(quiet ? "say-hear" : "say-mute")}
          </button>
        </Dialog>
      )}
    </>
  );
}
