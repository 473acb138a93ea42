// A club's lobby: tables that wait and tables in play; open a table, join one, or watch.

import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import { ApiError } from "../api/errors.ts";
import { get, post } from "../api/http.ts";
import type { LobbyTables, MatchSummary } from "../api/wire.ts";
import { go } from "../app/router.ts";
import { Choice, Dialog, rulebookName } from "../app/ui.tsx";
import { MiniBoard } from "../games/GameTile.tsx";
import { AskName } from "../home/AskName.tsx";
import { openMatch, savedSetup, useMatchOptions } from "../home/matchSetup.ts";
import { t } from "../i18n/i18n.ts";
import { Page } from "../pages/Page.tsx";
import { load, ownName, save } from "../prefs.ts";
import { openedKey } from "./Waiting.tsx";
import "../games/games.css";

const AGAIN_MS = 4000;

export function LobbyPage(): JSX.Element {
  const [tables, setTables] = useState<LobbyTables | null>(null);
  const [isOff, setOff] = useState(false);
  const [problem, setProblem] = useState("");
  /** What to do once a name is entered. */
  const [pendingAction, setPendingAction] = useState<{ readonly then: () => void } | null>(null);
  const look = (): void => {
    get("/api/lobby").then(setTables, (error: Error) => setOff(error instanceof ApiError && error.status === 404));
  };
  useEffect(() => {
    look();
    const timer = setInterval(() => document.hidden || look(), AGAIN_MS);
    return () => clearInterval(timer);
  }, []);
  const named = (then: () => void): void => {
    setProblem("");
    if (ownName()) then();
    else setPendingAction({ then });
  };
  const fail = (error: Error): void => {
    setProblem(error.message || t("no-server"));
    look();
  };
  const sit = (id: string): void => {
    post("/api/lobby/join", { match: id }).then(
      // As with an invitation link: the name goes along.
      (made) => go(`/play/${id}?name#${made.links[0]?.secret ?? ""}`),
      fail,
    );
  };
  if (isOff)
    return (
      <Page title={t("lobby")}>
        <p>{t("lobby-off")}</p>
      </Page>
    );
  return (
    <Page title={t("lobby")}>
      {problem && (
        <p class="refusal" role="alert">
          {problem}
        </p>
      )}
      <section aria-label={t("lobby-open")} data-testid="open-tables">
        <h2>{t("lobby-open")}</h2>
        {tables && tables.open.length === 0 && <p>{t("lobby-none")}</p>}
        <div class="game-tiles">
          {tables?.open.map((card) => (
            <Table key={card.id} card={card} names={card.seats[0]?.name ?? ""}>
              {load(`carrom.seat.${card.id}`, "") ? (
                <a class="button" href={`/play/${card.id}`}>
                  {t("continue")}
                </a>
              ) : (
                <button class="go" onClick={() => named(() => sit(card.id))}>
                  {t("lobby-sit")}
                </button>
              )}
            </Table>
          ))}
        </div>
      </section>
      <NewTable named={named} fail={fail} />
      {tables && tables.playing.length > 0 && (
        <section aria-label={t("lobby-playing")} data-testid="played-tables">
          <h2>{t("lobby-playing")}</h2>
          <div class="game-tiles">
            {tables.playing.map((card) => (
              <Table key={card.id} card={card} names={card.seats.map((one) => one.name).join(" – ")}>
                <a class="button" href={`/play/${card.id}`}>
                  {t("lobby-watch")}
                </a>
              </Table>
            ))}
          </div>
        </section>
      )}
      {pendingAction && (
        <Dialog title={t("lobby")} onClose={() => setPendingAction(null)}>
          <AskName
            done={t("continue")}
            onDone={() => {
              setPendingAction(null);
              pendingAction.then();
            }}
          />
        </Dialog>
      )}
    </Page>
  );
}

function Table({ card, names, children }: { card: MatchSummary; names: string; children: JSX.Element }): JSX.Element {
  const lengths = { board: "length-board", game: "length-game", match: "length-match" } as const;
  return (
    <div class="game-tile lobby-table" data-testid="lobby-table">
      <MiniBoard pieces={card.pieces} isTurned={false} />
      <span class="game-words">
        <b>
          <bdi>{names}</bdi>
        </b>
        <span>{t(lengths[card.length])}</span>
        <small class="small">{card.title}</small>
        {children}
      </span>
    </div>
  );
}

function NewTable({
  named,
  fail,
}: {
  named: (then: () => void) => void;
  fail: (error: Error) => void;
}): JSX.Element | null {
  const choices = useMatchOptions();
  const [setup, setSetup] = useState(() => {
    const { rulebook, length } = savedSetup();
    return { rulebook, length };
  });
  if (!choices) return null;
  const open = (): void => {
    post("/api/lobby", { ...setup, name: ownName(), clock: false, free: t("lobby-free") }).then((made) => {
      save(openedKey(made.id), true);
      openMatch(made);
    }, fail);
  };
  return (
    <form
      class="setup lobby-new"
      aria-label={t("lobby-new")}
      onSubmit={(event) => {
        event.preventDefault();
        named(open);
      }}
    >
      <Choice
        label={t("rulebook")}
        value={setup.rulebook}
        options={choices.rulebooks.map((one) => [one.id, rulebookName(one.id, one.name)] as const)}
        onChange={(rulebook) => setSetup({ ...setup, rulebook })}
      />
      <Choice
        label={t("length")}
        value={setup.length}
        options={[
          ["board", t("length-board")],
          ["game", t("length-game")],
          ["match", t("length-match")],
        ]}
        onChange={(length) => setSetup({ ...setup, length })}
      />
      <button class="go">{t("lobby-new")}</button>
    </form>
  );
}
