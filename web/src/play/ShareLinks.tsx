// Links of a match: one per remote seat and one for spectators; to copy, share or scan.

import type { JSX } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { fetchFile, get } from "../api/http.ts";
import type { Seat, Snapshot } from "../api/wire.ts";
import { canShare, copyText, shareLink } from "../app/copying.ts";
import { Choice } from "../app/ui.tsx";
import { t } from "../i18n/i18n.ts";
import { load } from "../prefs.ts";
import type { LiveMatch } from "./live.ts";
import { makerKey } from "./tableTalk.ts";
import { type PlayerName, seatWords } from "./viewer.ts";
import "./talk.css";

interface SeatLink {
  readonly seats: readonly Seat[];
  readonly players?: readonly PlayerName[];
  readonly secret: string;
}

export function seatLinks(matchId: string): SeatLink[] {
  return load<SeatLink[]>(`carrom.links.${matchId}`, []);
}

function LinkRow({ label, address, scan = false }: { label: string; address: string; scan?: boolean }): JSX.Element {
  const [copied, setCopied] = useState<boolean | null>(null);
  const [isScanned, setScanned] = useState(scan);
  const field = useRef<HTMLInputElement>(null);
  const copy = async (): Promise<void> => {
    const done = await copyText(address);
    setCopied(done);
    if (!done) field.current?.select();
  };
  return (
    <div class="link-row">
      <label>
        <span>{label}</span>
        <input ref={field} readOnly value={address} onFocus={(event) => event.currentTarget.select()} dir="ltr" />
      </label>
      <div class="buttons">
        {canShare() && (
          <button class="go" onClick={() => shareLink(t("carrom"), address)}>
            {t("share-sheet")}
          </button>
        )}
        <button onClick={() => void copy()}>{t(copied ? "copied" : "copy")}</button>
        <button aria-pressed={isScanned} onClick={() => setScanned(!isScanned)}>
          {t("qr")}
        </button>
      </div>
      {copied === false && (
        <p class="small" role="status">
          {t("copy-by-hand")}
        </p>
      )}
      {isScanned && <QrCode text={address} />}
    </div>
  );
}

/** A QR code. The text goes into the request body, so that no log contains the secret. */
function QrCode({ text }: { text: string }): JSX.Element | null {
  const [picture, setPicture] = useState("");
  useEffect(() => {
    let made = "";
    fetchFile("/api/qr", { text })
      .then((answer) => answer.blob())
      .then((blob) => {
        made = URL.createObjectURL(blob);
        setPicture(made);
      })
      .catch(() => undefined);
    return () => URL.revokeObjectURL(made);
  }, [text]);
  return picture ? <img class="qr" src={picture} alt={t("qr")} /> : null;
}

/** The players of a link's seats. Sides may have been chosen since; old links name only seats. */
export function playersOf(link: SeatLink, seats: Snapshot["seats"]): PlayerName[] {
  return link.players?.length
    ? [...link.players]
    : seats.filter((one) => link.seats.includes(one.seat)).map((one) => one.player);
}

/** The link to a seat: the visitor enters a name, or takes over a reopened seat. */
export function seatAddress(match: LiveMatch, link: SeatLink, seats: Snapshot["seats"], origin: string): string {
  const ticket = match.talk.ticket(playersOf(link, seats));
  return `${origin}/play/${match.id}?${ticket ? "take" : "name"}#${link.secret}${ticket && `.${ticket}`}`;
}

export function ShareLinks({ match }: { match: LiveMatch }): JSX.Element {
  const { origins, isLocal } = useServerAddresses();
  const [chosen, setChosen] = useState(0);
  const origin = origins[chosen] ?? origins[0] ?? location.origin;
  const base = `${origin}/play/${match.id}`;
  const maker = load(makerKey(match.id), "");
  const seats = match.view.value?.seats ?? [];
  const { mine, here, talk } = match;
  const own = mine.value.length ? mine.value : talk.heldSeats.value;
  return (
    <div class="share">
      {isLocal && (
        <p class="small" data-testid="share-local">
          {t("share-local")}
        </p>
      )}
      {origins.length > 1 && (
        <Choice
          label={t("share-reach")}
          value={chosen}
          options={origins.map((origin, n) => [n, origin] as const)}
          onChange={setChosen}
        />
      )}
      {seatLinks(match.id).map((link, n) => {
        const players = playersOf(link, seats);
        const isHere = players.some((player) => here.value.players.includes(player));
        const there = seats.filter((one) => players.includes(one.player));
        return (
          <div key={link.secret}>
            <LinkRow
              label={
                isHere
                  ? t("share-taken", { name: there.map((one) => one.name).join(" & ") })
                  : t("share-seat", { seat: there.map((one) => seatWords(one.seat)).join(" & ") })
              }
              address={seatAddress(match, link, seats, origin)}
              scan={n === 0 && !isHere}
            />
            {isHere && <ReopenSeat onOpen={() => talk.openSeat(players)} />}
          </div>
        );
      })}
      <LinkRow label={t("share-watch")} address={base} />
      {maker && match.secret && (
        <details>
          <summary class="small">{t("seat-open-lost")}</summary>
          <LinkRow label={t("share-back")} address={`${base}?back#${match.secret}.${maker}`} />
        </details>
      )}
      {own.length > 0 && match.secret && <MoveDevice match={match} own={own} base={base} />}
    </div>
  );
}

/** Confirm first: the current player loses the seat. */
function ReopenSeat({ onOpen }: { onOpen: () => void }): JSX.Element {
  const [isAsked, setAsked] = useState(false);
  if (!isAsked)
    return (
      <button class="quiet" onClick={() => setAsked(true)}>
        {t("seat-open-again")}
      </button>
    );
  return (
    <div class="prompt ask">
      <p>{t("seat-open-sure")}</p>
      <button
        onClick={() => {
          setAsked(false);
          onOpen();
        }}
      >
        {t("seat-open-yes")}
      </button>
      <button class="go" onClick={() => setAsked(false)}>
        {t("concede-not")}
      </button>
    </div>
  );
}

/** Continue on another screen: release the seat here, and show a link that takes it there. */
function MoveDevice({
  match,
  own,
  base,
}: {
  match: LiveMatch;
  own: readonly PlayerName[];
  base: string;
}): JSX.Element | null {
  const ticket = match.talk.ticket(own);
  if (ticket) return <LinkRow label={t("seat-move-how")} address={`${base}?take#${match.secret}.${ticket}`} scan />;
  if (!match.mine.value.length) return null;
  return (
    <button class="quiet" onClick={() => match.talk.openSeat(own)}>
      {t("seat-move")}
    </button>
  );
}

// Addresses of this server for other devices: a page opened at localhost has none to share.

const LOOPBACK = new Set(["127.0.0.1", "localhost", "[::1]", "0.0.0.0"]);

interface ServerAddresses {
  /** Best first. */
  readonly origins: readonly string[];
  /** Only this machine can open the links. */
  readonly isLocal: boolean;
}

export function useServerAddresses(): ServerAddresses {
  const [reach, setReach] = useState<ServerAddresses>({ origins: [location.origin], isLocal: false });
  useEffect(() => {
    if (!LOOPBACK.has(location.hostname)) return;
    get("/api/reach").then(
      ({ hosts, origin }) => {
        const port = location.port && `:${location.port}`;
        const found = origin ? [origin] : hosts.map((host) => `${location.protocol}//${bracketed(host)}${port}`);
        setReach({ origins: found.length ? found : [location.origin], isLocal: found.length === 0 });
      },
      () => undefined, // an older server: use the page's own address
    );
  }, []);
  return reach;
}

function bracketed(host: string): string {
  return host.includes(":") ? `[${host}]` : host;
}
