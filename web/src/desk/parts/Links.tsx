// New links with their QR codes, ready to copy or print.

import type { JSX } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { copyText } from "../../app/copying.ts";
import { fetchHere, may, postHere, session } from "../core/session.ts";
import { parseMatchNumber } from "../core/text.ts";
import { t } from "../words/words.ts";
import { AsyncButton, ErrorMessage, Field, Panel } from "./ui.tsx";

export interface LinkCard {
  readonly title: string;
  readonly address: string;
  readonly id?: string;
}

/** Whether other devices can open the address of this page: localhost is this machine only. */
export const isReachable = !/^(localhost|127\..*|\[::1\])$/.test(location.hostname);

export function UnreachableNote(): JSX.Element | null {
  return isReachable ? null : (
    <p class="refusal" role="alert">
      {t("phones-cannot")} <code dir="ltr">carrom serve --host 0.0.0.0</code>
    </p>
  );
}

export function LinkCards({ cards, onDone }: { cards: readonly LinkCard[]; onDone: () => void }): JSX.Element {
  const here = useRef<HTMLDivElement>(null);
  useEffect(() => here.current?.scrollIntoView({ block: "nearest" }), [cards.length]);
  return (
    <div ref={here}>
      <Panel
        title={t("new-links")}
        count={cards.length}
        id="new-links"
        tools={
          <span class="buttons">
            <button onClick={() => print()}>{t("print-it")}</button>
            <button class="quiet" onClick={onDone}>
              {t("done")}
            </button>
          </span>
        }
      >
        <p class="warn-note">{t("told-once")}</p>
        <UnreachableNote />
        <div class="link-cards">
          {cards.map((one) => (
            <article key={one.address} class="link-card">
              <h3 dir="auto">{one.title}</h3>
              <p class="dim" dir="auto">
                {session.value?.name}
              </p>
              {isReachable && <Qr text={one.address} label={one.title} />}
              <input
                readOnly
                dir="ltr"
                value={one.address}
                aria-label={one.title}
                onFocus={(event) => event.currentTarget.select()}
              />
              <Copy text={one.address} />
            </article>
          ))}
        </div>
      </Panel>
    </div>
  );
}

function Copy({ text }: { text: string }): JSX.Element {
  const [isCopied, setCopied] = useState<boolean | null>(null);
  return (
    <>
      <button onClick={() => void copyText(text).then(setCopied)}>{t("copy")}</button>
      {isCopied !== null && (
        <span class="dim" role="status" data-copied={isCopied}>
          {t(isCopied ? "copied" : "copy-by-hand")}
        </span>
      )}
    </>
  );
}

/** A QR code drawn by the server. The text is sent in the body, so that no log has the secret. */
export function Qr({ text, label }: { text: string; label: string }): JSX.Element {
  const [svg, setSvg] = useState("");
  useEffect(() => {
    void fetchHere("/qr", { text })
      .then((response) => response.text())
      .then(setSvg, () => setSvg(""));
  }, [text]);
  return <span class="qr" role="img" aria-label={`QR ${label}`} dangerouslySetInnerHTML={{ __html: svg }} />;
}

/** Play a match on screens: a link for each player, and the result is recorded when it ends. */
export function BrowserTable(): JSX.Element | null {
  const [match, setMatch] = useState("");
  const [cards, setCards] = useState<readonly LinkCard[]>([]);
  const [problem, setProblem] = useState("");
  if (!may("open-table")) return null;
  const number = parseMatchNumber(match);
  const send = (path: "/tables" | "/tables/end"): Promise<void> => {
    setProblem("");
    return postHere(path, { match: number }).then(
      (made) =>
        setCards(
          made.links.map((one) => ({
            title: `${made.match}: ${one.name}`,
            address: `${location.origin}/play/${made.table}#${one.secret}`,
          })),
        ),
      (error: Error) => setProblem(error.message),
    );
  };
  return (
    <details class="browser-table">
      <summary>{t("in-the-browser")}</summary>
      <p class="dim">{t("in-the-browser-note")}</p>
      <div class="inline">
        <Field label={t("for-match")} value={match} onInput={setMatch} />
        <AsyncButton disabled={!number} onPress={() => send("/tables")}>
          {t("open-browser-table")}
        </AsyncButton>
        <AsyncButton kind="quiet" disabled={!number} onPress={() => send("/tables/end")}>
          {t("end-browser-table")}
        </AsyncButton>
      </div>
      {problem && <ErrorMessage text={problem} />}
      {cards.length > 0 && <LinkCards cards={cards} onDone={() => setCards([])} />}
    </details>
  );
}
