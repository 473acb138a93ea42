// The seat of this link is taken by another browser: say by whom, and watch. The maker of the match can take it back
// with a key.

import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import { recall } from "../app/prefs.ts";
import { t } from "../i18n/i18n.ts";
import type { LiveMatch } from "../play/live.ts";
import type { Snapshot } from "../play/messages.ts";
import { nameOf } from "../play/names.ts";
import { makerKey } from "./company.ts";

export function HeldSeat({ match, view }: { match: LiveMatch; view: Snapshot }): JSX.Element | null {
  const [isContent, setContent] = useState(false);
  const [isTaken, setTaken] = useState(false);
  const held = match.company.held.value;
  const isFree =
    held.length > 0 && held.every((player) => match.company.beside.value.free.includes(player)) && match.canTake;
  useEffect(() => {
    if (isTaken && isFree) match.takeSeat();
  }, [isTaken, isFree]);
  if (!held.length || isContent) return null;
  const name = held.map((player) => nameOf(view, player)).join(" & ");
  return (
    <section class="prompt ask" role="status" data-testid="held-seat">
      <p>{isFree ? t("seat-free") : t("seat-held", { name })}</p>
      {isFree ? (
        <button class="go" onClick={() => match.takeSeat()}>
          {t("seat-take")}
        </button>
      ) : recall(makerKey(match.id), "") ? (
        <button
          class="go"
          onClick={() => {
            setTaken(true);
            match.company.openSeat(held);
          }}
        >
          {t("seat-own")}
        </button>
      ) : (
        <>
          <button class="go" onClick={() => setContent(true)}>
            {t("seat-watch")}
          </button>
          <p class="small">{t("seat-held-note")}</p>
        </>
      )}
    </section>
  );
}
