// Call the referee: notify the desk, if there is one, and show a sign large enough to hold up in a hall.

import type { JSX } from "preact";
import { useEffect } from "preact/hooks";
import type { Keeper } from "../keeper.ts";
import { buzz } from "../likes.ts";
import type { Outbox } from "../sync/round.ts";
import type { PadView } from "../types.ts";
import { t } from "../words/words.ts";
import { Icon, Sheet } from "./parts.tsx";

interface Props {
  readonly keeper: Keeper;
  readonly shown: PadView;
  /** The sending state, if the match belongs to a tournament. */
  readonly outbox: (() => Outbox | undefined) | undefined;
  readonly onClose: () => void;
}

export function RefereeCall({ keeper, shown, outbox, onClose }: Props): JSX.Element {
  useEffect(() => {
    buzz("clock");
    keeper.book.say({ say: "referee", text: "", at: keeper.book.now() });
  }, []);
  const box = outbox?.();
  const came = (): void => {
    keeper.book.say({ say: "referee-came", text: "", at: keeper.book.now() });
    onClose();
  };
  const info = (keeper.book.setup as { info?: Record<string, string> }).info ?? {};
  return (
    <Sheet title={t("call-referee")} onClose={onClose}>
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
    </Sheet>
  );
}
