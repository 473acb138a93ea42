// The page of a match. Without a seat's secret it only watches.

import type { JSX } from "preact";
import { useEffect, useMemo, useState } from "preact/hooks";
import { post } from "../api/http.ts";
import type { Opponent, Snapshot } from "../api/wire.ts";
import { go, place } from "../app/router.ts";
import { HintsTaken } from "../games/GameTile.tsx";
import { savedGame, saveGame } from "../games/gamesStore.ts";
import { boardPlayed, choose, level, levelChange } from "../home/level.ts";
import { cardName, useMatchOptions } from "../home/matchSetup.ts";
import { t } from "../i18n/i18n.ts";
import { Waiting } from "../lobby/Waiting.tsx";
import { load, ownName, save } from "../prefs.ts";
import { Game } from "./Game.tsx";
import { LiveMatch } from "./live.ts";
import { Menu } from "./Menu.tsx";
import { PhraseBubble, Phrases } from "./Phrases.tsx";
import { Rematch, tallyWords } from "./Rematch.tsx";
import { AidsAgreed, AidsOffered, Protests, Requests } from "./Requests.tsx";
import { hasCard } from "./ScoreCard.tsx";
import { AwaitedPlayers, Invitation, SeatList, SeatTaken } from "./Seats.tsx";
import { WarmUp } from "./TrialBoard.tsx";
import { makerKey } from "./tableTalk.ts";
import type { PlayerName } from "./viewer.ts";

export function PlayPage(): JSX.Element {
  const [isInvited, setInvited] = useState(
    () => Boolean(place.value.secret) && place.value.query.has("name") && !ownName(),
  );
  const { path, secret } = place.value;
  if (!isInvited) return <PlayOptions />;
  return (
    <Invitation
      id={path[1] ?? ""}
      secret={secret.split(".")[0] ?? ""}
      onDone={() => setInvited(false)}
      onWatch={() => {
        go(`/play/${path[1] ?? ""}`, true); // drop the secret of a seat that another player holds
        setInvited(false);
      }}
    />
  );
}

function PlayOptions(): JSX.Element {
  const { path, query } = place.value;
  const [secret = "", word = ""] = place.value.secret.split(".");
  const isBack = secret !== "" && query.has("back");
  const id = path[1] ?? "";
  const match = useMemo(() => {
    const name = `carrom.seat.${id}`;
    if (secret) {
      save(name, secret);
      if (isBack) restoreLinks(id, word);
      go(`/play/${id}`, true);
    }
    return new LiveMatch(id, secret || load(name, ""), {
      takes: secret !== "" && query.has("take"),
      name: secret !== "" && query.has("name") ? ownName() : "",
      ticket: isBack ? "" : word,
    });
  }, [id]);
  useEffect(() => () => match.close(), [match]);
  useSavedGame(id, match.mine.value, match.view.value);
  if (match.status.value === "gone")
    return (
      <main class="sheet">
        <p>{t("not-there")}</p>
        <a href="/">{t("home")}</a>
      </main>
    );
  const view = match.view.value;
  if (!view) return <p class="waiting">{t("connecting")}</p>;
  const ending = (
    <>
      <HintsTaken id={id} />
      <LevelNews match={id} />
      <Rematch match={match} view={view} />
      {hasCard(view) && (
        <a class="button" href={`/api/matches/${id}/card.pdf`} target="_blank" rel="noreferrer">
          {t("card-print")}
        </a>
      )}
      <a class="button" href={`/replay/${id}`}>
        {t("replay")}
      </a>
      <a class="button" href={`/replay/${id}?coach`}>
        {t("to-coach")}
      </a>
    </>
  );
  return (
    <Game
      match={match}
      view={view}
      ending={ending}
      tally={tallyWords(id, match.mine.value[0]?.[0] === "b" ? "b" : "a")}
      strip={() => (
        <>
          <SeatTaken match={match} view={view} />
          <Waiting match={match} view={view} />
          <AwaitedPlayers match={match} view={view} />
          {showsSeating(match, view) && (
            <SeatList seats={view.seats} mine={match.mine.value} here={match.here.value.players} />
          )}
          <WarmUp id={id} view={view} mine={match.mine.value} />
          <AidsAgreed match={match} view={view} />
          <Protests match={match} view={view} />
        </>
      )}
      turnBadge={<Phrases match={match} />}
      overlay={
        <>
          <PhraseBubble match={match} view={view} />
          <Requests match={match} view={view} />
          <AidsOffered match={match} view={view} />
        </>
      }
      menu={(actor, hint) => <Menu match={match} view={view} actor={actor} onHint={hint} />}
    />
  );
}

/** Restore the match's links on a screen that opened it with its maker's key. */
function restoreLinks(id: string, key: string): void {
  save(makerKey(id), key);
  if (load<unknown>(`carrom.links.${id}`, null) === null)
    post("/api/seats/links", { match: id, key }).then(
      ({ links }) => save(`carrom.links.${id}`, links),
      () => undefined, // the seat itself still works
    );
}

/** Whether to show the seating: before the first board of doubles. */
function showsSeating(match: LiveMatch, view: Snapshot): boolean {
  const isFirst = view.game === 1 && view.board === 1 && view.lines.length === 0;
  const isBefore = isFirst && (view.todo.what === "toss" || view.todo.what === "next");
  return isBefore && !match.solo.value && view.seats.length > 2;
}

// Save the match among this browser's games, and adjust the level by its boards.

function opponentOf(view: Snapshot, mine: readonly PlayerName[], opponents: readonly Opponent[]): Opponent | null {
  const [one, ...more] = view.seats.filter((seat) => !mine.includes(seat.player));
  const met = opponents[level.value.at ?? -1];
  return mine.length === 1 && more.length === 0 && met && one?.computer?.split(",")[0] === met.id ? met : null;
}

export function useSavedGame(id: string, mine: readonly PlayerName[], view: Snapshot | null): void {
  const opponents = useMatchOptions()?.opponents ?? [];
  useEffect(() => {
    if (mine.length) saveGame(id, { players: mine });
  }, [id, mine]);
  useEffect(() => {
    if (!view || !mine.length || !opponents.length) return;
    const { counted, isHelped } = savedGame(id);
    // A board replayed after an undo counts once.
    for (const line of view.lines.slice(counted)) {
      const met = opponentOf(view, mine, opponents);
      // Boards with hints say nothing about the level.
      if (met && !isHelped) boardPlayed(id, line.winner === mine[0]?.[0], opponents.length);
    }
    if (view.lines.length > counted) saveGame(id, { counted: view.lines.length, isHelped: false });
  }, [id, mine, view?.lines.length, opponents.length]);
}

export function LevelNews({ match }: { match: string }): JSX.Element | null {
  const opponents = useMatchOptions()?.opponents ?? [];
  const news = levelChange.value;
  const next = opponents[news?.to ?? -1];
  const last = opponents[news?.from ?? -1];
  if (news?.match !== match || !next || !last) return null;
  return (
    <p class="level-news" role="status" data-testid="level-news">
      {t(news.to > news.from ? "level-up" : "level-down", { name: cardName(next) })}{" "}
      <button
        class="quiet"
        onClick={() => {
          choose(news.from);
          levelChange.value = null;
        }}
      >
        {t("level-stay", { name: cardName(last) })}
      </button>
    </p>
  );
}
