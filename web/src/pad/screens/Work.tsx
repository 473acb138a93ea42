// What the desk gives this pad: the matches of the table or match whose code was scanned.

import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import type { Assignment } from "../../wire.ts";
import type { PadStorage } from "../storage/storage.ts";
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
  const begin = async (assignment: Assignment, from: string | null): Promise<void> => {
    try {
      const match = await beginAssigned(storage, link, assignment, from);
      location.hash = `#m=${match.id}`;
    } catch (error) {
      setProblem(error instanceof Error ? error.message : String(error));
    }
  };
  const work = found?.work;
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
            {t("keep-match")}
          </button>
          {one.kept.map((other) => (
            <button key={other.pad} class="tap" onClick={() => void begin(one, other.pad)}>
              {t("go-on-from", { count: other.facts, score: other.score })}
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
