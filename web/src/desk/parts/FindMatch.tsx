// A match by its number, a name or its table: how it stands, and its correction with everything that would move.

import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { usePaused } from "../../app/acknowledged.ts";
import type { FoundMatch, MatchList } from "../../wire.ts";
import { perform } from "../core/perform.ts";
import { readLine } from "../core/result_line.ts";
import { may, useView } from "../core/tournament.ts";
import { t, wordsFor } from "../words/words.ts";
import { Do, Field, Meeting, Panel, Said } from "./basics.tsx";
import { Why } from "./NextUp.tsx";
import { ProtestForm } from "./ProtestForm.tsx";

export function FindMatch(): JSX.Element {
  const [words, setWords] = useState("");
  const asked = usePaused(words, 200);
  const [open, setOpen] = useState<string | null>(null);
  const view = useView<MatchList>(`/matches?words=${encodeURIComponent(asked)}`);
  return (
    <Panel title={asked ? t("matches") : t("results-last")} id="matches">
      <Field label={t("find-match")} value={words} onInput={setWords} placeholder="M7 · @4 · Asha" />
      <ul class="found">
        {view.data?.matches.slice(0, asked ? 40 : 6).map((one) => (
          <li key={one.id}>
            <button
              class="row"
              aria-expanded={open === one.id}
              onClick={() => setOpen(open === one.id ? null : one.id)}
            >
              <b>{one.id}</b>
              <span>
                <small class="dim">
                  <bdi>{one.title}</bdi>
                </small>
                <Meeting match={one} />
              </span>
              <Outcome match={one} />
            </button>
            {open === one.id && <MatchActs match={one} />}
          </li>
        ))}
      </ul>
      {!asked && (view.data?.found ?? 0) > 0 && <p class="dim">{t("results-last-note")}</p>}
      {view.data && view.data.found === 0 && asked && <p class="dim">{t("no-match-found")}</p>}
    </Panel>
  );
}

/** A status in words, or the score as it stands. */
export function Outcome({ match }: { match: FoundMatch }): JSX.Element {
  const words = match.status === "played" ? null : wordsFor(`status-${match.status.replaceAll(" ", "-")}`);
  return (
    // The first figure is the first side's, whichever way the page is written.
    <span class={`outcome ${match.status.replaceAll(" ", "-")}`} dir={words ? "auto" : "ltr"}>
      {words ?? match.outcome}
    </span>
  );
}

function MatchActs({ match }: { match: FoundMatch }): JSX.Element {
  const [line, setLine] = useState(match.words);
  const [isProtest, setProtest] = useState(false);
  const hasResult = ["played", "provisional", "under protest", "void"].includes(match.status) && match.version > 0;
  const read = readLine(`${match.id} ${line}`, true);
  return (
    <div class="acts">
      <Said text={match.outcome} />
      {(match.status === "ready" || match.status === "waiting") && <Why match={match.id} />}
      {hasResult && may("correct") && (
        <form
          onSubmit={(event) => {
            event.preventDefault();
            if (!read) return;
            void perform({
              act: { ...read.act, version: match.version },
              label: t("correct-it"),
              shows: true,
              asksReason: true,
              reasons: [t("why-turned"), t("why-misread"), t("why-other-match")],
            });
          }}
        >
          <Field label={t("right-result")} value={line} onInput={setLine} note={`${t("for-example")} 25-18`} />
          <button disabled={!read || line === match.words}>{t("see-impact")}</button>
        </form>
      )}
      <div class="buttons">
        {match.status === "provisional" && (
          <Do kind="go" act={{ do: "confirm", match: match.id }} label={t("confirm-result")} />
        )}
        {may("protest") && (
          <button aria-expanded={isProtest} onClick={() => setProtest(!isProtest)}>
            {t("protest-open")}
          </button>
        )}
      </div>
      {isProtest && <ProtestForm match={match} onDone={() => setProtest(false)} />}
    </div>
  );
}
