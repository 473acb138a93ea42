// Rematch: requested by one side, started when both agree.

import type { JSX } from "preact";
import { useEffect } from "preact/hooks";
import type { Snapshot } from "../api/wire.ts";
import { go } from "../app/router.ts";
import { t } from "../i18n/i18n.ts";
import { load, save } from "../prefs.ts";
import type { LiveMatch } from "./live.ts";
import { phraseForSide } from "./sentences.ts";
import { makerKey } from "./tableTalk.ts";
import { NOBODY } from "./viewer.ts";

/** For this tab only. Does nothing where storage is blocked. */
function remember(key: string): void {
  try {
    sessionStorage.setItem(key, "1");
  } catch {
    // Then the tab does not follow a rematch by itself.
  }
}

function isRemembered(key: string): boolean {
  try {
    return sessionStorage.getItem(key) !== null;
  } catch {
    return false;
  }
}

/** Wins of each side in the preceding matches of a series of rematches. */
interface Tally {
  readonly a: number;
  readonly b: number;
}

function tallyOf(id: string): Tally | null {
  return load<Tally | null>(`carrom.tally.${id}`, null);
}

/** The number of this match in its series and the score, the viewer's side first. */
export function tallyWords(id: string, near: "a" | "b"): string | null {
  const tally = tallyOf(id);
  if (!tally) return null;
  return t("tally", { number: tally.a + tally.b + 1, near: tally[near], far: tally[near === "a" ? "b" : "a"] });
}

/** The same secrets open the same seats of the next match. */
function moveToRematch(from: string, to: string, winner: Snapshot["winner"]): void {
  const { a, b } = tallyOf(from) ?? { a: 0, b: 0 };
  if (winner) save(`carrom.tally.${to}`, { a: a + Number(winner === "a"), b: b + Number(winner === "b") });
  for (const key of [(id: string) => `carrom.seat.${id}`, (id: string) => `carrom.links.${id}`, makerKey]) {
    const kept = load<unknown>(key(from), null);
    if (kept !== null) save(key(to), kept);
  }
  remember(`carrom.carried.${to}`);
  go(`/play/${to}`);
}

/** Whether this is a rematch: then no links have to be sent. */
export function isRematch(id: string): boolean {
  return isRemembered(`carrom.carried.${id}`);
}

export function Rematch({ match, view }: { match: LiveMatch; view: Snapshot }): JSX.Element {
  const { asks, rematch } = match.talk.state.value;
  const me = match.mine.value[0];
  const requests = asks.filter((one) => one.what === "rematch");
  const own = requests.some((one) => match.mine.value.some((player) => player[0] === one.party));
  const other = requests.find((one) => one.party !== me?.[0]);
  useEffect(() => {
    // Move to the rematch only if this page requested it; a page showing an old match stays.
    if (rematch && isRemembered(`carrom.asked.${match.id}`)) moveToRematch(match.id, rematch, view.winner);
  }, [rematch]);
  if (rematch)
    return (
      <button class="go" onClick={() => moveToRematch(match.id, rematch, view.winner)} data-testid="rematch">
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
          {phraseForSide(view, NOBODY, "rematch-asked", other.party)}
        </p>
      )}
      <button
        class="go"
        data-testid="rematch"
        onClick={() => {
          remember(`carrom.asked.${match.id}`);
          match.talk.propose(me, "rematch");
        }}
      >
        {t("rematch")}
      </button>
    </>
  );
}
