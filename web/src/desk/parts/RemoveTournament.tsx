// Taking a tournament off the server: its file is offered first, and its name is typed once more.

import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { ModalDialog } from "../../app/dialog.tsx";
import type { MyTournament } from "../../wire.ts";
import { tell } from "../core/ask.ts";
import { t } from "../words/words.ts";
import { Field, Refusal } from "./basics.tsx";

export function RemoveTournament({ one, onGone }: { one: MyTournament; onGone: () => void }): JSX.Element {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button class="quiet" aria-label={t("remove-label", { name: one.name })} onClick={() => setOpen(true)}>
        {t("remove")}
      </button>
      {isOpen && <Removing one={one} onGone={onGone} onClose={() => setOpen(false)} />}
    </>
  );
}

function Removing({
  one,
  onGone,
  onClose,
}: {
  one: MyTournament;
  onGone: () => void;
  onClose: () => void;
}): JSX.Element {
  const [name, setName] = useState("");
  const [problem, setProblem] = useState("");
  const label = t("remove-label", { name: one.name });
  return (
    <ModalDialog title={label} close={t("close")} onClose={onClose}>
      <form
        class="asking"
        onSubmit={(event) => {
          event.preventDefault();
          tell(`/api/tournaments/${one.id}/remove`, { name }).then(
            () => {
              onClose();
              onGone();
            },
            (error: Error) => setProblem(error.message || t("offline")),
          );
        }}
      >
        <p>{t("remove-note", { n: one.facts })}</p>
        <a class="button" href={`/api/tournaments/${one.id}/file`} download>
          {t("keep-file")}
        </a>
        <Field label={t("remove-name", { name: one.name })} value={name} onInput={setName} />
        {problem && <Refusal text={problem} />}
        <div class="buttons end">
          <button type="button" onClick={onClose}>
            {t("leave-it")}
          </button>
          <button class="danger" disabled={!name.trim()}>
            {t("remove")}
          </button>
        </div>
      </form>
    </ModalDialog>
  );
}
