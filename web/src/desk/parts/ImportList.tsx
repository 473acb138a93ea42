// An entry list, pasted or dropped: which column is what, every doubt as a question, and nothing counts before it is
// entered.

import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { useLatest } from "../../app/latest.ts";
import type { ListRead } from "../../wire.ts";
import { tell } from "../core/ask.ts";
import type { Act } from "../core/outbox.ts";
import { perform } from "../core/perform.ts";
import { pathOf, standing } from "../core/tournament.ts";
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
    [source, columns, dates, into, sheet, apart, meant],
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
    setFound(null);
    setProblem("");
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
          {/* A workbook with several sheets is read when somebody has said which. */}
          {source.file !== undefined && (problem || sheet) && (
            <Field label={t("which-sheet")} value={sheet} onInput={setSheet} />
          )}
          {found && <Mapping found={found} columns={columns} onChange={setColumns} />}
          {found && (
            <Questions
              found={found}
              dates={dates}
              onDates={setDates}
              into={into}
              onInto={setInto}
              onMeant={(answer) => setMeant([...meant, answer])}
            />
          )}
          {found && <Answered meant={meant} onMeant={setMeant} />}
          {found && <SameNames found={found} apart={apart} onApart={setApart} />}
          {found && <AsRead found={found} />}
          {found && act && (
            <div class="buttons">
              <p>
                {t("list-brings", {
                  people: counted("new-people", found.added.length),
                  entries: counted("new-entries", found.entries.length),
                  changed: found.changed.length,
                  known: found.known,
                })}
              </p>
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

/** Words for so many; one has words of its own. */
function counted(key: "enter-list" | "enter-people" | "new-people" | "new-entries", n: number): string {
  return t(n === 1 ? `${key}-1` : key, { n });
}

/** What a column is; the second player of a pair has columns of its own, such as `name2`. */
function columnWords(meaning: string): string {
  const event = /^partner for (.+)$/.exec(meaning)?.[1];
  if (event !== undefined) return t("partner-for", { event });
  const own = meaning.replace(/2$/, "");
  const what = wordsFor(`meaning-${own}`) ?? own;
  return own === meaning ? what : t("of-second", { what });
}

/** Everybody as the list is understood: a column that was taken for another one is seen before it counts. */
function AsRead({ found }: { found: ListRead }): JSX.Element | null {
  if (!found.people.length) return null;
  const has = (what: "club" | "born" | "gender"): boolean => found.people.some((one) => one[what] !== null);
  return (
    <details class="as-read" open={found.people.length <= 12}>
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
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </details>
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
                    {columnWords(meaning)}
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

function Questions({
  found,
  dates,
  onDates,
  into,
  onInto,
  onMeant,
}: {
  found: ListRead;
  dates: "" | "dmy" | "mdy";
  onDates: (dates: "" | "dmy" | "mdy") => void;
  into: string;
  onInto: (event: string) => void;
  onMeant: (answer: string) => void;
}): JSX.Element | null {
  const codes = new Set(found.questions.map((one) => one.code));
  if (!found.questions.length && !dates && !into) return <p class="good">{t("no-questions")}</p>;
  return (
    <div class="questions">
      <h3>{t("questions-n", { n: found.questions.length })}</h3>
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
          <input value={into} onInput={(event) => onInto(event.currentTarget.value.toUpperCase())} size={8} />
        </label>
      )}
      <ol>
        {found.questions.slice(0, 60).map((one, at) => (
          <li key={at} data-code={one.code}>
            <b>{t("row-n", { n: one.row })}</b> <Said text={one.text} tag="span" />
            {one.choices.length > 0 && (
              <span class="buttons">
                {one.choices.map((who) => (
                  <button key={who} onClick={() => onMeant(`${one.row}=${who}`)}>
                    <Isolated text={t("is-meant", { who })} />
                  </button>
                ))}
              </span>
            )}
          </li>
        ))}
      </ol>
      {found.questions.length > 60 && <p class="dim">{t("and-more", { n: found.questions.length - 60 })}</p>}
    </div>
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
