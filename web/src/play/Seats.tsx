// Seats and who has arrived, shown with an invitation and until the first board.

import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import { post } from "../api/http.ts";
import type { SeatAnswer, Snapshot } from "../api/wire.ts";
import { canShare, copyText, shareLink } from "../app/copying.ts";
import { Dialog } from "../app/ui.tsx";
import { AskName } from "../home/AskName.tsx";
import { t } from "../i18n/i18n.ts";
import { listed } from "../i18n/speaking.ts";
import { openedKey } from "../lobby/Waiting.tsx";
import { Page } from "../pages/Page.tsx";
import { load } from "../prefs.ts";
import type { LiveMatch } from "./live.ts";
import { playersOf, ShareLinks, seatAddress, seatLinks, useServerAddresses } from "./ShareLinks.tsx";
import { browserSecret, makerKey } from "./tableTalk.ts";
import { isPartner, nameOf, type PlayerName, seatWords } from "./viewer.ts";
import "./talk.css";

type Sitting = Snapshot["seats"][number];

export function SeatList({
  seats,
  mine,
  here,
}: {
  readonly seats: readonly Sitting[];
  readonly mine: readonly PlayerName[];
  readonly here: readonly PlayerName[];
}): JSX.Element {
  return (
    <ul class="seated" aria-label={t("who-sits")} data-testid="seated">
      {seats.map((one) => {
        const isHere = one.computer !== null || mine.includes(one.player) || here.includes(one.player);
        const seat = seatWords(one.seat);
        return (
          <li key={one.player} data-player={one.player} data-here={isHere}>
            <i class={isHere ? "dot on" : "dot"} aria-hidden="true" />
            <span class="small">{seat}</span>
            {/* An empty seat is named after itself. */}
            <b>{one.name !== seat && <bdi>{one.name}</bdi>}</b>
            <span class="small">{stateOf(one, mine, isHere)}</span>
          </li>
        );
      })}
    </ul>
  );
}

function stateOf(one: Sitting, mine: readonly PlayerName[], isHere: boolean): string {
  if (mine.includes(one.player)) return t("seat-yours");
  if (one.computer) return t("computer");
  const state = t(isHere ? "seat-here" : "seat-awaited");
  return isPartner(one, mine) ? listed([t("seat-partner"), state]) : state;
}

export function awaitedSeats(
  view: Snapshot,
  mine: readonly PlayerName[],
  here: readonly PlayerName[],
): Snapshot["seats"] {
  const isFirst = view.game === 1 && view.board === 1 && view.lines.length === 0;
  if (!isFirst || (view.todo.what !== "toss" && view.todo.what !== "next")) return [];
  return view.seats.filter((one) => !one.computer && !mine.includes(one.player) && !here.includes(one.player));
}

export function AwaitedPlayers({ match, view }: { match: LiveMatch; view: Snapshot }): JSX.Element | null {
  const [isOpen, setOpen] = useState(false);
  const [isCopied, setCopied] = useState(false);
  const { origins } = useServerAddresses();
  const awaited = awaitedSeats(view, match.mine.value, match.here.value.players);
  const isPlaying = match.mine.value.length > 0;
  if (!awaited.length || load(openedKey(match.id), false)) return null; // the lobby has its own text
  const isMissing = (player: string): boolean => awaited.some((one) => one.player === player);
  const link = seatLinks(match.id).find((one) => playersOf(one, view.seats).some(isMissing));
  /** A player who has never come has only the seat's name. */
  const [one] = awaited;
  const isNew = view.seats.length === 2 && one !== undefined && one.name === seatWords(one.seat);
  const send = async (): Promise<void> => {
    if (!link) return;
    const address = seatAddress(match, link, view.seats, origins[0] ?? location.origin);
    if (canShare()) shareLink(t("carrom"), address);
    else if (await copyText(address)) setCopied(true);
    else setOpen(true); // there it can be copied by hand
  };
  return (
    <section class="prompt ask awaited" role="status" data-testid="awaited">
      <p>
        <b>
          {isNew && isPlaying ? t("await-friend") : t("ready-wait", { name: listed(awaited.map((one) => one.name)) })}
        </b>
      </p>
      {isPlaying && <p class="small">{t("await-then")}</p>}
      {link && (
        <>
          <button class="go" onClick={() => void send()}>
            {t(canShare() ? "await-send" : isCopied ? "copied" : "await-copy")}
          </button>
          <button onClick={() => setOpen(true)}>{t("qr")}</button>
        </>
      )}
      {isOpen && (
        <Dialog title={t("share")} onClose={() => setOpen(false)}>
          <ShareLinks match={match} />
        </Dialog>
      )}
    </section>
  );
}

// The seat of this link is taken by another browser: say by whom, and watch. The maker of the match can take it back
// with a key.

export function SeatTaken({ match, view }: { match: LiveMatch; view: Snapshot }): JSX.Element | null {
  const [isContent, setContent] = useState(false);
  const [isTaken, setTaken] = useState(false);
  const takenSeats = match.talk.heldSeats.value;
  const isFree =
    takenSeats.length > 0 &&
    takenSeats.every((player) => match.talk.state.value.free.includes(player)) &&
    match.canTake;
  useEffect(() => {
    if (isTaken && isFree) match.takeSeat();
  }, [isTaken, isFree]);
  if (!takenSeats.length || isContent) return null;
  const name = takenSeats.map((player) => nameOf(view, player)).join(" & ");
  return (
    <section class="prompt ask" role="status" data-testid="held-seat">
      <p>{isFree ? t("seat-free") : t("seat-held", { name })}</p>
      {isFree ? (
        <button class="go" onClick={() => match.takeSeat()}>
          {t("seat-take")}
        </button>
      ) : load(makerKey(match.id), "") ? (
        <button
          class="go"
          onClick={() => {
            setTaken(true);
            match.talk.openSeat(takenSeats);
          }}
        >
          {t("seat-own")}
        </button>
      ) : (
        <>
          <button class="go" onClick={() => setContent(true)}>
            {t("seat-watch")}
          </button>
          <p class="small">{t("seat-held-note")}</p>
        </>
      )}
    </section>
  );
}

// An invitation opened for the first time: shows who is there and asks for a name. If the seat is taken, offers to
// watch.

export function Invitation({
  id,
  secret,
  onDone,
  onWatch,
}: {
  readonly id: string;
  readonly secret: string;
  readonly onDone: () => void;
  readonly onWatch: () => void;
}): JSX.Element {
  const [seen, setSeen] = useState<SeatAnswer | null>(null);
  const [isAsked, setAsked] = useState(false);
  useEffect(() => {
    post("/api/seats", { match: id, secret, browser: browserSecret() })
      .then(setSeen, () => undefined) // problems with the link are shown at the table
      .finally(() => setAsked(true));
  }, [id]);
  if (!isAsked) return <p class="waiting">{t("connecting")}</p>;
  // An empty seat's name is in the language of the match's maker: translate it.
  const seats = seen?.seats.map((one) =>
    seen.state === "free" && seen.players.includes(one.player) ? { ...one, name: seatWords(one.seat) } : one,
  );
  if (seen?.state === "held") {
    const sitting = seen.seats.filter((one) => seen.players.includes(one.player));
    return (
      <Page title={t("seat-taken")}>
        <p data-testid="seat-taken">{t("seat-taken-note", { name: sitting.map((one) => one.name).join(" & ") })}</p>
        <SeatList seats={seen.seats} mine={[]} here={seen.here} />
        <button class="go" onClick={onWatch}>
          {t("seat-watch")}
        </button>
        <p class="small">{t("seat-held-note")}</p>
      </Page>
    );
  }
  return (
    <Page title={t("invited")}>
      <div class="invited">
        <div>
          <img
            class="invitation"
            src={`/api/matches/${encodeURIComponent(id)}/preview.png`}
            alt=""
            width={1200}
            height={630}
          />
          <p>{t("invited-note")}</p>
          <p class="small">
            {t("invited-new")} <a href="/learn">{t("learn")}</a>
          </p>
        </div>
        <div>
          {seen && seats && <SeatList seats={seats} mine={seen.players} here={seen.here} />}
          <AskName done={t("invited-sit")} onDone={onDone} />
        </div>
      </div>
    </Page>
  );
}
