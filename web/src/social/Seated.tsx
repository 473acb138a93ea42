// Seats and who has arrived, shown with an invitation and until the first board.

import type { JSX } from "preact";
import { t } from "../i18n/i18n.ts";
import { listed } from "../i18n/speaking.ts";
import type { PlayerName, Snapshot } from "../play/messages.ts";
import { seatWords } from "../play/names.ts";
import { isPartner } from "../play/viewer.ts";
import "./social.css";

type Sitting = Snapshot["seats"][number];

export function Seated({
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
