// Once more, against the same people and with the same settings: asked by one side, begun when both want it.

import type { JSX } from "preact";
import { useEffect } from "preact/hooks";
import { keep, recall } from "../app/prefs.ts";
import { go } from "../app/router.ts";
import { t } from "../i18n/i18n.ts";
import type { LiveMatch } from "../play/live.ts";
import type { PageView } from "../play/messages.ts";
import { saySide } from "../play/telling.ts";
import { NOBODY } from "../play/viewer.ts";
import { makerKey } from "./company.ts";

/** The same secrets open the same seats of the match that follows. */
function carryOn(from: string, to: string): void {
  for (const key of [(id: string) => `carrom.seat.${id}`, (id: string) => `carrom.links.${id}`, makerKey]) {
    const kept = recall<unknown>(key(from), null);
    if (kept !== null) keep(key(to), kept);
  }
  sessionStorage.setItem(`carrom.carried.${to}`, "1");
  go(`/play/${to}`);
}

/** Whether everybody comes here from the match before: then nobody has to be sent a link. */
export function isCarriedOn(id: string): boolean {
  return sessionStorage.getItem(`carrom.carried.${id}`) !== null;
}

export function Rematch({ match, view }: { match: LiveMatch; view: PageView }): JSX.Element {
  const { asks, rematch } = match.company.beside.value;
  const me = match.mine.value[0];
  const asked = asks.filter((one) => one.what === "rematch");
  const own = asked.some((one) => match.mine.value.some((player) => player[0] === one.party));
  const other = asked.find((one) => one.party !== me?.[0]);
  useEffect(() => {
    // Whoever has just asked for it wants to be there; who only looks back at an old match does not.
    if (rematch && sessionStorage.getItem(`carrom.asked.${match.id}`)) carryOn(match.id, rematch);
  }, [rematch]);
  if (rematch)
    return (
      <button class="go" onClick={() => carryOn(match.id, rematch)} data-testid="rematch">
        {t(me ? "rematch-go" : "rematch-watch")}
      </button>
    );
  if (!me)
    return (
      <a class="button" href="/">
        {t("home")}
      </a>
    );
  if (own) return <p role="status">{t("rematch-wait")}</p>;
  return (
    <>
      {other && (
        <p class="wanted" role="status">
          {saySide(view, NOBODY, "rematch-asked", other.party)}
        </p>
      )}
      <button
        class="go"
        data-testid="rematch"
        onClick={() => {
          sessionStorage.setItem(`carrom.asked.${match.id}`, "1");
          match.company.propose(me, "rematch");
        }}
      >
        {t("rematch")}
      </button>
    </>
  );
}
