// The questions about an imported entry list: similar names, unclear dates, fees and seeds.

import type { JSX } from "preact";
import { useState } from "preact/hooks";
import type { ListRead } from "../../api/wire.ts";
import { perform } from "../core/actions.ts";
import { may } from "../core/session.ts";
import { parseCount } from "../core/text.ts";
import type { Key } from "../words/en.ts";
import { t } from "../words/words.ts";
import { AsyncButton, EngineText, Field, Isolated } from "./ui.tsx";

/** Rows with the name of another player, and the mark that tells the two apart. */
export type Marks = Readonly<Record<string, string>>;

const MARKED = new Set(["duplicate", "mark", "which"]);

type Question = ListRead["questions"][number];

function questionKey(one: Question): string {
  return `${one.row} ${one.code} ${one.text}`;
}

const LEAVE_LABELS: Readonly<Record<string, Key>> = {
  alike: "no-another",
  partner: "no-another",
  which: "leave-row-out",
  duplicate: "leave-row-out",
  namesake: "two-people",
  mark: "two-people",
  title: "yes-title",
  "no-headings": "choice-yes",
  guessed: "choice-yes",
  rating: "choice-no",
};

function leaveLabel(one: Question): string {
  if (one.code === "column") return t("leave-column-out");
  const words = LEAVE_LABELS[one.code];
  return t(words === undefined || (words === "no-another" && !one.choices.length) ? "all-right" : words);
}

export function Questions({
  list,
  lines,
  settled,
  dates,
  onDates,
  into,
  onInto,
  onMeant,
  onSettled,
  onSeeds,
  onLeftOut,
  onFee,
}: {
  list: ListRead;
  lines: readonly string[];
  settled: readonly string[];
  dates: "" | "dmy" | "mdy";
  onDates: (dates: "" | "dmy" | "mdy") => void;
  into: string;
  onInto: (event: string) => void;
  onMeant: (answer: string) => void;
  onSettled: (settled: readonly string[]) => void;
  onSeeds: (seeds: number) => void;
  onLeftOut: (column: string) => void;
  onFee: () => void;
}): JSX.Element | null {
  const codes = new Set(list.questions.map((one) => one.code));
  const open = list.questions.filter((one) => !settled.includes(questionKey(one)));
  const asksFee = list.fee !== null && may("set") && !settled.includes("fee");
  const n = open.length + Number(asksFee);
  return (
    <div class="questions">
      {n === 0 ? <p class="good">{t("no-questions")}</p> : <h3>{t("questions-n", { n })}</h3>}
      {settled.length > 0 && (
        <button class="quiet" onClick={() => onSettled([])}>
          {t("ask-all-again", { n: settled.length })}
        </button>
      )}
      {asksFee && <FeeQuestion list={list} onFee={onFee} onNone={() => onSettled([...settled, "fee"])} />}
      {(codes.has("ambiguous-date") || dates) && (
        <fieldset>
          <legend>{t("how-dates")}</legend>
          {(["dmy", "mdy"] as const).map((order) => (
            <label key={order} class="pick">
              <input type="radio" name="dates" checked={dates === order} onChange={() => onDates(order)} />
              {t(`dates-${order}`)}
            </label>
          ))}
        </fieldset>
      )}
      {(codes.has("no-event") || codes.has("event") || into) && (
        <label class="field">
          <span>{t("into-event")}</span>
          <select value={into} onChange={(event) => onInto(event.currentTarget.value)}>
            <option value="">–</option>
            {Object.entries(list.events).map(([id, name]) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </select>
        </label>
      )}
      <ol>
        {open.slice(0, 60).map((one) => (
          <li key={questionKey(one)} data-code={one.code}>
            <b>{t("row-n", { n: one.row })}</b> <EngineText text={one.text} tag="span" />
            {lines[one.row - 1] && !COLUMN_QUESTIONS.has(one.code) && (
              <bdi class="dim written">{lines[one.row - 1]}</bdi>
            )}
            <span class="buttons">
              {one.choices.map((who) => (
                <button key={who} onClick={() => onMeant(`${one.row}=${who}`)}>
                  {one.code === "title" ? t("is-person") : <Isolated text={t("is-meant", { who })} />}
                </button>
              ))}
              {one.code === "rating" &&
                [4, 8, 16, 32]
                  .filter((count) => count < list.rows)
                  .map((count) => (
                    <button key={count} onClick={() => onSeeds(count)}>
                      {t("seed-best", { n: count })}
                    </button>
                  ))}
              {one.code === "rating" && <button onClick={() => onSeeds(list.rows)}>{t("seed-all")}</button>}
              <button
                onClick={() => {
                  if (one.code === "rating") onSeeds(0);
                  else if (one.code === "column") onLeftOut(one.column);
                  else if (one.no) onMeant(`${one.row}=${one.no}`);
                  else onSettled([...settled, questionKey(one)]);
                }}
              >
                {leaveLabel(one)}
              </button>
            </span>
          </li>
        ))}
      </ol>
      {open.length > 60 && <p class="dim">{t("and-more", { n: open.length - 60 })}</p>}
    </div>
  );
}

/** Questions about a whole column. */
const COLUMN_QUESTIONS = new Set(["column", "title", "no-headings", "guessed", "rating", "no-event"]);

/** Ask for the fee if the list says who has paid but no fee is set. */
function FeeQuestion({ list, onFee, onNone }: { list: ListRead; onFee: () => void; onNone: () => void }): JSX.Element {
  const [fee, setFee] = useState(list.fee ? String(list.fee) : "");
  const n = parseCount(fee);
  const changes = Object.keys(list.events).map((where) => ({ setting: "fee", value: String(n), where }));
  return (
    <form class="inline" data-testid="asked-fee" onSubmit={(event) => event.preventDefault()}>
      <Field label={t("what-fee")} value={fee} onInput={setFee} />
      <AsyncButton
        disabled={n === null || n === 0}
        onPress={() => perform({ act: { do: "set", changes }, label: t("what-fee"), onDone: onFee })}
      >
        {t("save")}
      </AsyncButton>
      <button type="button" onClick={onNone}>
        {t("no-fee")}
      </button>
    </form>
  );
}

export function ChosenPlayers({
  meant,
  onMeant,
}: {
  meant: readonly string[];
  onMeant: (meant: readonly string[]) => void;
}): JSX.Element | null {
  if (!meant.length) return null;
  return (
    <ul class="answered">
      {meant.map((answer) => {
        const [row = "", ...who] = answer.split("=");
        return (
          <li key={answer}>
            <b>{t("row-n", { n: row })}</b> <Isolated text={t("is-meant", { who: who.join("=") })} />{" "}
            <button class="quiet" onClick={() => onMeant(meant.filter((one) => one !== answer))}>
              {t("ask-again")}
            </button>
          </li>
        );
      })}
    </ul>
  );
}

/** A row was left out because its name is known: if it is another player, a mark tells them apart. */
export function SameNames({
  list,
  apart,
  onApart,
}: {
  list: ListRead;
  apart: Marks;
  onApart: (apart: Marks) => void;
}): JSX.Element | null {
  const [typed, setTyped] = useState<Marks>({});
  const rows = [
    ...list.questions.filter((one) => MARKED.has(one.code)).map((one) => String(one.row)),
    ...Object.keys(apart),
  ];
  if (!rows.length) return null;
  return (
    <fieldset class="same-names">
      <legend>{t("same-names")}</legend>
      <p class="dim">{t("same-names-note")}</p>
      {[...new Set(rows)]
        .sort((one, other) => Number(one) - Number(other))
        .map((row) => {
          const mark = (typed[row] ?? apart[row] ?? "").trim();
          return (
            <form
              key={row}
              class="inline"
              onSubmit={(event) => {
                event.preventDefault();
                if (mark) onApart({ ...apart, [row]: mark });
              }}
            >
              <Field
                label={t("mark-of-row", { n: row })}
                value={typed[row] ?? apart[row] ?? ""}
                onInput={(value) => setTyped({ ...typed, [row]: value })}
              />
              <button disabled={!mark || mark === apart[row]}>{t("is-another")}</button>
              {apart[row] !== undefined && (
                <button
                  type="button"
                  class="quiet"
                  onClick={() => onApart(Object.fromEntries(Object.entries(apart).filter(([own]) => own !== row)))}
                >
                  {t("is-the-same")}
                </button>
              )}
            </form>
          );
        })}
    </fieldset>
  );
}
