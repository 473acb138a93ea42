// Results, typed by table number. What a line means stands in large letters before Enter counts it, so that a card that
// was turned round is seen; what is refused stays where it was typed.

import { effect, signal } from "@preact/signals";
import type { JSX } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { afterPause } from "../../app/acknowledged.ts";
import type { Preview, TableShown } from "../../wire.ts";
import { DeskRefusal, NoAnswer } from "../core/ask.ts";
import { foresee, sayingOf, send, settledLater } from "../core/outbox.ts";
import { perform, told } from "../core/perform.ts";
import { readLine, wantedIn } from "../core/result_line.ts";
import { may, seq, standing } from "../core/tournament.ts";
import { t } from "../words/words.ts";
import { Meeting, Refusal, Said } from "./basics.tsx";

/** What stands in the line; other parts of the page may begin one. */
export const typed = signal("");
/** Lines that were entered here, newest first. */
const entered = signal<readonly Entered[]>([]);

interface Entered {
  readonly line: string;
  readonly said: string;
  readonly problem: string;
  readonly tournament: string;
}

effect(() => {
  const late = settledLater.value;
  if (!late) return;
  const isIt = (one: Entered): boolean => one.line === late.sent.label && one.tournament === late.sent.tournament;
  // What was refused late stands above, until it was read.
  entered.value = late.problem
    ? entered.peek().filter((one) => !isIt(one))
    : entered.peek().map((one) => (isIt(one) ? { ...one, said: late.lines.join(" "), problem: "" } : one));
});

/** Those of the tournament on this page. */
function enteredHere(): readonly Entered[] {
  return entered.value.filter((one) => one.tournament === standing.value?.id);
}

/** Somebody asked for the line on a screen that has none. */
let isWanted = false;
export function wantLine(): void {
  isWanted = true;
}

export function beginLine(text: string): void {
  typed.value = text;
  const field = document.querySelector<HTMLInputElement>("#result-line");
  field?.focus();
  requestAnimationFrame(() => field?.setSelectionRange(text.length, text.length));
}

interface Meaning {
  readonly line: string;
  readonly foreseen: Preview | null;
  readonly problem: string;
  readonly code: string;
  /** It came in place of another meaning of the same line: Enter only says that it was seen. */
  readonly isOther?: boolean;
  /** It is a grave one, and was entered once: the next Enter counts it. */
  readonly isConfirmed?: boolean;
}

/** `tables` are as they were seen last: without the server they alone say whom a line is about. */
export function ResultLine({ tables }: { tables: readonly TableShown[] }): JSX.Element | null {
  const field = useRef<HTMLInputElement>(null);
  const [meaning, setMeaning] = useState<Meaning | null>(null);
  const [past, setPast] = useState(-1);
  /** The line that was entered before it said a result. */
  const [begun, setBegun] = useState("");
  const line = typed.value;
  const read = readLine(line);
  const wanted = begun === line ? wantedIn(line) : null;

  useEffect(() => {
    if (isWanted) field.current?.focus();
    isWanted = false;
    const slash = (event: KeyboardEvent): void => {
      if (event.key !== "/" || (event.target as Element).closest("input,textarea,select,dialog")) return;
      event.preventDefault();
      field.current?.focus();
      field.current?.select();
    };
    addEventListener("keydown", slash);
    return () => removeEventListener("keydown", slash);
  }, []);

  useEffect(() => {
    if (!read) return setMeaning(null);
    return afterPause(140, () => void understand(line).then((found) => setMeaning((old) => after(old, found))));
  }, [line, seq.value]);

  if (!may("result")) return null;
  const shown = meaning?.line === line ? meaning : null;
  const seated = tables.find((one) => one.match && [`@${one.table}`, one.match.id].includes(read?.match ?? ""))?.match;
  // What stands beside the line is not said a second time below it.
  const here = enteredHere();
  const listed = here.filter((one) => !one.problem || one.problem !== shown?.problem);

  const enter = async (): Promise<void> => {
    if (!read) return setBegun(line);
    if (!shown) {
      setMeaning(await understand(line));
      return; // it has not been seen yet: Enter again counts it
    }
    if (shown.problem) return; // a correction, too, is begun by its own button alone: whoever types on begins none
    if (shown.isOther) return setMeaning({ ...shown, isOther: false });
    if (shown.foreseen?.is_grave && !shown.isConfirmed) return setMeaning({ ...shown, isConfirmed: true });
    typed.value = "";
    setMeaning(null);
    setPast(-1);
    await count(line, shown);
  };

  return (
    <section class="result-line" aria-label={t("results")}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void enter();
        }}
      >
        <label for="result-line">{t("result-label")}</label>
        <input
          id="result-line"
          ref={field}
          value={line}
          dir="ltr"
          autocomplete="off"
          spellcheck={false}
          enterkeyhint="done"
          placeholder="4 25-18"
          aria-describedby="result-meaning"
          onInput={(event) => {
            typed.value = event.currentTarget.value;
          }}
          onKeyDown={(event) => {
            if (event.key === "Escape") typed.value = "";
            const step = event.key === "ArrowUp" ? 1 : event.key === "ArrowDown" ? -1 : 0;
            if (!step) return;
            event.preventDefault();
            const at = Math.max(-1, Math.min(here.length - 1, past + step));
            setPast(at);
            typed.value = at < 0 ? "" : (here[at]?.line ?? "");
          }}
        />
        <button class="go" disabled={!line.trim() || !!shown?.problem}>
          {t("enter")} ⏎
        </button>
      </form>
      <div id="result-meaning" aria-live="polite" data-testid="meaning">
        {wanted && (
          <p class="refusal" role="alert">
            {wanted.what === "match" ? t("wanted-match") : t("wanted-score")} <code dir="ltr">{wanted.example}</code>
          </p>
        )}
        {!read && !wanted && (
          <p class="dim">
            {t("result-hint")} <bdi dir="ltr">4 25-18 · 4 a:5+q b:3 · M7 25-18</bdi> {t("result-key")}
          </p>
        )}
        {shown?.isOther && (
          <p class="warn-note" role="alert">
            {t("line-changed")}
          </p>
        )}
        {shown?.foreseen?.said.map((text) => (
          <Said key={text} text={text} kind="means" />
        ))}
        {shown?.foreseen?.warnings.map((text) => (
          <Said key={text} text={text} kind="refusal" />
        ))}
        {shown?.isConfirmed && (
          <p class="warn-note" role="alert">
            {t("line-grave")}
          </p>
        )}
        {shown?.code === "unseen" && (
          <>
            {seated && (
              <p class="means">
                {seated.id} <Meeting match={seated} />
              </p>
            )}
            <p class="warn-note">{t("unseen")}</p>
          </>
        )}
        {shown?.foreseen && shown.foreseen.changes.length > 0 && (
          <details>
            <summary>{t("changes-n", { n: shown.foreseen.changes.length })}</summary>
            <ul>
              {shown.foreseen.changes.map((one) => (
                <Said key={one.text} text={one.text} tag="li" />
              ))}
            </ul>
          </details>
        )}
        {shown?.problem && <Refusal text={shown.problem} />}
        {shown?.code === "no-reason" && (
          <button type="button" onClick={() => explain(line)}>
            {t("with-reason")}
          </button>
        )}
        {shown?.code === "played" && (
          <button type="button" class="danger" onClick={() => correct(line)}>
            {t("correct-it")}
          </button>
        )}
      </div>
      <ol class="entered" aria-label={t("entered-here")}>
        {listed.slice(0, 4).map((one) => (
          <li key={one.line + one.said} class={one.problem ? "bad" : ""}>
            <button class="quiet" dir="ltr" onClick={() => beginLine(one.line)} title={t("type-again")}>
              {one.line}
            </button>
            <Said text={one.problem || one.said} tag="span" />
          </li>
        ))}
      </ol>
    </section>
  );
}

/** What a line means now, after what it meant before: another match may have come to the table. */
function after(old: Meaning | null, found: Meaning): Meaning {
  if (old?.line !== found.line || old.code === "unseen") return found;
  if (found.code === "unseen") return old;
  const isOther = old.isOther || saidOf(old) !== saidOf(found);
  return { ...found, isOther, isConfirmed: old.isConfirmed === true && !isOther };
}

function saidOf(meaning: Meaning): string {
  return meaning.foreseen ? [...meaning.foreseen.said, ...meaning.foreseen.warnings].join() : meaning.problem;
}

async function understand(line: string): Promise<Meaning> {
  const read = readLine(line);
  if (!read) return { line, foreseen: null, problem: "", code: "" };
  try {
    return { line, foreseen: await foresee(read.act, read.reason), problem: "", code: "" };
  } catch (error) {
    // Without an answer nothing can be shown; the act itself is kept and sent when the server is there.
    if (error instanceof NoAnswer) return { line, foreseen: null, problem: "", code: "unseen" };
    return {
      line,
      foreseen: null,
      problem: (error as Error).message,
      code: error instanceof DeskRefusal ? error.code : "",
    };
  }
}

async function count(line: string, shown: Meaning): Promise<void> {
  const read = readLine(line);
  if (!read) return;
  const add = (said: string, problem: string): void => {
    const tournament = standing.value?.id ?? "";
    entered.value = [
      { line, said, problem, tournament },
      ...enteredHere().filter((one) => one.line !== line),
      ...entered.value.filter((one) => one.tournament !== tournament),
    ].slice(0, 30);
  };
  try {
    const done = await send(read.act, line, read.reason, shown.foreseen);
    add(done ? done.said.join(" ") : t("kept-for-later"), "");
    told.value = done ? { kind: "done", ...sayingOf(done) } : { kind: "kept", lines: [line] };
  } catch (error) {
    add("", (error as Error).message);
    if (!typed.value) typed.value = line; // nothing is lost: it stands there again
  }
}

/** What counts with a reason alone, such as a result of somebody who has left. */
function explain(line: string): void {
  const read = readLine(line);
  if (!read) return;
  void perform({
    act: read.act,
    label: line,
    shows: true,
    asksReason: true,
    done: () => {
      typed.value = "";
    },
  });
}

function correct(line: string): void {
  const read = readLine(line, true);
  if (!read) return;
  void perform({
    act: read.act,
    label: t("correct-it"),
    shows: true,
    asksReason: true,
    reasons: [t("why-turned"), t("why-misread"), t("why-other-match")],
    done: () => {
      typed.value = "";
    },
  });
}
