// Rematch with the same players and settings: requested by one side, started when both agree.

import type { JSX } from "preact";
import { useEffect } from "preact/hooks";
import { keep, recall } from "../app/prefs.ts";
import { go } from "../app/router.ts";
import { t } from "../i18n/i18n.ts";
import type { LiveMatch } from "../play/live.ts";
import type { Snapshot } from "../play/messages.ts";
import { saySide } from "../play/telling.ts";
import { NOBODY } from "../play/viewer.ts";
import { makerKey } from "./company.ts";

/** Wins of each side in the preceding matches of a series of rematches. */
interface Tally {
  readonly a: number;
  readonly b: number;
}

function tallyOf(id: string): Tally | null {
  return recall<Tally | null>(`carrom.tally.${id}`, null);
}

/** The number of this match in its series and the score, the viewer's side first. */
export function tallyWords(id: string, near: "a" | "b"): string | null {
  const tally = tallyOf(id);
  if (!tally) return null;
  return t("tally", { number: tally.a + tally.b + 1, near: tally[near], far: tally[near === "a" ? "b" : "a"] });
}

/** The same secrets open the same seats of the next match. */
function carryOn(from: string, to: string, winner: Snapshot["winner"]): void {
  const { a, b } = tallyOf(from) ?? { a: 0, b: 0 };
  if (winner) keep(`carrom.tally.${to}`, { a: a + Number(winner === "a"), b: b + Number(winner === "b") });
  for (const key of [(id: string) => `carrom.seat.${id}`, (id: string) => `carrom.links.${id}`, makerKey]) {
    const kept = recall<unknown>(key(from), null);
    if (kept !== null) keep(key(to), kept);
  }
  sessionStorage.setItem(`carrom.carried.${to}`, "1");
  go(`/play/${to}`);
}

/** Whether this is a rematch: then no links have to be sent. */
export function isCarriedOn(id: string): boolean {
  return sessionStorage.getItem(`carrom.carried.${id}`) !== null;
}

export function Rematch({ match, view }: { match: LiveMatch; view: Snapshot }): JSX.Element {
  const { asks, rematch } = match.company.beside.value;
  const me = match.mine.value[0];
  const asked = asks.filter((one) => one.what === "rematch");
  const own = asked.some((one) => match.mine.value.some((player) => player[0] === one.party));
  const other = asked.find((one) => one.party !== me?.[0]);
  useEffect(() => {
    // Move to the rematch only if this page requested it; a page showing an old match stays.
    if (rematch && sessionStorage.getItem(`carrom.asked.${match.id}`)) carryOn(match.id, rematch, view.winner);
  }, [rematch]);
  if (rematch)
    return (
      <button class="go" onClick={() => carryOn(match.id, rematch, view.winner)} data-testid="rematch">
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
