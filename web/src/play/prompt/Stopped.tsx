// An appeal is open: the appellant continues, the others grant it, or the wait has been long enough.

import type { JSX } from "preact";
import { LawChip } from "../../app/ui.tsx";
import { t } from "../../i18n/i18n.ts";
import { clockFace, useCountdown } from "../clocks.ts";
import { saySide } from "../telling.ts";
import type { Asking } from "./asking.ts";

export function Stopped({ view, mine, viewer, act }: Asking): JSX.Element | null {
  const { stopped } = view;
  const left = useCountdown(stopped?.seconds ?? null, view.seq, stopped?.seconds !== null);
  if (!stopped) return null;
  const { party, text, wants_replay } = stopped;
  const key = wants_replay ? "stopped-replay" : "stopped-pause";
  const asked = party ? saySide(view, viewer, key, party) : t("stopped-clock");
  const granter = mine.find((player) => stopped.may_grant.includes(player));
  const goer = mine.find((player) => stopped.may_go_on.includes(player)) ?? (left === 0 ? mine[0] : undefined);
  return (
    <div class="prompt" data-testid="stopped">
      <p>
        <b>{asked}</b> {text && <q dir="auto">{text}</q>} <LawChip law={wants_replay ? "140" : "121a"} />
      </p>
      {granter && <button onClick={() => act({ do: "grant" }, granter)}>{t("grant-replay")}</button>}
      {goer ? (
        <button class="go" onClick={() => act({ do: "go-on" }, goer)}>
          {t("go-on")}
        </button>
      ) : (
        mine.length > 0 && left !== null && <p class="small">{t("stopped-left", { time: clockFace(left) })}</p>
      )}
    </div>
  );
}
