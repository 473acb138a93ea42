// Requests from one side to the other, and their answers.

import type { JSX } from "preact";
import { t } from "../i18n/i18n.ts";
import type { LiveMatch } from "../play/live.ts";
import type { PlayerName, Snapshot } from "../play/messages.ts";
import { partyName } from "../play/names.ts";
import { saySide } from "../play/telling.ts";
import { NOBODY } from "../play/viewer.ts";
import "./social.css";

/** Buttons in the menu for requests to human opponents. */
export function AskButtons({
  match,
  view,
  onDone,
}: {
  match: LiveMatch;
  view: Snapshot;
  onDone: () => void;
}): JSX.Element | null {
  const me = match.mine.value[0];
  const striker = match.mine.value.find((player) => view.may_undo.includes(player));
  if (!me || view.todo.what === "over") return null;
  const ask = (what: "undo" | "end", by: PlayerName): JSX.Element => (
    <button
      onClick={() => {
        match.company.propose(by, what);
        onDone();
      }}
    >
      {t(`ask-${what}`)}
    </button>
  );
  return (
    <>
      {!match.solo.value && striker && ask("undo", striker)}
      {ask("end", me)}
    </>
  );
}

export function Asks({ match, view }: { match: LiveMatch; view: Snapshot }): JSX.Element {
  const mine = match.mine.value;
  const answerer = (party: "a" | "b"): PlayerName | undefined => mine.find((player) => player[0] !== party);
  const { declined } = match.company.beside.value;
  const asks = match.company.beside.value.asks.flatMap(({ party, what }) =>
    what === "rematch" ? [] : [{ party, what }],
  );
  return (
    <>
      {declined && declined.base === view.seq && mine.some((player) => player[0] === declined.party) && (
        <p class="banner" role="status" data-testid="declined">
          {t("ask-declined", { name: partyName(view, declined.party === "a" ? "b" : "a") })}
        </p>
      )}
      {asks.map(({ party, what }) => {
        const by = answerer(party);
        const asker = mine.find((player) => player[0] === party);
        return (
          <section key={`${party}${what}`} class="prompt ask" data-testid="ask" data-keep>
            {asker ? (
              <>
                <p>{saySide(view, NOBODY, `asked-${what}`, party)}</p>
                <button onClick={() => match.company.propose(asker, what, false)}>{t("ask-withdraw")}</button>
              </>
            ) : (
              <>
                <p>{saySide(view, NOBODY, `asks-${what}`, party)}</p>
                {by && (
                  <div class="buttons">
                    <p class="small">{t(`asks-${what}-note`)}</p>
                    <button class="go" onClick={() => match.company.propose(by, what)}>
                      {t("ask-agree")}
                    </button>
                    <button onClick={() => match.company.propose(by, what, false)}>{t("ask-decline")}</button>
                  </div>
                )}
              </>
            )}
          </section>
        );
      })}
    </>
  );
}
