// Find a match by number, name or table; see its state, correct its result, lodge a protest.

import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { usePaused } from "../../api/acknowledged.ts";
import type { FoundMatch } from "../../api/wire.ts";
import { perform } from "../core/actions.ts";
import { parseLine } from "../core/resultLine.ts";
import { may } from "../core/session.ts";
import { useView } from "../core/views.ts";
import { t, wordsFor } from "../words/words.ts";
import { Why } from "./NextUp.tsx";
import { ProtestForm } from "./Protests.tsx";
import { correctionReasons } from "./ResultLine.tsx";
import { ActionButton, EngineText, Field, Panel, Versus } from "./ui.tsx";

export function FindMatch(): JSX.Element {
  const [words, setWords] = useState("");
  const query = usePaused(words, 200);
  const [open, setOpen] = useState<string | null>(null);
  const view = useView("/matches", { query: { words: query } });
  return (
    <Panel title={query ? t("matches") : t("results-last")} id="matches">
      <Field label={t("find-match")} value={words} onInput={setWords} placeholder="M7 · @4 · Asha" />
      <ul class="found">
        {view.data?.matches.slice(0, query ? 40 : 6).map((one) => (
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
                <Versus match={one} />
              </span>
              <Outcome match={one} />
            </button>
            {open === one.id && <MatchActions match={one} />}
          </li>
        ))}
      </ul>
      {!query && (view.data?.found ?? 0) > 0 && <p class="dim">{t("results-last-note")}</p>}
      {view.data && view.data.found === 0 && query && <p class="dim">{t("no-match-found")}</p>}
    </Panel>
  );
}

export function Outcome({ match }: { match: FoundMatch }): JSX.Element {
  const words = match.status === "played" ? null : wordsFor(`status-${match.status.replaceAll(" ", "-")}`);
  return (
    // In right-to-left pages, too, the first figure is the first side's.
    <span class={`outcome ${match.status.replaceAll(" ", "-")}`} dir={words ? "auto" : "ltr"}>
      {words ?? match.outcome}
    </span>
  );
}

function MatchActions({ match }: { match: FoundMatch }): JSX.Element {
  const [line, setLine] = useState(match.words);
  const [isProtest, setProtest] = useState(false);
  const hasResult = ["played", "provisional", "under protest", "void"].includes(match.status) && match.version > 0;
  const parsed = parseLine(`${match.id} ${line}`, true);
  return (
    <div class="acts">
      <EngineText text={match.outcome} />
      {(match.status === "ready" || match.status === "waiting") && <Why match={match.id} />}
      {hasResult && may("correct") && (
        <form
          onSubmit={(event) => {
            event.preventDefault();
            if (!parsed) return;
            void perform({
              act: { ...parsed.act, do: "correct", version: match.version },
              label: t("correct-it"),
              preview: true,
              asksReason: true,
              reasons: correctionReasons(),
            });
          }}
        >
          <Field label={t("right-result")} value={line} onInput={setLine} note={`${t("for-example")} 25-18`} />
          <button disabled={!parsed || line === match.words}>{t("see-impact")}</button>
        </form>
      )}
      <div class="buttons">
        {match.status === "provisional" && (
          <ActionButton kind="go" act={{ do: "confirm", match: match.id }} label={t("confirm-result")} />
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
