// A match in a list: score, turn, result.

import type { JSX } from "preact";
import { prefs } from "../app/prefs.ts";
import { t } from "../i18n/i18n.ts";
import { isMyTurn, isOver, isWon, type KeptGame, keptGame } from "./kept.ts";
import { MiniBoard } from "./MiniBoard.tsx";

export function sideNames(game: KeptGame, party: "a" | "b"): string {
  const seats = game.card?.seats.filter((one) => one.party === party) ?? [];
  // Several players at one screen are named: "you" could be any of them.
  const me = game.players.length === 1 ? game.players[0] : null;
  return seats.map((one) => (one.player === me ? t("you") : one.name)).join(" & ");
}

/** The side that sat here comes first. */
export function versus(game: KeptGame): string {
  const mine = game.players[0]?.[0] === "b" ? "b" : "a";
  return `${sideNames(game, mine)} – ${sideNames(game, mine === "a" ? "b" : "a")}`;
}

export function standing(game: KeptGame): string {
  const { card } = game;
  if (!card) return t("games-unknown");
  const mine = game.players[0]?.[0] === "b" ? "b" : "a";
  const score = `${card.score[mine]} : ${card.score[mine === "a" ? "b" : "a"]}`;
  if (!isOver(card)) return `${t(isMyTurn(game) ? "games-your-turn" : "games-their-turn")} · ${score}`;
  const won = isWon(game);
  const result = card.is_agreed
    ? t("games-agreed")
    : won === null
      ? t("games-over")
      : t(won ? "games-won" : "games-lost");
  const hints = game.hints > 0 ? ` · ${t("games-hints", { count: game.hints })}` : "";
  return `${result} · ${score}${hints}`;
}

/** Says whether hints were taken here in a match. */
export function HintsTaken({ id }: { id: string }): JSX.Element | null {
  const { hints } = keptGame(id);
  return hints > 0 ? (
    <p class="small" data-testid="hints-taken">
      {t("hints-taken", { count: hints })}
    </p>
  ) : null;
}

export function whenWords(at: number): string {
  const { language } = prefs.value;
  // Date format of the browser's region: English has many.
  const own = navigator.languages.find((one) => one.split("-")[0] === language) ?? language;
  return new Intl.DateTimeFormat(own, { dateStyle: "medium", timeStyle: "short" }).format(at * 1000);
}

/** Where to continue or replay it. */
export function addressOf({ id, card }: KeptGame): string {
  return card && isOver(card) ? `/replay/${id}` : `/play/${id}`;
}

export function GameTile({ game, onForget }: { game: KeptGame; onForget?: () => void }): JSX.Element {
  const { card } = game;
  const turned =
    game.players.length === 1 && card?.seats.find((one) => one.player === game.players[0])?.seat === "north";
  return (
    <div class={`game-tile${isMyTurn(game) ? " mine" : ""}`} data-testid="game-tile" data-game={game.id}>
      <a href={addressOf(game)}>
        <MiniBoard pieces={card?.pieces ?? []} turned={turned} />
        <span class="game-words">
          <b>
            <bdi>{card ? versus(game) : t("games-unknown")}</bdi>
          </b>
          <span>{standing(game)}</span>
          {card && <small class="small">{whenWords(card.at)}</small>}
        </span>
      </a>
      {onForget && (
        <button class="quiet" onClick={onForget} aria-label={t("games-forget")} title={t("games-forget")}>
          ✕
        </button>
      )}
    </div>
  );
}
