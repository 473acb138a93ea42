// A match. Without a seat's secret the same page only watches.

import type { JSX } from "preact";
import { useEffect, useMemo } from "preact/hooks";
import { keep, recall } from "../app/prefs.ts";
import { go, place } from "../app/router.ts";
import { t } from "../i18n/i18n.ts";
import { Game } from "./Game.tsx";
import { LiveMatch } from "./live.ts";
import { Menu, Protests } from "./Menu.tsx";

export function PlayPage(): JSX.Element {
  const { path, secret } = place.value;
  const id = path[1] ?? "";
  const match = useMemo(() => {
    const name = `carrom.seat.${id}`;
    if (secret) {
      keep(name, secret);
      go(`/play/${id}${location.search}`, true);
    }
    return new LiveMatch(id, secret || recall(name, ""));
  }, [id]);
  useEffect(() => () => match.close(), [match]);
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
      <a class="button go" href="/">
        {t("rematch")}
      </a>
      <a class="button" href={`/replay/${id}`}>
        {t("replay")}
      </a>
    </>
  );
  return (
    <Game
      match={match}
      view={view}
      ending={ending}
      strip={() => <Protests match={match} view={view} />}
      menu={(actor, hint) => <Menu match={match} view={view} actor={actor} onHint={hint} />}
    />
  );
}
