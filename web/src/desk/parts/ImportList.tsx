// Import an entry list, pasted or from a file: check the columns, answer questions, correct lines, then enter it.

import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { useRequest } from "../../api/http.ts";
import type { ListRead } from "../../api/wire.ts";
import { perform } from "../core/actions.ts";

import type { Act } from "../core/outbox.ts";
import { postHere } from "../core/session.ts";
import { t, wordsFor } from "../words/words.ts";
import { ChosenPlayers, type Marks, Questions, SameNames } from "./ImportQuestions.tsx";
import { AsyncButton, EngineText, ErrorMessage, Field, Isolated, Panel, Progress } from "./ui.tsx";

interface Source {
  readonly name: string;
  readonly text?: string;
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
  /** Which player a row means, as the server reads it: "7=Kiran Patil (Harbour)". */
  const [meant, setMeant] = useState<readonly string[]>([]);
  /** Questions that were answered by leaving the row as it was read. */
  const [settled, setSettled] = useState<readonly string[]>([]);
  const [hasHeadings, setHeadings] = useState(true);
  const [seeds, setSeeds] = useState<number | null>(null);
  /** Grows when a setting changed, to read the list again. */
  const [rereads, setRereads] = useState(0);
  const [list, setList] = useState<ListRead | null>(null);
  const [problem, setProblem] = useState("");
  const [isReading, setReading] = useState(false);

  const act: Act | null = source && {
    do: "import",
    ...(source.text !== undefined ? { text: source.text } : { file: source.file ?? null }),
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

  useRequest<ListRead | null>(
    () => {
      setReading(act !== null);
      return act ? postHere("/entries/read", { act }) : Promise.resolve(null);
    },
    (answer) => {
      setList(answer);
      setProblem("");
      setReading(false);
    },
    (error) => {
      setProblem(error.message);
      setReading(false);
    },
    [source, columns, dates, into, sheet, apart, meant, hasHeadings, seeds, rereads],
  );

  const start = (next: Source | null): void => {
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
    setList(null);
    setProblem("");
  };
  const lines = source?.text?.includes('"') ? [] : (source?.text?.split(/\r\n|\r|\n/) ?? []);
  const edit = (row: number, line: string): void => {
    if (source) setSource({ ...source, text: lines.map((one, at) => (at === row - 1 ? line : one)).join("\n") });
  };
  const readFile = async (file: File): Promise<void> => {
    if (/\.(csv|tsv|txt)$/i.test(file.name)) start({ name: file.name, text: await file.text() });
    else start({ name: file.name, file: await base64(file) });
  };

  return (
    <Panel title={t("entry-list")} id="import">
      {!source && (
        <details open={isFirst}>
          <summary>{t("add-list")}</summary>
          {/* biome-ignore lint/a11y/noStaticElementInteractions: a drop zone; the button does the same */}
          <div
            class="drop"
            onDragOver={(event) => event.preventDefault()}
            onDrop={(event) => {
              event.preventDefault();
              const file = event.dataTransfer?.files[0];
              if (file) void readFile(file);
            }}
          >
            <label class="button file">
              {t("choose-file")}
              <input
                type="file"
                accept=".csv,.tsv,.txt,.xlsx,.xlsm"
                onChange={(event) => {
                  const file = event.currentTarget.files?.[0];
                  if (file) void readFile(file);
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
            <button disabled={!pasted.trim()} onClick={() => start({ name: t("pasted"), text: pasted })}>
              {t("read-list")}
            </button>
          </div>
        </details>
      )}
      {source && (
        <div class="reading">
          <p>
            <b dir="auto">{source.name}</b>{" "}
            <button class="quiet" onClick={() => start(null)}>
              {t("other-list")}
            </button>
          </p>
          {isReading && !list && <Progress />}
          {problem && <ErrorMessage text={problem} />}
          {problem && hasHeadings && (
            <p>
              {t("no-headings-ask")} <button onClick={() => setHeadings(false)}>{t("choice-yes")}</button>
            </p>
          )}
          {/* A workbook with several sheets is read once its sheet is named. */}
          {source.file !== undefined && (problem || sheet) && (
            <Field label={t("which-sheet")} value={sheet} onInput={setSheet} />
          )}
          {list && <Columns list={list} columns={columns} onChange={setColumns} />}
          {list && (
            <Questions
              list={list}
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
              onFee={() => setRereads(rereads + 1)}
            />
          )}
          {list && <ChosenPlayers meant={meant} onMeant={setMeant} />}
          {list && <SameNames list={list} apart={apart} onApart={setApart} />}
          {list && <Readout list={list} lines={lines} onEdit={edit} />}
          {list && act && (
            <div class="buttons">
              <p>{summary(list)}</p>
              {list.refused && <EngineText text={list.refused} kind="refusal" />}
              <AsyncButton
                kind="go"
                disabled={isReading || list.added.length + list.changed.length + list.entries.length === 0}
                onPress={() =>
                  perform({
                    act,
                    label: enterLabel(list),
                    onDone: () => {
                      start(null);
                      setPasted("");
                    },
                  })
                }
              >
                {enterLabel(list)}
              </AsyncButton>
            </div>
          )}
        </div>
      )}
    </Panel>
  );
}

/** A list without entries, as for teams that are drawn later, adds players only. */
function enterLabel(list: ListRead): string {
  return list.entries.length
    ? counted("enter-list", list.entries.length)
    : counted("enter-people", list.added.length + list.changed.length);
}

function summary(list: ListRead): string {
  const { added, entries, changed, known } = list;
  return [
    counted("new-people", added.length),
    counted("new-entries", entries.length),
    ...(changed.length ? [t("changed-n", { n: changed.length })] : []),
    ...(known ? [t("known-n", { n: known })] : []),
  ].join(", ");
}

function counted(key: "enter-list" | "enter-people" | "new-people" | "new-entries", n: number): string {
  return t(n === 1 ? `${key}-1` : key, { n });
}

/** Columns of the second player of a pair end in 2, such as `name2`. */
function columnWords(meaning: string, events: Readonly<Record<string, string>>): string {
  const [, of, id = ""] = /^(partner for|plays) (.+)$/.exec(meaning) ?? [];
  if (of !== undefined) return t(of === "plays" ? "plays-event" : "partner-for", { event: events[id] ?? id });
  const own = meaning.replace(/2$/, "");
  const what = wordsFor(`meaning-${own}`) ?? own;
  return own === meaning ? what : t("of-second", { what });
}

/** The players as read, beside the lines as written. */
function Readout({
  list,
  lines,
  onEdit,
}: {
  list: ListRead;
  lines: readonly string[];
  onEdit: (row: number, line: string) => void;
}): JSX.Element | null {
  if (!list.people.length) return null;
  const has = (what: "club" | "born" | "gender" | "row"): boolean => list.people.some((one) => one[what] !== null);
  return (
    <details class="as-read" open>
      <summary>{t("as-read", { n: list.people.length })}</summary>
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
            {list.people.slice(0, 500).map((one, at) => (
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
                      <EditableLine row={one.row} line={one.line} source={lines[one.row - 1]} onEdit={onEdit} />
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

function EditableLine({
  row,
  line,
  source,
  onEdit,
}: {
  row: number;
  line: string;
  /** The line in the pasted text; undefined for a workbook. */
  source: string | undefined;
  onEdit: (row: number, line: string) => void;
}): JSX.Element {
  const [text, setText] = useState<string | null>(null);
  if (source === undefined) return <bdi class="dim">{line}</bdi>;
  if (text === null)
    return (
      <button
        class="quiet written"
        aria-label={t("change-line", { n: row })}
        title={t("change-line", { n: row })}
        onClick={() => setText(source)}
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

function Columns({
  list,
  columns,
  onChange,
}: {
  list: ListRead;
  columns: Readonly<Record<string, string>>;
  onChange: (columns: Readonly<Record<string, string>>) => void;
}): JSX.Element {
  return (
    <table class="mapping">
      <caption>{t("columns")}</caption>
      <tbody>
        {list.columns.map((one) => (
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
                {[...new Set([...list.meanings, ...(one.meaning === null ? [] : [one.meaning])])].map((meaning) => (
                  <option key={meaning} value={meaning}>
                    {columnWords(meaning, list.events)}
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

function base64(file: File): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result).replace(/^data:[^,]*,/, ""));
    reader.onerror = () => reject(reader.error);
    reader.readAsDataURL(file);
  });
}
