// Hints and what-if against people: allowed only when both sides agree, and visible to all.

import type { JSX } from "preact";
import { t } from "../i18n/i18n.ts";
import type { LiveMatch } from "./live.ts";
import type { PlayerName, Snapshot } from "./messages.ts";
import { saySide } from "./telling.ts";
import { NOBODY } from "./viewer.ts";

/** A player on this screen whose side has not agreed yet. */
export function unagreed(view: Snapshot, mine: readonly PlayerName[]): PlayerName | undefined {
  return mine.find((player) => !view.aid_agreed.some((party) => party === player[0]));
}

interface Props {
  readonly match: LiveMatch;
  readonly view: Snapshot;
}

function isSpokenOf({ match, view }: Props): boolean {
  return view.aid_agreed.length > 0 && !match.solo.value && view.todo.what !== "over";
}

export function AidsAgreed(props: Props): JSX.Element | null {
  if (!props.view.aids || !isSpokenOf(props)) return null;
  return (
    <p class="small" data-testid="aids">
      <span class="badge">{t("aid-on")}</span>
    </p>
  );
}

export function AidsOffered({ match, view }: Props): JSX.Element | null {
  const [offering] = view.aid_agreed;
  if (!offering || view.aids || !isSpokenOf({ match, view })) return null;
  const asked = unagreed(view, match.mine.value);
  const [asker] = match.mine.value;
  return (
    <section class="prompt ask" data-testid="aids" data-keep>
      {asked ? (
        <>
          <p>{saySide(view, NOBODY, "aid-offer", offering)}</p>
          <button onClick={() => match.act(asked, { do: "aid", yes: true })}>{t("aid-agree")}</button>
          <button onClick={() => match.act(asked, { do: "aid", yes: false })}>{t("ask-decline")}</button>
        </>
      ) : (
        <>
          <p class="small">{saySide(view, NOBODY, asker ? "aid-asked" : "aid-offer", offering)}</p>
          {asker && <button onClick={() => match.act(asker, { do: "aid", yes: false })}>{t("ask-withdraw")}</button>}
        </>
      )}
    </section>
  );
}
