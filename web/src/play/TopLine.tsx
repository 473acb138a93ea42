// The line above the board: score, clock, spectators and links.

import type { ComponentChildren, JSX } from "preact";
import { useState } from "preact/hooks";
import { bookName } from "../app/books.ts";
import { Icon } from "../app/icons.tsx";
import { Dialog } from "../app/ui.tsx";
import { t } from "../i18n/i18n.ts";
import { clockFace, useCountdown } from "./clocks.ts";
import type { Snapshot } from "./messages.ts";
import { ScoreCard } from "./ScoreCard.tsx";

export function TopLine({
  view,
  isWatching,
  watching,
  tally,
  children,
}: {
  view: Snapshot;
  isWatching: boolean;
  /** Number of spectators. */
  watching: number;
  /** Score of this match's players over their earlier matches. */
  tally: string | null;
  children: ComponentChildren;
}): JSX.Element {
  const [card, setCard] = useState(false);
  const left = useCountdown(view.clock?.seconds ?? null, view.seq, view.clock?.running ?? false);
  return (
    <header class="top">
      <a href="/" class="brand" aria-label={t("home")}>
        ◎
      </a>
      <span class="where">
        {tally && (
          <>
            <bdi data-testid="tally">{tally}</bdi>
            {" – "}
          </>
        )}
        <bdi>{t("board", { board: view.board })}</bdi>
        {/* a second match on the same evening shows only the board number */}
        <span class={tally ? "under-which" : undefined}>
          {" – "}
          <bdi>{t("game", { game: view.game })}</bdi>
        </span>
        <span class="under-which">
          {" – "}
          <bdi>{bookName(view.rulebook, view.title)}</bdi>
        </span>
      </span>
      {left !== null && (
        <span
          class={`badge clock${left <= 60 ? " warn" : ""}`}
          role="timer"
          aria-label={t("game-left")}
          title={t("game-left")}
          data-testid="game-clock"
        >
          {clockFace(left)}
        </span>
      )}
      {isWatching && <span class="badge">{t("watch")}</span>}
      {watching > 0 && (
        <span class="badge" title={t("watching", { count: watching })}>
          <Icon name="eye" />
          <span aria-hidden="true">{watching}</span>
          <span class="unseen">{t("watching", { count: watching })}</span>
        </span>
      )}
      <button class="quiet" onClick={() => setCard(true)}>
        <Icon name="card" />
        <span class="word">{t("score-card")}</span>
      </button>
      <a class="button quiet" href="/rules" target="_blank" rel="noreferrer" aria-label={t("rules")} title={t("rules")}>
        ?
      </a>
      {children}
      {card && (
        <Dialog title={t("score-card")} onClose={() => setCard(false)}>
          <ScoreCard view={view} />
        </Dialog>
      )}
    </header>
  );
}
