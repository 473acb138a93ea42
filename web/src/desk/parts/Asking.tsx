// The second question before something grave: what would change, as a diff, and why.

import type { JSX } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { ModalDialog } from "../../app/dialog.tsx";
import { busy, confirmed, question } from "../core/perform.ts";
import { t } from "../words/words.ts";
import { Isolated, Progress, Refusal, Said } from "./basics.tsx";

export function Asking(): JSX.Element | null {
  const asked = question.value;
  return asked ? <AskedQuestion key={JSON.stringify(asked.act)} /> : null;
}

function AskedQuestion(): JSX.Element | null {
  const asked = question.value;
  const [reason, setReason] = useState("");
  const why = useRef<HTMLInputElement>(null);
  const isShown = asked?.foreseen != null;
  useEffect(() => {
    // What it changes has pushed the reason down. On a low screen that is read first, and the reason comes after it.
    if (isShown && matchMedia("(min-height: 481px)").matches) why.current?.scrollIntoView({ block: "nearest" });
  }, [isShown]);
  const shows = asked?.shows || asked?.foreseen !== null;
  const isReasonAsked = asked?.needsReason ?? false;
  if (!asked) return null;
  const { foreseen } = asked;
  // What was looked at and cannot be is not sent again as it is.
  const isSame = asked.isFinal || reason.trim() === asked.reason;
  const isRefused = asked.problem !== "" && shows && !foreseen && isSame;
  const isLooking = shows && !foreseen && !asked.problem && !asked.isUnseen;
  const isReady = (!isReasonAsked || reason.trim() !== "") && busy.value === null && !isRefused && !isLooking;
  const close = (): void => {
    question.value = null;
  };
  return (
    <ModalDialog title={asked.label} close={t("close")} onClose={close}>
      <form
        class="asking"
        onSubmit={(event) => {
          event.preventDefault();
          if (isReady) void confirmed(reason.trim());
        }}
      >
        {foreseen && foreseen.said.length > 0 && <p class="dim">{t("so-it-will-be")}</p>}
        {foreseen?.said.map((line) => (
          <Said key={line} text={line} />
        ))}
        {foreseen?.warnings.map((line) => (
          <Said key={line} text={line} kind="refusal" />
        ))}
        {foreseen && <Impact changes={foreseen.changes} lines={foreseen.lines} />}
        {isLooking && <Progress />}
        {asked.isUnseen && <p class="warn-note">{t("unseen")}</p>}
        {isReasonAsked && !(isRefused && asked.isFinal) && (
          <label class="field">
            <span>{t("reason")}</span>
            <input
              ref={(field) => {
                why.current = field;
                if (field && !reason) field.focus();
              }}
              value={reason}
              dir="auto"
              required
              placeholder={t("reason-why")}
              onInput={(event) => setReason(event.currentTarget.value)}
            />
          </label>
        )}
        {asked.reasons && isReasonAsked && !(isRefused && asked.isFinal) && (
          <div class="chips">
            {asked.reasons.map((one) => (
              <button key={one} type="button" class="chip" onClick={() => setReason(one)}>
                {one}
              </button>
            ))}
          </div>
        )}
        {asked.problem && (asked.isFinal || !(isReasonAsked && !reason)) && <Refusal text={asked.problem} />}
        {asked.problem && !asked.isFinal && isReasonAsked && !reason && <Said text={asked.problem} />}
        <div class="buttons end">
          <button type="button" onClick={close}>
            {t("leave-it")}
          </button>
          <button class={foreseen?.is_grave ? "danger" : "go"} disabled={!isReady}>
            {asked.label}
          </button>
        </div>
      </form>
    </ModalDialog>
  );
}

/** Sentences first, then the lines of tables and trees: as they are, and as they would be. */
export function Impact({
  changes,
  lines,
}: {
  changes: readonly { kind: string; text: string }[];
  lines: readonly string[];
}): JSX.Element {
  if (!changes.length && !lines.length) return <p class="dim">{t("nothing-else")}</p>;
  return (
    <div class="impact" data-testid="impact">
      <ul>
        {changes.map((one) => (
          <Said key={one.text} text={one.text} tag="li" kind={`change-${one.kind}`} />
        ))}
      </ul>
      {lines.length > 0 && (
        <div class="diff" lang="en" dir="ltr">
          {lines.map((line, at) => (
            <div key={at} class={line.startsWith("+") ? "plus" : "minus"}>
              <span aria-hidden="true">{line.slice(0, 1) === "-" ? "−" : "+"}</span> <Isolated text={line.slice(2)} />
            </div>
          ))}
        </div>
      )}
    </div>
  );
}
