// Place due pieces: one at a time, as many as fit, or none where they may be forgone.

import type { JSX } from "preact";
import { LawChip } from "../../app/ui.tsx";
import type { Board } from "../../board/board.ts";
import { t } from "../../i18n/i18n.ts";
import { refusalWords } from "../sentences.ts";
import type { Asking } from "./asking.ts";

export interface Laying {
  readonly board: Board | null;
  /** Laid but not sent yet. */
  readonly laid: number;
  readonly hasRoom: boolean;
  readonly onRetract: () => void;
  /** No more fit: send those that were laid. */
  readonly onPart: () => void;
}

export function Placing({
  view,
  actor,
  act,
  board,
  laid,
  hasRoom,
  onRetract,
  onPart,
}: Asking & Laying): JSX.Element | null {
  const { todo } = view;
  if (!actor) return null; // the umpire's words say who places what
  return (
    <div class="prompt placing">
      {hasRoom ? (
        <>
          <p>
            <b>{t("place-due", { count: todo.count - laid })}</b>{" "}
            <span class="small">
              {t("place-how")} <span class="keys">{t("place-keys")}</span>
            </span>
          </p>
          <button class="go" onClick={() => board?.place()}>
            {t("place-here")}
          </button>
        </>
      ) : (
        <button class="go" onClick={onPart}>
          {t("place-part", { count: laid })}
        </button>
      )}
      {laid > 0 && <button onClick={onRetract}>{t("place-back")}</button>}
      {todo.may_forgo && laid === 0 && <button onClick={() => act({ do: "forgo" })}>{t("forgo")}</button>}
      {todo.no_forgo && (
        <p class="small" data-testid="no-forgo">
          {refusalWords({ ...todo.no_forgo, law: null })} {todo.no_forgo.law && <LawChip law={todo.no_forgo.law} />}
        </p>
      )}
    </div>
  );
}
