// The sides beside the board, and the line above it with score, clock and links.

import type { ComponentChildren, JSX } from "preact";
import { useState } from "preact/hooks";
import type { Snapshot } from "../api/wire.ts";
import { Icon } from "../app/icons.tsx";
import { Dialog, rulebookName } from "../app/ui.tsx";
import { DiscIcon } from "../board/DiscIcon.tsx";
import { SIDE_PIECES } from "../board/sizes.ts";
import { t } from "../i18n/i18n.ts";
import { prefs } from "../prefs.ts";
import { clockFace, useCountdown } from "./clocks.ts";
import { ScoreCard } from "./ScoreCard.tsx";
import { type PlayerName, partyAt, partyName, viewerOf, viewSeat } from "./viewer.ts";

export function Players({
  view,
  mine,
  here,
  seconds,
}: {
  view: Snapshot;
  mine: readonly PlayerName[];
  here: readonly PlayerName[];
  seconds: number | null;
}): JSX.Element {
  const actor = view.todo.players.find((player) => mine.includes(player)) ?? null;
  const near = partyAt(view, viewSeat(view, mine, actor, prefs.value.turning));
  const viewer = viewerOf(mine);
  const row = (party: "a" | "b"): JSX.Element => {
    const members = view.seats.filter((one) => one.party === party);
    const colour = members[0]?.colour;
    const active = members.some((one) => view.todo.players.includes(one.player)) && view.todo.what !== "over";
    return (
      <section
        class={`party ${party === near ? "near" : "far"}${active ? " active" : ""}`}
        aria-label={partyName(view, party)}
        data-party={party}
      >
        <div class="party-line">
          {colour && <DiscIcon kind={colour} label={t(colour)} />}
          <div class="party-names">
            {members.map((one) => (
              <span key={one.seat} dir="auto" class={view.todo.players.includes(one.player) ? "in-turn" : ""}>
                {one.name}
                {viewer.isYou(one.player) && <small class="you"> ({t("you-mark")})</small>}
                {!one.computer && !mine.includes(one.player) && (
                  <i
                    class={here.includes(one.player) ? "dot on" : "dot"}
                    role="img"
                    aria-label={t(here.includes(one.player) ? "seat-here" : "seat-awaited")}
                    title={t(here.includes(one.player) ? "seat-here" : "seat-awaited")}
                  />
                )}
              </span>
            ))}
          </div>
          <b class="points" data-testid={`score-${party}`}>
            {view.score[party]}
          </b>
        </div>
        <div class="party-facts">
          {colour && (
            <span class="left" role="img" aria-label={t("pieces-left", { count: view.left[party] })}>
              {Array.from({ length: SIDE_PIECES }, (_, i) => (
                <i key={i} class={`pip ${colour}${i < view.left[party] ? "" : " gone"}`} />
              ))}
            </span>
          )}
          {members.some((one) => one.seat === view.breaker) && <Term label={t("breaks")} note={t("breaks-note")} />}
          {view.owed[party] > 0 && <Term label={t("owes", { count: view.owed[party] })} note={t("owes-note")} warn />}
          {view.queen === party && colour && (
            <DiscIcon kind="queen" label={t("queen-covered", { colour: t(colour) })} />
          )}
          {view.queen === "pending" && active && (
            <span class="badge queen" title={t("queen-pending")}>
              <DiscIcon kind="queen" />
              <span class="long">{t("queen-pending")}</span>
              <span class="short" aria-hidden="true">
                {t("queen-pending-short")}
              </span>
            </span>
          )}
          {active && seconds !== null && (
            <span class={`badge clock${seconds <= 5 ? " warn" : ""}`} dir="ltr">
              {Math.ceil(seconds)} s
            </span>
          )}
        </div>
      </section>
    );
  };
  return (
    <div class="players">
      {row(near === "a" ? "b" : "a")}
      {row(near)}
    </div>
  );
}

/** A term with an explanation on tap. */
function Term({ label, note, warn = false }: { label: string; note: string; warn?: boolean }): JSX.Element {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button class={warn ? "badge warn" : "badge"} title={note} onClick={() => setOpen(true)}>
        {label}
      </button>
      {isOpen && (
        <Dialog title={label} onClose={() => setOpen(false)}>
          <p>{note}</p>
        </Dialog>
      )}
    </>
  );
}

export function TopLine({
  view,
  isWatching,
  watching,
  tally,
  children,
}: {
  view: Snapshot;
  isWatching: boolean;
  watching: number;
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
          <bdi>{rulebookName(view.rulebook, view.title)}</bdi>
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
