// The referee is wanted: told to the desk where there is one, and shown large enough to be held up in a hall.

import type { JSX } from "preact";
import { useEffect } from "preact/hooks";
import type { Keeper } from "../keeper.ts";
import { buzz } from "../likes.ts";
import type { Shown } from "../types.ts";
import { t } from "../words/words.ts";
import { Icon, Sheet } from "./parts.tsx";

interface Props {
  readonly keeper: Keeper;
  readonly shown: Shown;
  readonly onClose: () => void;
}

export function RefereeCall({ keeper, shown, onClose }: Props): JSX.Element {
  useEffect(() => {
    buzz("clock");
    keeper.book.say({ say: "referee", text: "", at: keeper.book.now() });
  }, []);
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
      <button class="tap" onClick={onClose}>
        {t("referee-came")}
      </button>
    </Sheet>
  );
}
