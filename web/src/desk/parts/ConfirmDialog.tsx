// The dialog that shows what an action would change, asks for a reason where one is needed, and sends it.

import type { JSX } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import type { Preview } from "../../api/wire.ts";
import { ModalDialog } from "../../app/dialog.tsx";
import {
  type Confirmation,
  canConfirm,
  cancelConfirmation,
  confirm,
  confirmation,
  isRefused,
} from "../core/actions.ts";
import { t } from "../words/words.ts";
import { EngineText, ErrorMessage, Isolated, Progress } from "./ui.tsx";

export function ConfirmDialog(): JSX.Element | null {
  const open = confirmation.value;
  return open ? <OpenDialog key={open.id} action={open} /> : null;
}

function OpenDialog({ action }: { action: Confirmation }): JSX.Element {
  const [typed, setTyped] = useState("");
  const field = useRef<HTMLInputElement>(null);
  const reason = typed.trim();
  const { shown, problem } = action;
  const isShown = shown !== null;
  useEffect(() => {
    // The preview has pushed the reason down. On a low screen the preview is to be read first.
    if (isShown && matchMedia("(min-height: 481px)").matches) field.current?.scrollIntoView({ block: "nearest" });
  }, [isShown]);
  const asksReason = action.needsReason && !(action.isFinal && isRefused(action, reason));
  const isReady = canConfirm(action, reason);
  return (
    <ModalDialog title={action.label} close={t("close")} onClose={cancelConfirmation}>
      <form
        class="asking"
        onSubmit={(event) => {
          event.preventDefault();
          if (isReady) void confirm(reason);
        }}
      >
        {shown && <Changes preview={shown} />}
        {action.phase === "previewing" && <Progress />}
        {action.isOffline && <p class="warn-note">{t("unseen")}</p>}
        {asksReason && (
          <label class="field">
            <span>{t("reason")}</span>
            <input
              ref={(input) => {
                field.current = input;
                if (input && !typed) input.focus();
              }}
              value={typed}
              dir="auto"
              required
              placeholder={t("reason-why")}
              onInput={(event) => setTyped(event.currentTarget.value)}
            />
          </label>
        )}
        {asksReason && action.reasons && (
          <div class="chips">
            {action.reasons.map((one) => (
              <button key={one} type="button" class="chip" onClick={() => setTyped(one)}>
                {one}
              </button>
            ))}
          </div>
        )}
        {problem &&
          // Until a reason is typed, asking for one is not an error.
          (action.needsReason && !typed && !action.isFinal ? (
            <EngineText text={problem} />
          ) : (
            <ErrorMessage text={problem} />
          ))}
        <div class="buttons end">
          <button type="button" onClick={cancelConfirmation}>
            {t("leave-it")}
          </button>
          <button class={shown?.is_grave ? "danger" : "go"} disabled={!isReady}>
            {action.label}
          </button>
        </div>
      </form>
    </ModalDialog>
  );
}

/** The preview: the act, its consequences, and the lines of standings and brackets that change. */
function Changes({ preview: { said, warnings, changes, lines } }: { preview: Preview }): JSX.Element {
  return (
    <>
      {said.length > 0 && <p class="dim">{t("so-it-will-be")}</p>}
      {said.map((line) => (
        <EngineText key={line} text={line} />
      ))}
      {warnings.map((line) => (
        <EngineText key={line} text={line} kind="refusal" />
      ))}
      {!changes.length && !lines.length ? (
        <p class="dim">{t("nothing-else")}</p>
      ) : (
        <div class="impact" data-testid="impact">
          <ul>
            {changes.map((one) => (
              <EngineText key={one.text} text={one.text} tag="li" kind={`change-${one.kind}`} />
            ))}
          </ul>
          {lines.length > 0 && (
            <div class="diff" lang="en" dir="ltr">
              {lines.map((line, at) => (
                <div key={at} class={line.startsWith("+") ? "plus" : "minus"}>
                  <span aria-hidden="true">{line.slice(0, 1) === "-" ? "−" : "+"}</span>{" "}
                  <Isolated text={line.slice(2)} />
                </div>
              ))}
            </div>
          )}
        </div>
      )}
    </>
  );
}
