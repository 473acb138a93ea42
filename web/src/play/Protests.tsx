// Protests: lodged in writing, and decided by the other side where there is no referee.

import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { LawChip } from "../app/ui.tsx";
import { t } from "../i18n/i18n.ts";
import type { LiveMatch } from "./live.ts";
import type { Snapshot } from "./messages.ts";
import { partyName } from "./names.ts";

export function Protesting({ onProtest }: { onProtest: (text: string) => void }): JSX.Element {
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

/** Protests awaiting the other side's decision. */
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
