// The sending badge of a match, and what it means.

import type { JSX } from "preact";
import { useState } from "preact/hooks";
import type { Outbox as State } from "../sync/round.ts";
import type { Sender } from "../sync/sender.ts";
import { t, wordsFor } from "../words/words.ts";
import { Sheet } from "./parts.tsx";

export function Outbox({ sender, id }: { sender: Sender; id: string }): JSX.Element | null {
  const [open, setOpen] = useState(false);
  const box = sender.outboxes.value.get(id);
  if (!box || box.state === "alone") return null;
  const look = (): void => {
    sender.hurry();
    setOpen(true);
  };
  return (
    <>
      <button class={`badge outbox ${box.state}`} onClick={look} data-testid="outbox" data-state={box.state}>
        {t(box.aside === "elsewhere" ? "outbox-elsewhere" : `outbox-${box.state}`, { count: box.waiting })}
      </button>
      {open && (
        <Sheet title={t("outbox")} onClose={() => setOpen(false)}>
          <p>{note(box)}</p>
          {box.problem && <p class="problem">{box.problem}</p>}
          {box.result && (
            <p>
              {wordsFor(`result-${box.result.state}`)} {box.result.text}
            </p>
          )}
        </Sheet>
      )}
    </>
  );
}

function note(box: State): string {
  if (box.aside) return t(box.aside === "elsewhere" ? "outbox-elsewhere-note" : "outbox-setAside-note");
  if (box.waiting > 0) return t(box.online ? "outbox-sending" : "outbox-offline", { count: box.waiting });
  return t("outbox-all");
}
