// The user's own lobby table, until an opponent joins.

import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { post } from "../api/http.ts";
import type { Snapshot } from "../api/wire.ts";
import { go } from "../app/router.ts";
import { t } from "../i18n/i18n.ts";
import type { LiveMatch } from "../play/live.ts";
import { load, save } from "../prefs.ts";

/** Storage key of a table opened in this browser. */
export function openedKey(matchId: string): string {
  return `carrom.lobby.${matchId}`;
}

export function Waiting({ match, view }: { match: LiveMatch; view: Snapshot }): JSX.Element | null {
  const [isOpen, setOpen] = useState(() => load(openedKey(match.id), false));
  const [problem, setProblem] = useState("");
  const isAnybodyHere = view.seats.some(
    (one) => match.here.value.players.includes(one.player) && !match.mine.value.includes(one.player),
  );
  if (!isOpen || isAnybodyHere) return null;
  const done = (): void => {
    save(openedKey(match.id), false);
    setOpen(false);
  };
  const close = (): void => {
    post("/api/lobby/close", { match: match.id, secret: match.secret }).then(
      () => {
        done();
        go("/lobby");
      },
      (error: Error) => {
        setProblem(error.message || t("no-server"));
        done();
      },
    );
  };
  return (
    <section class="prompt ask" role="status" data-testid="lobby-waiting">
      <p>{problem || t("lobby-waiting")}</p>
      <button class="quiet" onClick={close}>
        {t("lobby-close")}
      </button>
    </section>
  );
}
