// An invitation opened for the first time: shows who is there and asks for a name. If the seat is taken, offers to
// watch.

import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import { post } from "../app/api.ts";
import { AskName } from "../home/AskName.tsx";
import { t } from "../i18n/i18n.ts";
import { Sheet } from "../pages/Sheet.tsx";
import { seatWords } from "../play/names.ts";
import type { SeatAnswer } from "../wire.ts";
import { browserSecret } from "./company.ts";
import { Seated } from "./Seated.tsx";

export function Invited({
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
      <Sheet title={t("seat-taken")}>
        <p data-testid="seat-taken">{t("seat-taken-note", { name: sitting.map((one) => one.name).join(" & ") })}</p>
        <Seated seats={seen.seats} mine={[]} here={seen.here} />
        <button class="go" onClick={onWatch}>
          {t("seat-watch")}
        </button>
        <p class="small">{t("seat-held-note")}</p>
      </Sheet>
    );
  }
  return (
    <Sheet title={t("invited")}>
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
          {seen && seats && <Seated seats={seats} mine={seen.players} here={seen.here} />}
          <AskName done={t("invited-sit")} onDone={onDone} />
        </div>
      </div>
    </Sheet>
  );
}
