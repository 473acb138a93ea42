// Puzzles: the list with the puzzle of the day, and one of them at /puzzles/NAME.

import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import { get } from "../app/api.ts";
import { prefs } from "../app/prefs.ts";
import { place } from "../app/router.ts";
import { MiniBoard } from "../games/MiniBoard.tsx";
import "../games/games.css";
import { t } from "../i18n/i18n.ts";
import type { PuzzleList } from "../wire.ts";
import { PuzzleBoard } from "./PuzzleBoard.tsx";
import { Sheet } from "./Sheet.tsx";
import { difficulty, numberOf } from "./shelf.ts";
import { solved, starWords, streak } from "./solved.ts";
import { say, sayFor } from "./words/words.ts";

export function PuzzlePage(): JSX.Element {
  const name = place.value.path[1];
  const [shelf, setShelf] = useState<PuzzleList | null>(null);
  useEffect(() => void get("/api/puzzles").then(setShelf, () => undefined), []);
  return (
    <Sheet title={name === "daily" ? say("puzzle-daily") : t("puzzles")} home={name ? "/puzzles" : "/"}>
      {name ? <PuzzleBoard name={name} shelf={shelf} /> : shelf && <ShelfView shelf={shelf} />}
    </Sheet>
  );
}

function ShelfView({ shelf }: { shelf: PuzzleList }): JSX.Element {
  const [kind, setKind] = useState<string | null>(place.value.query.get("kind"));
  const { stars, days } = solved.value;
  const inRow = streak(days, shelf.day);
  const kinds = [...new Set(shelf.puzzles.map((one) => one.kind))];
  const [isAll, setAll] = useState(false);
  const shown = shelf.puzzles
    .filter((one) => kind === null || one.kind === kind)
    .sort((one, other) => Number(Boolean(stars[one.id])) - Number(Boolean(stars[other.id])));
  const done = shelf.puzzles.filter((one) => stars[one.id]).length;
  return (
    <>
      <a class="big daily" href="/puzzles/daily" data-testid="daily">
        <img src={pictureOf(shelf.daily)} alt="" width={96} height={96} />
        <span>
          <b>{say("puzzle-daily")}</b>
          <span>
            {dayWords(shelf.day)} {stars[shelf.daily] ? starWords(stars[shelf.daily] ?? 0) : ""}
          </span>
          {inRow > 0 && <span data-testid="streak">{say("puzzle-streak", { count: inRow })}</span>}
        </span>
      </a>
      <p class="small">{say("puzzle-counted", { done, count: shelf.puzzles.length })}</p>
      <div class="buttons kinds" role="group" aria-label={t("puzzles")}>
        <button aria-pressed={kind === null} onClick={() => setKind(null)}>
          {say("puzzle-all")}
        </button>
        {kinds.map((one) => (
          <button key={one} aria-pressed={kind === one} onClick={() => setKind(one)}>
            {sayFor(`kind-${one}`)}
          </button>
        ))}
      </div>
      <div class="shelf">
        {shown.slice(0, isAll ? undefined : FIRST).map((one) => (
          <a
            key={one.id}
            class={`button${stars[one.id] ? " done" : ""}`}
            href={`/puzzles/${one.id}`}
            data-puzzle={one.id}
          >
            <MiniBoard pieces={one.pieces} />
            <b>{numberOf(one.id, shelf)}</b>
            <span class="small">{sayFor(`kind-${one.kind}`)}</span>
            <span class="small">{difficulty(one.rating)}</span>
            <span class="stars">{stars[one.id] ? starWords(stars[one.id] ?? 0) : ""}</span>
          </a>
        ))}
      </div>
      {!isAll && shown.length > FIRST && (
        <button onClick={() => setAll(true)}>{say("puzzle-more", { count: shown.length })}</button>
      )}
    </>
  );
}

/** Puzzles listed at first; solved ones come last. */
const FIRST = 24;

function dayWords(day: string): string {
  return new Intl.DateTimeFormat(prefs.value.language, { dateStyle: "long", timeZone: "UTC" }).format(new Date(day));
}

function pictureOf(id: string): string {
  return `/api/puzzles/${id}/picture.svg`;
}
