// A player has not arrived: who it is, and the link again.

import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { recall } from "../app/prefs.ts";
import { Dialog } from "../app/ui.tsx";
import { t } from "../i18n/i18n.ts";
import { listed } from "../i18n/speaking.ts";
import { openedKey } from "../lobby/Waiting.tsx";
import type { LiveMatch } from "../play/live.ts";
import type { Snapshot } from "../play/messages.ts";
import { seatWords } from "../play/names.ts";
import { awaitedSeats } from "./awaited.ts";
import { canShare, copyText, shareLink } from "./copying.ts";
import { useReach } from "./reach.ts";
import { playersOf, Share, seatAddress, seatLinks } from "./Share.tsx";

export function Awaited({ match, view }: { match: LiveMatch; view: Snapshot }): JSX.Element | null {
  const [isOpen, setOpen] = useState(false);
  const [isCopied, setCopied] = useState(false);
  const { origins } = useReach();
  const awaited = awaitedSeats(view, match.mine.value, match.here.value.players);
  const isPlaying = match.mine.value.length > 0;
  if (!awaited.length || recall(openedKey(match.id), false)) return null; // the lobby has its own text
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
          <Share match={match} />
        </Dialog>
      )}
    </section>
  );
}
