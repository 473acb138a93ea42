// A protest with its deadlines and decisions, and the form that lodges one.

import type { JSX } from "preact";
import { useState } from "preact/hooks";
import type { MatchShown, ProtestShown, RecordProtest } from "../../api/wire.ts";
import { perform } from "../core/actions.ts";
import { may } from "../core/session.ts";
import { t, wordsFor } from "../words/words.ts";
import { ActionButton, Countdown, EngineText, Field, SideName, Versus } from "./ui.tsx";

export function Protest({ protest }: { protest: ProtestShown }): JSX.Element {
  const [amount, setAmount] = useState(String(protest.fee));
  return (
    <article class={`decision protest ${protest.status}`} data-protest={protest.id}>
      <h3>
        {protest.id} · {wordsFor(`protest-${protest.status}`) ?? protest.status}
      </h3>
      <p>
        <b>{protest.match.id}</b> <Versus match={protest.match} />
      </p>
      <p>
        {t("protest-of", { who: protest.who, board: protest.board })}
        {protest.game !== null && ` (${t("game-n", { n: protest.game })})`}
        {protest.signed_by && ` · ${t("signed-by")} ${protest.signed_by}`}
      </p>
      <blockquote dir="auto">{protest.text}</blockquote>
      {protest.boards.length > 0 ? (
        <ol class="boards" aria-label={t("boards")}>
          {protest.boards.map((board) => (
            <li key={board.number} class={board.is_contested ? "contested" : ""}>
              <span>{board.winner}</span> <b>{board.points}</b> <code dir="ltr">{board.word}</code>
            </li>
          ))}
        </ol>
      ) : (
        <p class="dim">{t("boards-unknown")}</p>
      )}
      {protest.status === "lodged" && (
        <div class="inline">
          {protest.fee_until && (
            <p>
              {t("fee-until")} <Countdown until={protest.fee_until} />
            </p>
          )}
          <Field label={t("fee-amount")} value={amount} onInput={setAmount} type="number" />
          <ActionButton
            act={{ do: "fee", protest: protest.id, amount: Number(amount) }}
            label={t("take-fee", { n: amount })}
            kind="go"
          />
        </div>
      )}
      {protest.status === "admissible" && (
        <p>
          {t("decide-by")} <Countdown until={protest.decide_by} soon={600} />
        </p>
      )}
      {protest.is_open && may("decide") && (
        <div class="buttons">
          {protest.status === "admissible" && (
            <ActionButton
              act={{ do: "decide", protest: protest.id, decision: "upheld" }}
              label={t("uphold", { id: protest.id })}
              preview
              asksReason
              kind="danger"
            />
          )}
          <ActionButton
            act={{ do: "decide", protest: protest.id, decision: "dismissed" }}
            label={t("dismiss", { id: protest.id })}
            preview
            asksReason
          />
        </div>
      )}
      {protest.status === "lodged" && <p class="dim">{t("not-final-yet")}</p>}
      {!protest.is_open && protest.fee_paid > 0 && (
        <p class="dim">
          {protest.refunded ? t("fee-refunded", { n: protest.refunded }) : t("fee-forfeited", { n: protest.fee_paid })}
        </p>
      )}
      {protest.goes_on && <EngineText text={protest.goes_on} />}
    </article>
  );
}

export function ProtestForm({ match, onDone }: { match: MatchShown; onDone: () => void }): JSX.Element {
  const [side, setSide] = useState<"a" | "b" | "">("");
  const [board, setBoard] = useState("");
  const [endedAt, setEndedAt] = useState("");
  const [text, setText] = useState("");
  const [signed, setSigned] = useState("");
  const isComplete = side !== "" && /^\d+$/.test(board) && text.trim() !== "";
  return (
    <form
      class="protest-form"
      onSubmit={(event) => {
        event.preventDefault();
        if (!isComplete) return;
        const act: RecordProtest = {
          do: "protest",
          match: match.id,
          side,
          board: Number(board),
          text: text.trim(),
          ...(endedAt ? { over: endedAt } : {}),
          ...(signed ? { signed } : {}),
        };
        void perform({ act, label: t("lodge-protest"), onDone });
      }}
    >
      <fieldset>
        <legend>{t("who-protests")}</legend>
        {match.sides.map((one, at) => (
          <label key={one.text} class="pick">
            <input
              type="radio"
              name={`side-${match.id}`}
              checked={side === "ab"[at]}
              onChange={() => setSide(at === 0 ? "a" : "b")}
            />
            <SideName side={one} />
          </label>
        ))}
      </fieldset>
      <Field label={t("contested-board")} value={board} onInput={setBoard} type="number" />
      <Field label={t("board-over-at")} value={endedAt} onInput={setEndedAt} type="time" />
      <Field label={t("signed-by")} value={signed} onInput={setSigned} />
      <Field label={t("what-happened")} value={text} onInput={setText} />
      {!isComplete && <p class="dim">{t("protest-needs")}</p>}
      <button class="go" disabled={!isComplete}>
        {t("lodge-protest")}
      </button>
    </form>
  );
}
