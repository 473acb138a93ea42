// An entry list, pasted or dropped: which column is what, every doubt as a question, and nothing counts before it is
// entered.

import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { useLatest } from "../../app/latest.ts";
import type { ListRead } from "../../wire.ts";
import { tell } from "../core/ask.ts";
import { readCount } from "../core/digits.ts";
import type { Act } from "../core/outbox.ts";
import { perform } from "../core/perform.ts";
import { may, pathOf, standing } from "../core/tournament.ts";
import type { Key } from "../words/en.ts";
import { t, wordsFor } from "../words/words.ts";
import { Field, Isolated, Panel, Press, Progress, Refusal, Said } from "./basics.tsx";

/** Rows of other people of a name that is known, with what tells them apart. */
type Marks = Readonly<Record<string, string>>;

/** What is asked for with a mark: a row that was left out, or that would be told apart by a number alone. */
const MARKED = new Set(["duplicate", "mark", "which"]);

interface Source {
  readonly name: string;
  readonly text?: string;
  /** A workbook, as base64. */
  readonly file?: string;
}

export function ImportList({ isFirst }: { isFirst: boolean }): JSX.Element {
  const [source, setSource] = useState<Source | null>(null);
  const [pasted, setPasted] = useState("");
  const [columns, setColumns] = useState<Readonly<Record<string, string>>>({});
  const [dates, setDates] = useState<"" | "dmy" | "mdy">("");
  const [into, setInto] = useState("");
  const [sheet, setSheet] = useState("");
  const [apart, setApart] = useState<Marks>({});
  /** Who of several is meant, as the server reads it: "7=Kiran Patil (Harbour)". */
  const [meant, setMeant] = useState<readonly string[]>([]);
  /** Questions that were answered by leaving everything as it was understood. */
  const [settled, setSettled] = useState<readonly string[]>([]);
  const [hasHeadings, setHeadings] = useState(true);
  const [seeds, setSeeds] = useState<number | null>(null);
  /** How often it was read anew because something else was set meanwhile. */
  const [again, setAgain] = useState(0);
  const [found, setFound] = useState<ListRead | null>(null);
  const [problem, setProblem] = useState("");
  const [isReading, setReading] = useState(false);

  const act: Act | null = source && {
    do: "import",
    ...(source.text !== undefined ? { text: source.text } : { file: source.file }),
    columns: Object.entries(columns)
      .filter(([, meaning]) => meaning !== "" && meaning !== "-")
      .map(([heading, meaning]) => `${heading}=${meaning}`),
    ignore: Object.entries(columns)
      .filter(([, meaning]) => meaning === "-")
      .map(([heading]) => heading),
    ...(dates ? { dates } : {}),
    ...(into ? { into } : {}),
    ...(sheet.trim() && source.file !== undefined ? { sheet: sheet.trim() } : {}),
    ...(Object.keys(apart).length ? { namesakes: Object.entries(apart).map(([row, mark]) => `${row}=${mark}`) } : {}),
    ...(meant.length ? { meant: [...meant] } : {}),
    ...(hasHeadings ? {} : { headings: false }),
    ...(seeds === null ? {} : { seeds }),
  };

  useLatest<ListRead | null>(
    () => {
      setReading(act !== null);
      return act ? tell<ListRead>(pathOf("/entries/read"), { act }, standing.value?.id ?? null) : Promise.resolve(null);
    },
    (answer) => {
      setFound(answer);
      setProblem("");
      setReading(false);
    },
    (error) => {
      setProblem(error.message);
      setReading(false);
    },
    [source, columns, dates, into, sheet, apart, meant, hasHeadings, seeds, again],
  );

  /** Another list, or none: what was answered about the one before says nothing of it. */
  const begin = (next: Source | null): void => {
    setSource(next);
    setColumns({});
    setDates("");
    setInto("");
    setSheet("");
    setApart({});
    setMeant([]);
    setSettled([]);
    setHeadings(true);
    setSeeds(null);
    setFound(null);
    setProblem("");
  };
  const lines = source?.text?.includes('"') ? [] : (source?.text?.split(/\r\n|\r|\n/) ?? []);
  const edit = (row: number, line: string): void => {
    if (source) setSource({ ...source, text: lines.map((one, at) => (at === row - 1 ? line : one)).join("\n") });
  };
  const take = async (file: File): Promise<void> => {
    if (/\.(csv|tsv|txt)$/i.test(file.name)) begin({ name: file.name, text: await file.text() });
    else begin({ name: file.name, file: await base64(file) });
  };

  return (
    <Panel title={t("entry-list")} id="import">
      {!source && (
        <details open={isFirst}>
          <summary>{t("add-list")}</summary>
          {/* biome-ignore lint/a11y/noStaticElementInteractions: a place to drop a file; the button does the same */}
          <div
            class="drop"
            onDragOver={(event) => event.preventDefault()}
            onDrop={(event) => {
              event.preventDefault();
              const file = event.dataTransfer?.files[0];
              if (file) void take(file);
            }}
          >
            <label class="button file">
              {t("choose-file")}
              <input
                type="file"
                accept=".csv,.tsv,.txt,.xlsx,.xlsm"
                onChange={(event) => {
                  const file = event.currentTarget.files?.[0];
                  if (file) void take(file);
                }}
              />
            </label>
            <span class="dim">{t("or-drop")}</span>
            <label class="field">
              <span>{t("or-paste")}</span>
              <textarea rows={4} dir="auto" value={pasted} onInput={(event) => setPasted(event.currentTarget.value)} />
              <small class="dim">
                {t("for-example")} <code dir="ltr">{"name, club, seed ↵ Asha, Hill, 1"}</code>
              </small>
            </label>
            <button disabled={!pasted.trim()} onClick={() => begin({ name: t("pasted"), text: pasted })}>
              {t("read-list")}
            </button>
          </div>
        </details>
      )}
      {source && (
        <div class="reading">
          <p>
            <b dir="auto">{source.name}</b>{" "}
            <button class="quiet" onClick={() => begin(null)}>
              {t("other-list")}
            </button>
          </p>
          {isReading && !found && <Progress />}
          {problem && <Refusal text={problem} />}
          {problem && hasHeadings && (
            <p>
              {t("no-headings-ask")} <button onClick={() => setHeadings(false)}>{t("choice-yes")}</button>
            </p>
          )}
          {/* A workbook with several sheets is read when somebody has said which. */}
          {source.file !== undefined && (problem || sheet) && (
            <Field label={t("which-sheet")} value={sheet} onInput={setSheet} />
          )}
          {found && <Mapping found={found} columns={columns} onChange={setColumns} />}
          {found && (
            <Questions
              found={found}
              lines={lines}
              settled={settled}
              dates={dates}
              onDates={setDates}
              into={into}
              onInto={setInto}
              onMeant={(answer) => setMeant([...meant, answer])}
              onSettled={setSettled}
              onSeeds={setSeeds}
              onLeftOut={(column) => setColumns({ ...columns, [column]: "-" })}
              onFee={() => setAgain(again + 1)}
            />
          )}
          {found && <Answered meant={meant} onMeant={setMeant} />}
          {found && <SameNames found={found} apart={apart} onApart={setApart} />}
          {found && <AsRead found={found} lines={lines} onEdit={edit} />}
          {found && act && (
            <div class="buttons">
              <p>{brings(found)}</p>
              {found.refused && <Said text={found.refused} kind="refusal" />}
              <Press
                kind="go"
                disabled={isReading || found.added.length + found.changed.length + found.entries.length === 0}
                onPress={() =>
                  perform({
                    act,
                    label: entering(found),
                    done: () => {
                      begin(null);
                      setPasted("");
                    },
                  })
                }
              >
                {entering(found)}
              </Press>
            </div>
          )}
        </div>
      )}
    </Panel>
  );
}

/** A list of people who enter nothing yet, as for teams that are drawn, is a list of people. */
function entering(found: ListRead): string {
  return found.entries.length
    ? counted("enter-list", found.entries.length)
    : counted("enter-people", found.added.length + found.changed.length);
}

/** What it would bring, in a few words. */
function brings(found: ListRead): string {
  const { added, entries, changed, known } = found;
  return [
    counted("new-people", added.length),
    counted("new-entries", entries.length),
    ...(changed.length ? [t("changed-n", { n: changed.length })] : []),
    ...(known ? [t("known-n", { n: known })] : []),
  ].join(", ");
}

/** Words for so many; one has words of its own. */
function counted(key: "enter-list" | "enter-people" | "new-people" | "new-entries", n: number): string {
  return t(n === 1 ? `${key}-1` : key, { n });
}

/** What a column is; the second player of a pair has columns of its own, such as `name2`. */
function columnWords(meaning: string, events: Readonly<Record<string, string>>): string {
  const [, of, id = ""] = /^(partner for|plays) (.+)$/.exec(meaning) ?? [];
  if (of !== undefined) return t(of === "plays" ? "plays-event" : "partner-for", { event: events[id] ?? id });
  const own = meaning.replace(/2$/, "");
  const what = wordsFor(`meaning-${own}`) ?? own;
  return own === meaning ? what : t("of-second", { what });
}

/** Everybody as the list is understood, beside the line as it was written: a column that was taken for another one is
 * seen before it counts, and a line is put right where it stands. */
function AsRead({
  found,
  lines,
  onEdit,
}: {
  found: ListRead;
  lines: readonly string[];
  onEdit: (row: number, line: string) => void;
}): JSX.Element | null {
  if (!found.people.length) return null;
  const has = (what: "club" | "born" | "gender" | "row"): boolean => found.people.some((one) => one[what] !== null);
  return (
    <details class="as-read" open>
      <summary>{t("as-read", { n: found.people.length })}</summary>
      <div class="scroll">
        <table>
          <thead>
            <tr>
              <th scope="col">{t("name")}</th>
              {has("club") && <th scope="col">{t("club")}</th>}
              {has("born") && <th scope="col">{t("meaning-born")}</th>}
              {has("gender") && <th scope="col">{t("sex")}</th>}
              <th scope="col">{t("event")}</th>
              {has("row") && <th scope="col">{t("as-written")}</th>}
            </tr>
          </thead>
          <tbody>
            {found.people.slice(0, 500).map((one, at) => (
              <tr key={at}>
                <td>
                  <bdi>{one.name}</bdi>
                </td>
                {has("club") && (
                  <td>
                    <bdi>{one.club}</bdi>
                  </td>
                )}
                {has("born") && <td>{one.born}</td>}
                {has("gender") && <td>{one.gender}</td>}
                <td>
                  <Isolated text={one.plays.join(" · ")} />
                </td>
                {has("row") && (
                  <td>
                    {one.row !== null && (
                      <Line row={one.row} line={one.line} typed={lines[one.row - 1]} onEdit={onEdit} />
                    )}
                  </td>
                )}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </details>
  );
}

/** A line as it was written; a tap makes a field of it. */
function Line({
  row,
  line,
  typed,
  onEdit,
}: {
  row: number;
  line: string;
  /** The same in the pasted text; nothing where a file was brought. */
  typed: string | undefined;
  onEdit: (row: number, line: string) => void;
}): JSX.Element {
  const [text, setText] = useState<string | null>(null);
  if (typed === undefined) return <bdi class="dim">{line}</bdi>;
  if (text === null)
    return (
      <button
        class="quiet written"
        aria-label={t("change-line", { n: row })}
        title={t("change-line", { n: row })}
        onClick={() => setText(typed)}
      >
        <bdi>{line}</bdi> ✎
      </button>
    );
  return (
    <form
      class="inline"
      onSubmit={(event) => {
        event.preventDefault();
        onEdit(row, text);
        setText(null);
      }}
    >
      <input
        value={text}
        dir="auto"
        aria-label={t("row-n", { n: row })}
        ref={(field) => field?.focus()}
        onInput={(event) => setText(event.currentTarget.value)}
      />
      <button>{t("save")}</button>
    </form>
  );
}

function Mapping({
  found,
  columns,
  onChange,
}: {
  found: ListRead;
  columns: Readonly<Record<string, string>>;
  onChange: (columns: Readonly<Record<string, string>>) => void;
}): JSX.Element {
  return (
    <table class="mapping">
      <caption>{t("columns")}</caption>
      <tbody>
        {found.columns.map((one) => (
          <tr key={one.heading} class={one.meaning === null && !columns[one.heading] ? "unknown" : ""}>
            <th scope="row" dir="auto">
              {one.heading}
            </th>
            <td>
              <select
                aria-label={t("column-is", { heading: one.heading })}
                value={columns[one.heading] ?? one.meaning ?? ""}
                onChange={(event) => onChange({ ...columns, [one.heading]: event.currentTarget.value })}
              >
                {one.meaning === null && <option value="">{t("not-understood")}</option>}
                {[...new Set([...found.meanings, ...(one.meaning === null ? [] : [one.meaning])])].map((meaning) => (
                  <option key={meaning} value={meaning}>
                    {columnWords(meaning, found.events)}
                  </option>
                ))}
                <option value="-">{t("left-out")}</option>
              </select>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

type Question = ListRead["questions"][number];

function keyOf(one: Question): string {
  return `${one.row} ${one.code} ${one.text}`;
}

/** The answer that leaves everything as it was understood. */
const LEAVES: Readonly<Record<string, Key>> = {
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

/** What the last button of a question says: its no, or that it is all right so. */
function leaving(one: Question): string {
  if (one.code === "column") return t("leave-column-out");
  const words = LEAVES[one.code];
  return t(words === undefined || (words === "no-another" && !one.choices.length) ? "all-right" : words);
}

function Questions({
  found,
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
  found: ListRead;
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
  const codes = new Set(found.questions.map((one) => one.code));
  const open = found.questions.filter((one) => !settled.includes(keyOf(one)));
  const isFeeAsked = found.fee !== null && may("set") && !settled.includes("fee");
  const n = open.length + Number(isFeeAsked);
  return (
    <div class="questions">
      {n === 0 ? <p class="good">{t("no-questions")}</p> : <h3>{t("questions-n", { n })}</h3>}
      {settled.length > 0 && (
        <button class="quiet" onClick={() => onSettled([])}>
          {t("ask-all-again", { n: settled.length })}
        </button>
      )}
      {isFeeAsked && <AskedFee found={found} onFee={onFee} onNone={() => onSettled([...settled, "fee"])} />}
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
            {Object.entries(found.events).map(([id, name]) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </select>
        </label>
      )}
      <ol>
        {open.slice(0, 60).map((one) => (
          <li key={keyOf(one)} data-code={one.code}>
            <b>{t("row-n", { n: one.row })}</b> <Said text={one.text} tag="span" />
            {lines[one.row - 1] && !ABOUT_ALL.has(one.code) && <bdi class="dim written">{lines[one.row - 1]}</bdi>}
            <span class="buttons">
              {one.choices.map((who) => (
                <button key={who} onClick={() => onMeant(`${one.row}=${who}`)}>
                  {one.code === "title" ? t("is-person") : <Isolated text={t("is-meant", { who })} />}
                </button>
              ))}
              {one.code === "rating" &&
                [4, 8, 16, 32]
                  .filter((count) => count < found.rows)
                  .map((count) => (
                    <button key={count} onClick={() => onSeeds(count)}>
                      {t("seed-best", { n: count })}
                    </button>
                  ))}
              {one.code === "rating" && <button onClick={() => onSeeds(found.rows)}>{t("seed-all")}</button>}
              <button
                onClick={() => {
                  if (one.code === "rating") onSeeds(0);
                  else if (one.code === "column") onLeftOut(one.column);
                  else if (one.no) onMeant(`${one.row}=${one.no}`);
                  else onSettled([...settled, keyOf(one)]);
                }}
              >
                {leaving(one)}
              </button>
            </span>
          </li>
        ))}
      </ol>
      {open.length > 60 && <p class="dim">{t("and-more", { n: open.length - 60 })}</p>}
    </div>
  );
}

/** Questions about a whole column, beside which no line of one person stands. */
const ABOUT_ALL = new Set(["column", "title", "no-headings", "guessed", "rating", "no-event"]);

/** Some have paid, and nobody has said how much is to be paid: without it nobody can be ticked off. */
function AskedFee({ found, onFee, onNone }: { found: ListRead; onFee: () => void; onNone: () => void }): JSX.Element {
  const [fee, setFee] = useState(found.fee ? String(found.fee) : "");
  const n = readCount(fee);
  const changes = Object.keys(found.events).map((where) => ({ setting: "fee", value: String(n), where }));
  return (
    <form class="inline" data-testid="asked-fee" onSubmit={(event) => event.preventDefault()}>
      <Field label={t("what-fee")} value={fee} onInput={setFee} />
      <Press
        disabled={n === null || n === 0}
        onPress={() => perform({ act: { do: "set", changes }, label: t("what-fee"), done: onFee })}
      >
        {t("save")}
      </Press>
      <button type="button" onClick={onNone}>
        {t("no-fee")}
      </button>
    </form>
  );
}

/** Who was said to be meant, until that is taken back. */
function Answered({
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

/** A row that was left out because its name is there already may be somebody else: that one is called by a mark. */
function SameNames({
  found,
  apart,
  onApart,
}: {
  found: ListRead;
  apart: Marks;
  onApart: (apart: Marks) => void;
}): JSX.Element | null {
  const [typed, setTyped] = useState<Marks>({});
  const rows = [
    ...found.questions.filter((one) => MARKED.has(one.code)).map((one) => String(one.row)),
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

function base64(file: File): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result).replace(/^data:[^,]*,/, ""));
    reader.onerror = () => reject(reader.error);
    reader.readAsDataURL(file);
  });
}
