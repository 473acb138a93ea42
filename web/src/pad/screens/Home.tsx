// First screen: the matches on this phone, a new match, training, the laws.

import type { JSX } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import type { PadView } from "../../api/pad.ts";
import type { Assignment } from "../../api/wire.ts";
import { prefs } from "../../prefs.ts";
import { abilities, isCached, isUpdateReady } from "../engine/phone.ts";
import type { AgreedSetup } from "../engine/questions.ts";
import type { Listed, PadStorage } from "../storage/storage.ts";
import { type Assigned, assigned, beginAssigned, leaveTournament, type PadLink } from "../sync/assigned.ts";
import { t } from "../words/words.ts";
import { roundWords } from "./labels.ts";
import { BottomSheet, Icon } from "./parts.tsx";
import { Settings } from "./Settings.tsx";

interface Props {
  readonly storage: PadStorage | null;
  /** The tournament this phone was opened for. */
  readonly link: PadLink | null;
  readonly onLeave: () => void;
}

/** With a written month, the date cannot be misread. */
const WHEN = { day: "numeric", month: "short", hour: "2-digit", minute: "2-digit" } as const;

export function Home({ storage, link, onLeave }: Props): JSX.Element {
  const [matches, setMatches] = useState<readonly Listed[] | null>(null);
  const [lost, setLost] = useState(0);
  const [removing, setRemoving] = useState<Listed | null>(null);
  const look = (): void => {
    void storage?.list().then(setMatches);
    void storage?.lost().then((ids) => setLost(ids.length));
  };
  useEffect(look, [storage]);
  return (
    <main class="home">
      <header class="hero">
        <Emblem />
        <div>
          <h1>{t("title")}</h1>
          <p>{t("tagline")}</p>
        </div>
      </header>
      {link && storage && <Work storage={storage} link={link} onLeave={onLeave} />}
      <nav class="doors">
        <a class="tap go" href="#new" data-testid="new-match">
          <Icon name="plus" /> {t("new-match")}
        </a>
        <a class="tap" href="#train" data-testid="train">
          <Icon name="train" /> {t("training")}
        </a>
        <a class="tap" href="#laws">
          <Icon name="laws" /> {t("laws")}
        </a>
      </nav>
      {lost > 0 && (
        <p class="problem" role="alert">
          {t("lost-matches", { count: lost })}
        </p>
      )}
      <section aria-label={t("all-matches")}>
        <h2>{t("all-matches")}</h2>
        {matches?.length === 0 && <p class="dim">{t("no-matches")}</p>}
        <ul class="matches">
          {matches?.map((one) => (
            <li key={one.match.id}>
              <MatchLine listed={one} />
              <button class="plain" aria-label={t("remove")} onClick={() => setRemoving(one)}>
                <Icon name="close" />
              </button>
            </li>
          ))}
        </ul>
      </section>
      <Settings />
      <BrowserAbilities />
      {removing && storage && (
        <BottomSheet title={t("remove")} onClose={() => setRemoving(null)}>
          <p>{t("remove-sure", { name: namesOf(removing), count: removing.events })}</p>
          <button
            class="tap warn"
            onClick={() => {
              setRemoving(null);
              void storage.remove(removing.match.id, removing.events).then(look, look);
            }}
          >
            {t("remove")}
          </button>
        </BottomSheet>
      )}
    </main>
  );
}

/** What the pad can and cannot do in this browser, at this address. */
function BrowserAbilities(): JSX.Element {
  const { offline, awake } = abilities();
  return (
    <div class="dim place">
      {isCached.value && <p>{t("kept-here")}</p>}
      {isUpdateReady.value && <p>{t("newer-pad")}</p>}
      {!offline && <p>{t("cannot-offline")}</p>}
      {!offline && !awake && <p>{t("cannot-awake")}</p>}
    </div>
  );
}

function namesOf({ match }: Listed): string {
  const { names } = match.setup as object as AgreedSetup;
  return (["a", "b"] as const).map((party) => names?.[party]?.join(" & ") || party.toUpperCase()).join(" – ");
}

function MatchLine({ listed }: { listed: Listed }): JSX.Element {
  const shown = listed.notes.shown as object as PadView | undefined;
  const setup = listed.match.setup as object as AgreedSetup;
  const { view } = shown ?? {};
  const waiting = listed.match.link ? listed.events - listed.sending.acknowledged : 0;
  return (
    <a class="match" href={`#m=${listed.match.id}`}>
      <b>{namesOf(listed)}</b>
      <span class="result">{view ? gamesScore(shown as PadView) : "–"}</span>
      <small>
        {shown?.title ?? setup.rulebook} · {setup.info?.Round ?? roundWords(setup.stage ?? "group")} ·{" "}
        {new Date(listed.match.created).toLocaleString(prefs.value.language, WHEN)}
        {waiting > 0 && ` · ${t("unsent", { count: waiting })}`}
        {view?.phase === "over" && ` · ${t("finished")}`}
        {view?.winner && ` · ${t("match-won-by")} ${shown?.names[view.winner] ?? ""}`}
      </small>
    </a>
  );
}

function gamesScore({ view }: PadView): string {
  const games = view.score?.games ?? [];
  return games.length > 0 ? games.map((game) => `${game.a}–${game.b}`).join(", ") : "0–0";
}

function Emblem(): JSX.Element {
  return (
    <svg class="emblem" viewBox="0 0 100 100" aria-hidden="true">
      <rect x="3" y="3" width="94" height="94" rx="16" class="frame" />
      <rect x="13" y="13" width="74" height="74" rx="4" class="wood" />
      {[20, 80].map((x) => [20, 80].map((y) => <circle key={`${x}-${y}`} cx={x} cy={y} r="6" class="pocket" />))}
      <circle cx="50" cy="50" r="20" class="ring" />
      <circle cx="50" cy="50" r="6" class="queen" />
      <path d="M28 74h44M28 26h44M26 28v44M74 28v44" class="line" />
    </svg>
  );
}

// The matches the desk has assigned to this pad, by the code that was scanned.

interface WorkProps {
  readonly storage: PadStorage;
  readonly link: PadLink;
  readonly onLeave: () => void;
}

function Work({ storage, link, onLeave }: WorkProps): JSX.Element {
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
