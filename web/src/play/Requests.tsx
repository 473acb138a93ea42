// Requests between the sides: undo, ending, hints, protests.

import type { JSX } from "preact";
import { useState } from "preact/hooks";
import type { Snapshot } from "../api/wire.ts";
import { LawChip } from "../app/ui.tsx";
import { t } from "../i18n/i18n.ts";
import type { LiveMatch } from "./live.ts";
import { phraseForSide } from "./sentences.ts";
import { NOBODY, type PlayerName, partyName } from "./viewer.ts";
import "./talk.css";

export function RequestButtons({
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
        match.talk.propose(by, what);
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

export function Requests({ match, view }: { match: LiveMatch; view: Snapshot }): JSX.Element {
  const mine = match.mine.value;
  const answerer = (party: "a" | "b"): PlayerName | undefined => mine.find((player) => player[0] !== party);
  const { declined } = match.talk.state.value;
  const asks = match.talk.state.value.asks.flatMap(({ party, what }) => (what === "rematch" ? [] : [{ party, what }]));
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
                <p>{phraseForSide(view, NOBODY, `asked-${what}`, party)}</p>
                <button onClick={() => match.talk.propose(asker, what, false)}>{t("ask-withdraw")}</button>
              </>
            ) : (
              <>
                <p>{phraseForSide(view, NOBODY, `asks-${what}`, party)}</p>
                {by && (
                  <div class="buttons">
                    <p class="small">{t(`asks-${what}-note`)}</p>
                    <button class="go" onClick={() => match.talk.propose(by, what)}>
                      {t("ask-agree")}
                    </button>
                    <button onClick={() => match.talk.propose(by, what, false)}>{t("ask-decline")}</button>
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

// Hints and what-if against people: allowed only when both sides agree, and visible to all.

/** A player on this screen whose side has not agreed yet. */
export function notYetAgreed(view: Snapshot, mine: readonly PlayerName[]): PlayerName | undefined {
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
  const responder = notYetAgreed(view, match.mine.value);
  const [asker] = match.mine.value;
  return (
    <section class="prompt ask" data-testid="aids" data-keep>
      {responder ? (
        <>
          <p>{phraseForSide(view, NOBODY, "aid-offer", offering)}</p>
          <button onClick={() => match.act(responder, { do: "aid", yes: true })}>{t("aid-agree")}</button>
          <button onClick={() => match.act(responder, { do: "aid", yes: false })}>{t("ask-decline")}</button>
        </>
      ) : (
        <>
          <p class="small">{phraseForSide(view, NOBODY, asker ? "aid-asked" : "aid-offer", offering)}</p>
          {asker && <button onClick={() => match.act(asker, { do: "aid", yes: false })}>{t("ask-withdraw")}</button>}
        </>
      )}
    </section>
  );
}

// Protests: lodged in writing, and decided by the other side where there is no referee.

export function ProtestForm({ onProtest }: { onProtest: (text: string) => void }): JSX.Element {
  const [text, setText] = useState("");
  return (
    <form
      class="share"
      onSubmit={(event) => {
        event.preventDefault();
        onProtest(text.trim());
      }}
    >
      <p>
        {t("protest-how")} <LawChip law="145" />
      </p>
      <label class="field">
        <span>{t("protest-text")}</span>
        <textarea maxLength={300} value={text} onInput={(event) => setText(event.currentTarget.value)} />
      </label>
      <button class="go" disabled={!text.trim()}>
        {t("protest")}
      </button>
    </form>
  );
}

export function Protests({ match, view }: { match: LiveMatch; view: Snapshot }): JSX.Element | null {
  if (!view.protests.length) return null;
  return (
    <>
      {view.protests.map((one) => {
        const judge = match.mine.value.find((player) => player[0] !== one.party);
        return (
          <section key={one.number} class="prompt" data-testid="protest">
            <p>{t("protest-open", { name: partyName(view, one.party), board: one.board, text: one.text })}</p>
            {judge && (
              <>
                <button onClick={() => match.act(judge, { do: "decide", protest: one.number, upheld: true })}>
                  {t("protest-uphold", { board: one.board })}
                </button>
                <button onClick={() => match.act(judge, { do: "decide", protest: one.number, upheld: false })}>
                  {t("protest-overrule")}
                </button>
              </>
            )}
          </section>
        );
      })}
    </>
  );
}
