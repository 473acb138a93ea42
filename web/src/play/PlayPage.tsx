// The page of a match. Without a seat's secret it only watches.

import type { JSX } from "preact";
import { useEffect, useMemo, useState } from "preact/hooks";
import { post } from "../app/api.ts";
import { keep, ownName, recall } from "../app/prefs.ts";
import { go, place } from "../app/router.ts";
import { HintsTaken } from "../games/GameTile.tsx";
import { useKeeping } from "../games/keeping.ts";
import { LevelNews } from "../home/LevelNews.tsx";
import { t } from "../i18n/i18n.ts";
import { Waiting } from "../lobby/Waiting.tsx";
import { Asks } from "../social/Asks.tsx";
import { Awaited } from "../social/Awaited.tsx";
import { makerKey } from "../social/company.ts";
import { HeldSeat } from "../social/HeldSeat.tsx";
import { Invited } from "../social/Invited.tsx";
import { Bubble, Phrases } from "../social/Phrases.tsx";
import { Rematch, tallyWords } from "../social/Rematch.tsx";
import { Seated } from "../social/Seated.tsx";
import { AidsAgreed, AidsOffered } from "./Aids.tsx";
import { Game } from "./Game.tsx";
import { LiveMatch } from "./live.ts";
import { Menu } from "./Menu.tsx";
import type { Snapshot } from "./messages.ts";
import { Protests } from "./Protests.tsx";
import { hasCard } from "./ScoreCard.tsx";
import { Testing } from "./Testing.tsx";

/** A player who opens an invitation for the first time is asked for a name. */
export function PlayPage(): JSX.Element {
  const [isInvited, setInvited] = useState(
    () => Boolean(place.value.secret) && place.value.query.has("name") && !ownName(),
  );
  const { path, secret } = place.value;
  if (!isInvited) return <Playing />;
  return (
    <Invited
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

function Playing(): JSX.Element {
  const { path, query } = place.value;
  const [secret = "", word = ""] = place.value.secret.split(".");
  const isBack = secret !== "" && query.has("back");
  const id = path[1] ?? "";
  const match = useMemo(() => {
    const name = `carrom.seat.${id}`;
    if (secret) {
      keep(name, secret);
      if (isBack) comeBack(id, word);
      go(`/play/${id}`, true);
    }
    return new LiveMatch(id, secret || recall(name, ""), {
      takes: secret !== "" && query.has("take"),
      name: secret !== "" && query.has("name") ? ownName() : "",
      ticket: isBack ? "" : word,
    });
  }, [id]);
  useEffect(() => () => match.close(), [match]);
  useKeeping(id, match.mine.value, match.view.value);
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
          <HeldSeat match={match} view={view} />
          <Waiting match={match} view={view} />
          <Awaited match={match} view={view} />
          {isGathering(match, view) && (
            <Seated seats={view.seats} mine={match.mine.value} here={match.here.value.players} />
          )}
          <Testing id={id} view={view} mine={match.mine.value} />
          <AidsAgreed match={match} view={view} />
          <Protests match={match} view={view} />
        </>
      )}
      beside={<Phrases match={match} />}
      said={
        <>
          <Bubble match={match} view={view} />
          <Asks match={match} view={view} />
          <AidsOffered match={match} view={view} />
        </>
      }
      menu={(actor, hint) => <Menu match={match} view={view} actor={actor} onHint={hint} />}
    />
  );
}

/** Restore the match's links on a screen that opened it with its maker's key. */
function comeBack(id: string, key: string): void {
  keep(makerKey(id), key);
  if (recall<unknown>(`carrom.links.${id}`, null) === null)
    post("/api/seats/links", { match: id, key }).then(
      ({ links }) => keep(`carrom.links.${id}`, links),
      () => undefined, // the seat itself still works
    );
}

/** Whether to show the seating: before the first board of doubles. */
function isGathering(match: LiveMatch, view: Snapshot): boolean {
  const isFirst = view.game === 1 && view.board === 1 && view.lines.length === 0;
  const isBefore = isFirst && (view.todo.what === "toss" || view.todo.what === "next");
  return isBefore && !match.solo.value && view.seats.length > 2;
}
