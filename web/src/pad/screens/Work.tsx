// The matches the desk has assigned to this pad, by the code that was scanned.

import type { JSX } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { prefs } from "../../app/prefs.ts";
import type { Assignment } from "../../wire.ts";
import type { Listed, PadStorage } from "../storage/storage.ts";
import { type Assigned, assigned, beginAssigned, leaveTournament, type PadLink } from "../sync/assigned.ts";
import { t } from "../words/words.ts";

interface Props {
  readonly storage: PadStorage;
  readonly link: PadLink;
  readonly onLeave: () => void;
}

export function Work({ storage, link, onLeave }: Props): JSX.Element {
  const [found, setFound] = useState<Assigned | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const look = (): void => {
    setProblem(null);
    void assigned(storage, link).then(setFound, (error: unknown) => setProblem(String(error)));
  };
  useEffect(look, [link.tournament, link.secret]);
  const beginning = useRef(false); // a double tap must start only one match
  const begin = async (assignment: Assignment, from: string | null): Promise<void> => {
    if (beginning.current) return;
    beginning.current = true;
    try {
      const match = await beginAssigned(storage, link, assignment, from);
      location.hash = `#m=${match.id}`;
    } catch (error) {
      setProblem(error instanceof Error ? error.message : String(error));
    } finally {
      beginning.current = false;
    }
  };
  const work = found?.work;
  /** The newest copy of a match on this phone. */
  const here = (one: Assignment): Listed | undefined =>
    found?.begun.find(({ match }) => match.link?.match === one.match);
  return (
    <section class="work" aria-label={t("work")} data-testid="work">
      <h2>
        {work ? work.name : t("work")} {work?.place && <small class="dim">{work.place}</small>}
      </h2>
      {work?.is_revoked && <p class="problem">{t("outbox-setAside-note")}</p>}
      {found && !work && <p class="dim">{found.problem ?? t("not-reached")}</p>}
      {problem && (
        <p class="problem" role="alert">
          {problem}
        </p>
      )}
      {work?.matches.length === 0 && <p class="dim">{t("no-work")}</p>}
      {work?.matches.map((one) => (
        <div key={one.match} class="assignment">
          <b>{one.sides.join(" – ")}</b>
          <small class="dim">
            {one.title}
            {one.table !== null && ` · ${t("at-table", { table: one.table })}`}
          </small>
          <button class="tap go" onClick={() => void begin(one, null)} data-testid={`keep-${one.match}`}>
            {keepWords(here(one))}
          </button>
          {one.kept.map((other) => (
            <button
              key={other.pad}
              class="tap"
              onClick={() => void begin(one, other.pad)}
              data-testid={`go-on-${other.facts}`}
            >
              {t("go-on-from", { ...other, count: other.facts, at: clockTime(other.last) })}
            </button>
          ))}
        </div>
      ))}
      <div class="columns">
        <button class="tap" onClick={look}>
          {t("ask-again")}
        </button>
        <button
          class="tap"
          onClick={() => {
            leaveTournament();
            onLeave();
          }}
        >
          {t("leave-tournament")}
        </button>
      </div>
    </section>
  );
}

function keepWords(here: Listed | undefined): string {
  return here ? t("go-on-here", { count: here.events }) : t("keep-match");
}

function clockTime(ms: number): string {
  return new Date(ms).toLocaleTimeString(prefs.value.language, { timeStyle: "short" });
}
