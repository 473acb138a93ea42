// A protest with its times, the boards before the contested one, and what can be done about it now.

import type { JSX } from "preact";
import { useState } from "preact/hooks";
import type { ProtestShown } from "../../wire.ts";
import { may } from "../core/tournament.ts";
import { t, wordsFor } from "../words/words.ts";
import { Do, Field, Meeting, Said } from "./basics.tsx";
import { Countdown } from "./Countdown.tsx";

export function Protest({ one }: { one: ProtestShown }): JSX.Element {
  const [amount, setAmount] = useState(String(one.fee));
  return (
    <article class={`decision protest ${one.status}`} data-protest={one.id}>
      <h3>
        {one.id} · {wordsFor(`protest-${one.status}`) ?? one.status}
      </h3>
      <p>
        <b>{one.match.id}</b> <Meeting match={one.match} />
      </p>
      <p>
        {t("protest-of", { who: one.who, board: one.board })}
        {one.game !== null && ` (${t("game-n", { n: one.game })})`}
        {one.signed_by && ` · ${t("signed-by")} ${one.signed_by}`}
      </p>
      <blockquote dir="auto">{one.text}</blockquote>
      {one.boards.length > 0 ? (
        <ol class="boards" aria-label={t("boards")}>
          {one.boards.map((board) => (
            <li key={board.number} class={board.is_contested ? "contested" : ""}>
              <span>{board.winner}</span> <b>{board.points}</b> <code dir="ltr">{board.word}</code>
            </li>
          ))}
        </ol>
      ) : (
        <p class="dim">{t("boards-unknown")}</p>
      )}
      {one.status === "lodged" && (
        <div class="inline">
          {one.fee_until && (
            <p>
              {t("fee-until")} <Countdown until={one.fee_until} />
            </p>
          )}
          <Field label={t("fee-amount")} value={amount} onInput={setAmount} type="number" />
          <Do
            act={{ do: "fee", protest: one.id, amount: Number(amount) }}
            label={t("take-fee", { n: amount })}
            kind="go"
          />
        </div>
      )}
      {one.status === "admissible" && (
        <p>
          {t("decide-by")} <Countdown until={one.decide_by} soon={600} />
        </p>
      )}
      {one.is_open && may("decide") && (
        <div class="buttons">
          {one.status === "admissible" && (
            <Do
              act={{ do: "decide", protest: one.id, decision: "upheld" }}
              label={t("uphold", { id: one.id })}
              shows
              asksReason
              kind="danger"
            />
          )}
          <Do
            act={{ do: "decide", protest: one.id, decision: "dismissed" }}
            label={t("dismiss", { id: one.id })}
            shows
            asksReason
          />
        </div>
      )}
      {one.status === "lodged" && <p class="dim">{t("not-final-yet")}</p>}
      {!one.is_open && one.fee_paid > 0 && (
        <p class="dim">
          {one.refunded ? t("fee-refunded", { n: one.refunded }) : t("fee-forfeited", { n: one.fee_paid })}
        </p>
      )}
      {one.goes_on && <Said text={one.goes_on} />}
    </article>
  );
}
