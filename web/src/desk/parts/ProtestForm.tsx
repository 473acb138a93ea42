// A protest as it is lodged: who, against which board, when that board ended, in whose words.

import type { JSX } from "preact";
import { useState } from "preact/hooks";
import type { MatchShown } from "../../wire.ts";
import { perform } from "../core/perform.ts";
import { t } from "../words/words.ts";
import { Field, Side } from "./basics.tsx";

export function ProtestForm({ match, onDone }: { match: MatchShown; onDone: () => void }): JSX.Element {
  const [side, setSide] = useState<"a" | "b" | "">("");
  const [board, setBoard] = useState("");
  const [over, setOver] = useState("");
  const [text, setText] = useState("");
  const [signed, setSigned] = useState("");
  const isWhole = side !== "" && /^\d+$/.test(board) && text.trim() !== "";
  return (
    <form
      class="protest-form"
      onSubmit={(event) => {
        event.preventDefault();
        if (!isWhole) return;
        const act = {
          do: "protest",
          match: match.id,
          side,
          board: Number(board),
          text: text.trim(),
          ...(over ? { over } : {}),
          ...(signed ? { signed } : {}),
        };
        void perform({ act, label: t("lodge-protest"), done: onDone });
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
            <Side side={one} />
          </label>
        ))}
      </fieldset>
      <Field label={t("contested-board")} value={board} onInput={setBoard} type="number" />
      <Field label={t("board-over-at")} value={over} onInput={setOver} type="time" />
      <Field label={t("signed-by")} value={signed} onInput={setSigned} />
      <Field label={t("what-happened")} value={text} onInput={setText} />
      {!isWhole && <p class="dim">{t("protest-needs")}</p>}
      <button class="go" disabled={!isWhole}>
        {t("lodge-protest")}
      </button>
    </form>
  );
}
