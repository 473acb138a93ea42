// Links that were just made, each with its QR code, to be copied or printed: the secret is told only now.

import type { JSX } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { copyText } from "../../social/copying.ts";
import { fetched } from "../core/ask.ts";
import { pathOf, standing } from "../core/tournament.ts";
import { t } from "../words/words.ts";
import { Panel } from "./basics.tsx";

export interface LinkCard {
  readonly title: string;
  readonly address: string;
  readonly id?: string;
}

/** Whether a phone can open what this page was opened by: the name of the machine itself leads nowhere else. */
export const isReachable = !/^(localhost|127\..*|\[::1\])$/.test(location.hostname);

/** Where no phone can come, no code is shown that somebody would print in vain. */
export function Unreachable(): JSX.Element | null {
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
        <Unreachable />
        <div class="link-cards">
          {cards.map((one) => (
            <article key={one.address} class="link-card">
              <h3 dir="auto">{one.title}</h3>
              <p class="dim" dir="auto">
                {standing.value?.name}
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

/** Copies a text and says so, or that the browser does not let it: then it is selected, and copied by hand. */
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

/** A QR code, drawn by the server from a text that goes in the body: no log sees the secret. */
export function Qr({ text, label }: { text: string; label: string }): JSX.Element {
  const [svg, setSvg] = useState("");
  useEffect(() => {
    void fetched(pathOf("/qr"), standing.value?.id ?? null, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ text }),
    })
      .then((response) => response.text())
      .then(setSvg, () => setSvg(""));
  }, [text]);
  return <span class="qr" role="img" aria-label={`QR ${label}`} dangerouslySetInnerHTML={{ __html: svg }} />;
}
