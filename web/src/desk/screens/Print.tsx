// Print score cards, brackets, certificates and other sheets as PDF.

import type { JSX } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import type { EventShown, StageShown } from "../../api/wire.ts";
import { download } from "../../app/download.ts";
import { fetchHere, may } from "../core/session.ts";
import { useView } from "../core/views.ts";
import { EngineText, ErrorMessage, Field, Panel, Progress } from "../parts/ui.tsx";
import { t, wordsFor } from "../words/words.ts";

const SHEETS = [
  "cards",
  "groups",
  "bracket",
  "order",
  "entries",
  "teams",
  "umpires",
  "protest",
  "prizes",
  "certificates",
  "fees",
] as const;
type SheetName = (typeof SHEETS)[number];
/** Public sheets: they leave out what is embargoed unless they are printed for the desk. */
const PUBLIC_SHEETS: ReadonlySet<SheetName> = new Set(["groups", "bracket", "order"]);
const ORDERS = ["grid", "person", "event", "table", "time"] as const;

/** Download a sheet; returns the server's notes on it. */
async function printSheet(
  name: string,
  query: Readonly<Record<string, string>>,
  signal: AbortSignal,
): Promise<readonly string[]> {
  const filled = Object.fromEntries(Object.entries(query).filter(([, value]) => value));
  const answer = await fetchHere(`/print/${name}`, null, { query: filled, signal });
  download(`${name}.pdf`, await answer.blob());
  const note = decodeURIComponent(answer.headers.get("carrom-note") ?? "");
  return note ? note.split("\n") : [];
}

export function Print(): JSX.Element {
  const view = useView("/stages");
  const stages = view.data?.events.flatMap((event) => event.stages.filter((stage) => stage.is_drawn)) ?? [];
  const events = view.data?.events ?? [];
  return (
    <div class="print">
      <div class="sheets">
        {SHEETS.filter((name) => hasSheet(name, events)).map((name) => (
          <PrintCard
            key={name}
            name={name}
            stages={stages}
            isEmbargoed={view.data?.is_held_back ?? false}
            events={events
              .filter((event) => name !== "teams" || event.kind === "teams")
              .map((event) => [event.id, event.name])}
          />
        ))}
      </div>
    </div>
  );
}

function hasSheet(name: SheetName, events: readonly EventShown[]): boolean {
  const shape = { groups: "tables", bracket: "tree" }[name as string];
  if (shape) return events.some((event) => event.stages.some((stage) => stage.shape === shape));
  if (name === "fees") return may("private");
  return name !== "teams" || events.some((event) => event.kind === "teams");
}

function PrintCard({
  name,
  stages,
  isEmbargoed,
  events,
}: {
  name: SheetName;
  stages: readonly StageShown[];
  isEmbargoed: boolean;
  events: readonly (readonly [string, string])[];
}): JSX.Element {
  const [which, setWhich] = useState("");
  const [isBlank, setBlank] = useState(false);
  const [isForDesk, setForDesk] = useState(false);
  const [paper, setPaper] = useState("a4");
  const [state, setState] = useState<"" | "working" | "done">("");
  const [problem, setProblem] = useState("");
  const [notes, setNotes] = useState<readonly string[]>([]);
  const request = useRef<AbortController | null>(null);
  const choices = choicesOf(name, stages, events);
  const of = which || (choices[0]?.[0] ?? "");
  const print = (): void => {
    setState("working");
    setProblem("");
    setNotes([]);
    const own = new AbortController();
    request.current = own;
    const ticked = { blank: isBlank ? "true" : "", desk: isForDesk ? "true" : "" };
    printSheet(name, { which: of, paper: paper === "a4" ? "" : paper, ...ticked }, own.signal).then(
      (found) => {
        setState("done");
        setNotes(found);
      },
      (error: Error) => {
        setState("");
        if (!own.signal.aborted) setProblem(error.message);
      },
    );
  };
  return (
    <Panel title={t(`sheet-${name}`)} id={`sheet-${name}`}>
      <p class="dim">{t(`sheet-${name}-note`)}</p>
      {choices.length > 0 && (
        <label class="field">
          <span>{t("of-what")}</span>
          <select value={of} onChange={(event) => setWhich(event.currentTarget.value)}>
            {choices.map(([value, text]) => (
              <option key={value} value={value}>
                {text}
              </option>
            ))}
          </select>
        </label>
      )}
      {(name === "cards" || name === "protest") && (
        <Field label={t("or-match")} value={which} onInput={setWhich} note={`${t("for-example")} M7`} />
      )}
      {name === "cards" && (
        <label class="pick">
          <input type="checkbox" checked={isBlank} onChange={(event) => setBlank(event.currentTarget.checked)} />
          {t("blank-cards")}
        </label>
      )}
      {name === "bracket" && (
        <label class="pick">
          <input
            type="checkbox"
            checked={paper === "a3"}
            onChange={(event) => setPaper(event.currentTarget.checked ? "a3" : "a4")}
          />
          A3
        </label>
      )}
      {PUBLIC_SHEETS.has(name) && isEmbargoed && (
        <label class="pick">
          <input type="checkbox" checked={isForDesk} onChange={(event) => setForDesk(event.currentTarget.checked)} />
          {t("print-for-desk")}
        </label>
      )}
      <button class="go" onClick={print} disabled={state === "working"}>
        {t("print-it")}
      </button>
      {state === "working" && (
        <>
          <Progress />
          <Elapsed />
          <button onClick={() => request.current?.abort()}>{t("cancel-print")}</button>
        </>
      )}
      {state === "done" && <p class="good">{t("saved-pdf")}</p>}
      {notes.map((one) => (
        <EngineText key={one} text={one} />
      ))}
      {problem && <ErrorMessage text={problem} />}
    </Panel>
  );
}

function Elapsed(): JSX.Element | null {
  const [seconds, setSeconds] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => setSeconds((n) => n + 1), 1000);
    return () => clearInterval(timer);
  }, []);
  return seconds < 3 ? null : <p class="dim">{t("printing-since", { n: seconds })}</p>;
}

function choicesOf(
  name: SheetName,
  stages: readonly StageShown[],
  events: readonly (readonly [string, string])[],
): readonly (readonly [string, string])[] {
  const named = (some: readonly StageShown[]): readonly (readonly [string, string])[] =>
    some.map((stage) => [stage.key, `${stage.event_name}: ${wordsFor(`format-${stage.format}`) ?? stage.key}`]);
  switch (name) {
    case "cards":
      return [["", t("cards-called")], ["all", t("cards-all")], ...named(stages)];
    case "groups":
      return named(stages.filter((stage) => stage.shape === "tables"));
    case "bracket":
      return named(stages.filter((stage) => stage.shape === "tree"));
    case "order":
      return ORDERS.map((one) => [one, t(`order-${one}`)]);
    case "entries":
    case "certificates":
      return [["", t("all")], ...events];
    case "teams":
      return events;
    default:
      return [];
  }
}
