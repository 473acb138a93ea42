// Somebody who wants to be forgotten. It cannot be taken back, so the name is typed once more.

import type { JSX } from "preact";
import { useState } from "preact/hooks";
import type { Erased, PersonShown } from "../../wire.ts";
import { tell } from "../core/ask.ts";
import { told } from "../core/perform.ts";
import { may, pathOf, sawOwn, standing } from "../core/tournament.ts";
import { t } from "../words/words.ts";
import { Field, Press, Refusal } from "./basics.tsx";

export function Forgetting({ one }: { one: PersonShown }): JSX.Element | null {
  const [name, setName] = useState("");
  const [problem, setProblem] = useState("");
  if (!may("erase")) return null;
  const erase = (): Promise<void> =>
    tell<Erased>(pathOf("/erase"), { person: one.id, name }, standing.value?.id ?? null).then(
      (done) => {
        told.value = { kind: "done", lines: [t("erased", { name: done.name })] };
        sawOwn(done.seq, done.seq);
      },
      (error: Error) => setProblem(error.message),
    );
  return (
    <details>
      <summary>{t("erase")}</summary>
      <p class="warn-note">{t("erase-note")}</p>
      <div class="inline">
        <Field label={t("erase-name", { name: one.name })} value={name} onInput={setName} />
        <Press kind="danger" disabled={name.trim() !== one.name.trim()} onPress={erase}>
          {t("erase")}
        </Press>
      </div>
      {problem && <Refusal text={problem} />}
    </details>
  );
}
