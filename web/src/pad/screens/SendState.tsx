// The sending badge of a match, and what it means.

import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import type { PadView } from "../../api/pad.ts";
import { buzz } from "../padPrefs.ts";
import type { MatchSession } from "../session.ts";
import type { SendState } from "../sync/round.ts";
import type { Sender } from "../sync/sender.ts";
import { t, wordsFor } from "../words/words.ts";
import { BottomSheet, Icon } from "./parts.tsx";

export function SendBadge({ sender, id }: { sender: Sender; id: string }): JSX.Element | null {
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
        <BottomSheet title={t("outbox")} onClose={() => setOpen(false)}>
          <p>{note(box)}</p>
          {box.problem && <p class="problem">{box.problem}</p>}
          {box.result && (
            <p>
              {wordsFor(`result-${box.result.state}`)} {box.result.text}
            </p>
          )}
        </BottomSheet>
      )}
    </>
  );
}

function note(box: SendState): string {
  if (box.aside) return t(box.aside === "elsewhere" ? "outbox-elsewhere-note" : "outbox-setAside-note");
  if (box.waiting > 0) return t(box.online ? "outbox-sending" : "outbox-offline", { count: box.waiting });
  return t("outbox-all");
}

// Call the referee: notify the desk, if there is one, and show a sign large enough to hold up in a hall.

interface Props {
  readonly session: MatchSession;
  readonly shown: PadView;
  /** The sending state, if the match belongs to a tournament. */
  readonly sendState: (() => SendState | undefined) | undefined;
  readonly onClose: () => void;
}

export function RefereeCall({ session, shown, sendState, onClose }: Props): JSX.Element {
  useEffect(() => {
    buzz("clock");
    session.log.sendToDesk({ say: "referee", text: "", at: session.log.now() });
  }, []);
  const box = sendState?.();
  const came = (): void => {
    session.log.sendToDesk({ say: "referee-came", text: "", at: session.log.now() });
    onClose();
  };
  const info = (session.log.setup as { info?: Record<string, string> }).info ?? {};
  return (
    <BottomSheet title={t("call-referee")} onClose={onClose}>
      <div class="wanted" role="status">
        <Icon name="referee" />
        <b>{t("referee")}</b>
        {info.Table && <span>{t("at-table", { table: info.Table })}</span>}
        <span>
          {shown.names.a} – {shown.names.b}
        </span>
      </div>
      {box && box.state !== "alone" && (
        <p class={box.waiting > 0 ? "problem" : "dim"} role="status" data-testid="desk-knows">
          {t(box.waiting > 0 ? "desk-not-told" : "desk-told")}
        </p>
      )}
      <button class="tap" onClick={came} data-testid="referee-came">
        {t("referee-came")}
      </button>
    </BottomSheet>
  );
}
