// Create a match without a tournament: players and rules. The toss and seats are its first taps.

import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import { ask } from "../engine/engine.ts";
import type { AgreedSetup, AnswerOf } from "../engine/questions.ts";
import { padPrefs, setPadPrefs } from "../padPrefs.ts";
import type { Json } from "../storage/database.ts";
import type { PadStorage } from "../storage/storage.ts";
import { t } from "../words/words.ts";
import { roundWords } from "./labels.ts";
import { Icon, ScreenHeader } from "./parts.tsx";

type Books = AnswerOf<"books">;
const FIELDS = ["a1", "a2", "b1", "b2"] as const;
type Names = Readonly<Record<(typeof FIELDS)[number], string>>;

/** Choices until the engine answers. */
const FIRST: Books = { books: [], rounds: ["group"] };

export function NewMatch({ storage }: { storage: PadStorage | null }): JSX.Element {
  const [{ books, rounds }, setBooks] = useState(FIRST);
  const [book, setBook] = useState("icf");
  const [round, setRound] = useState("group");
  const [doubles, setDoubles] = useState(false);
  const [names, setNames] = useState<Names>({ a1: "", a2: "", b1: "", b2: "" });
  const [table, setTable] = useState("");
  useEffect(() => void ask("books", {}).then(setBooks), []);
  const chosen = books.find((one) => one.id === book);
  const isPairs = doubles || (chosen?.pairs ?? false);
  const [asked, setAsked] = useState(false);
  const fields = FIELDS.filter((field) => isPairs || field.endsWith("1"));
  const missing = fields.filter((field) => !names[field].trim());
  const begin = async (): Promise<void> => {
    if (!asked && missing.length > 0 && missing.length < fields.length) {
      setAsked(true);
      return;
    }
    const now = new Date();
    const local = new Date(now.getTime() - now.getTimezoneOffset() * 60_000).toISOString();
    const given = (player: keyof Names): string => names[player].trim() || t("player", { name: player.toUpperCase() });
    const side = (party: "a" | "b"): string[] =>
      isPairs ? [given(`${party}1`), given(`${party}2`)] : [given(`${party}1`)];
    const info: Record<string, string> = { Date: local.slice(0, 10), Start: local.slice(0, 19) };
    if (table.trim()) info.Table = table.trim();
    if (padPrefs.value.umpire.trim()) info.Umpire = padPrefs.value.umpire.trim();
    const setup: AgreedSetup = {
      v: 1,
      rulebook: book,
      stage: round,
      doubles: isPairs,
      names: { a: side("a"), b: side("b") },
      teams: { a: "", b: "" },
      info,
    };
    const match = await storage?.create(setup as object as Json);
    if (match) location.hash = `#m=${match.id}`;
  };
  return (
    <main class="form-page">
      <ScreenHeader title={t("new-match")} />
      <form
        class="new-match"
        onSubmit={(event) => {
          event.preventDefault();
          void begin();
        }}
      >
        <div class="pick-row" role="group" aria-label={t("play")}>
          <div>
            {[false, true].map((pairs) => (
              <button
                key={String(pairs)}
                type="button"
                class="pick"
                aria-pressed={isPairs === pairs}
                disabled={!pairs && chosen?.pairs}
                onClick={() => setDoubles(pairs)}
              >
                {t(pairs ? "doubles" : "singles")}
              </button>
            ))}
          </div>
        </div>
        <div class="sides">
          {(["a", "b"] as const).map((party) => (
            <fieldset key={party}>
              <legend>{t(`side-${party}`)}</legend>
              {FIELDS.filter((field) => field.startsWith(party) && (isPairs || field.endsWith("1"))).map((field) => (
                <label class="field" key={field}>
                  <span>{t("name")}</span>
                  <input
                    name={field}
                    value={names[field]}
                    autoComplete="off"
                    onInput={(event) => setNames({ ...names, [field]: event.currentTarget.value })}
                  />
                </label>
              ))}
            </fieldset>
          ))}
        </div>
        <label class="field">
          <span>{t("rulebook")}</span>
          <select name="rulebook" value={book} onChange={(event) => setBook(event.currentTarget.value)}>
            {(books.length > 0 ? books : [{ id: "icf", title: "Laws of Carrom" }]).map((one) => (
              <option key={one.id} value={one.id}>
                {one.title}
              </option>
            ))}
          </select>
        </label>
        <label class="field">
          <span>{t("round")}</span>
          <select name="round" value={round} onChange={(event) => setRound(event.currentTarget.value)}>
            {rounds.map((one) => (
              <option key={one} value={one}>
                {roundWords(one)}
              </option>
            ))}
          </select>
        </label>
        <div class="sides">
          <label class="field">
            <span>{t("umpire")}</span>
            <input
              name="umpire"
              value={padPrefs.value.umpire}
              onInput={(event) => setPadPrefs({ umpire: event.currentTarget.value })}
            />
          </label>
          <label class="field">
            <span>{t("table")}</span>
            <input name="table" value={table} onInput={(event) => setTable(event.currentTarget.value)} />
          </label>
        </div>
        {asked && missing.length > 0 && (
          <p class="problem" role="alert" data-testid="names-missing">
            {t("names-missing", { names: missing.map((one) => one.toUpperCase()).join(", ") })}
          </p>
        )}
        <button class="tap go" disabled={!storage} data-testid="begin">
          <Icon name="play" /> {t("begin")}
        </button>
      </form>
    </main>
  );
}
