// A match in a list: score, turn, result.

import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import type { MatchSummary } from "../api/wire.ts";
import { PLAIN } from "../board/look.ts";
import { palette } from "../board/palette.ts";
import { PIECE_RADIUS } from "../board/sizes.ts";
import { surfaceAddress } from "../board/surface.ts";
import { t } from "../i18n/i18n.ts";
import { prefs } from "../prefs.ts";
import { isMyTurn, isOver, isWon, type SavedGame, savedGame } from "./gamesStore.ts";

function sideNames(game: SavedGame, party: "a" | "b"): string {
  const seats = game.card?.seats.filter((one) => one.party === party) ?? [];
  // Several players at one screen are named: "you" could be any of them.
  const me = game.players.length === 1 ? game.players[0] : null;
  return seats.map((one) => (one.player === me ? t("you") : one.name)).join(" & ");
}

/** The side that sat here comes first. */
export function versus(game: SavedGame): string {
  const mine = game.players[0]?.[0] === "b" ? "b" : "a";
  return `${sideNames(game, mine)} – ${sideNames(game, mine === "a" ? "b" : "a")}`;
}

function stateWords(game: SavedGame): string {
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
  const { hints } = savedGame(id);
  return hints > 0 ? (
    <p class="small" data-testid="hints-taken">
      {t("hints-taken", { count: hints })}
    </p>
  ) : null;
}

function whenWords(at: number): string {
  const { language } = prefs.value;
  // Date format of the browser's region: English has many.
  const own = navigator.languages.find((one) => one.split("-")[0] === language) ?? language;
  return new Intl.DateTimeFormat(own, { dateStyle: "medium", timeStyle: "short" }).format(at * 1000);
}

/** Where to continue or replay it. */
function addressOf({ id, card }: SavedGame): string {
  return card && isOver(card) ? `/replay/${id}` : `/play/${id}`;
}

export function GameTile({ game, onForget }: { game: SavedGame; onForget?: () => void }): JSX.Element {
  const { card } = game;
  const isTurned =
    game.players.length === 1 && card?.seats.find((one) => one.player === game.players[0])?.seat === "north";
  return (
    <div class={`game-tile${isMyTurn(game) ? " mine" : ""}`} data-testid="game-tile" data-game={game.id}>
      <a href={addressOf(game)}>
        <MiniBoard pieces={card?.pieces ?? []} isTurned={isTurned} />
        <span class="game-words">
          <b>
            <bdi>{card ? versus(game) : t("games-unknown")}</bdi>
          </b>
          <span>{stateWords(game)}</span>
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

// A thumbnail of a board.

const EDGE = 440;
const HALF = 370;
/** Enlarged for visibility. */
const RADIUS = PIECE_RADIUS * 1.25;

export function MiniBoard({
  pieces,
  isTurned = false,
}: Pick<MatchSummary, "pieces"> & { isTurned?: boolean }): JSX.Element {
  const side = isTurned ? -1 : 1;
  const [surface, setSurface] = useState("");
  useEffect(() => void surfaceAddress(PLAIN).then(setSurface, () => undefined), []);
  return (
    <svg class="mini-board" viewBox={`${-EDGE} ${-EDGE} ${2 * EDGE} ${2 * EDGE}`} aria-hidden="true">
      <rect x={-EDGE} y={-EDGE} width={2 * EDGE} height={2 * EDGE} rx="40" fill={palette.frame} />
      <rect x={-HALF} y={-HALF} width={2 * HALF} height={2 * HALF} rx="12" fill={palette.wood} />
      {surface && <image href={surface} x={-EDGE} y={-EDGE} width={2 * EDGE} height={2 * EDGE} />}
      {pieces.map(([kind, x, y]) => (
        <g key={`${kind}${x}${y}`} transform={`translate(${side * x} ${-side * y})`} stroke-width="5">
          <circle cx="3" cy="7" r={RADIUS + 3} fill="#0006" />
          <circle r={RADIUS} fill={palette[kind][0]} stroke={palette[kind][2]} />
          <circle r={RADIUS * 0.55} fill={palette[kind][1]} stroke={palette[kind][3]} />
        </g>
      ))}
    </svg>
  );
}
