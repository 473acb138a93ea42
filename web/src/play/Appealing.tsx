// Appeal: stop the clock to ask something or to have the board replayed.

import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { Choice, LawChip } from "../app/ui.tsx";
import { t } from "../i18n/i18n.ts";
import type { Act, Snapshot } from "./messages.ts";

export function Appealing({ view, onAppeal }: { view: Snapshot; onAppeal: (act: Act) => void }): JSX.Element {
  const [text, setText] = useState("");
  const [wants, setWants] = useState<Snapshot["may_appeal"][number]>("pause");
  return (
    <form
      class="share"
      onSubmit={(event) => {
        event.preventDefault();
        onAppeal({ do: "appeal", text: text.trim(), wants });
      }}
    >
      <p>
        {t("appeal-how")} <LawChip law="121a" />
      </p>
      {view.may_appeal.length > 1 && (
        <Choice
          label={t("appeal")}
          value={wants}
          options={view.may_appeal.map((one) => [one, t(`appeal-${one}`)] as const)}
          onChange={setWants}
        />
      )}
      <label class="field">
        <span>{t("appeal-text")}</span>
        <input maxLength={200} value={text} onInput={(event) => setText(event.currentTarget.value)} />
      </label>
      <button class="go">{t(`appeal-${wants}`)}</button>
    </form>
  );
}
