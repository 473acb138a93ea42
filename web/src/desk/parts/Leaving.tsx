// Somebody leaves: all that they play alone or in a pair, or one event of it. From a team they are taken by a substitute,
// and what they stay in is said before it is done.

import type { JSX } from "preact";
import { useState } from "preact/hooks";
import type { PersonShown } from "../../wire.ts";
import { may } from "../core/tournament.ts";
import { t } from "../words/words.ts";
import { Do, Field } from "./basics.tsx";

interface Leaver {
  one: PersonShown;
  named: Readonly<Record<string, string>>;
}

export function Leaving({ one, named }: Leaver): JSX.Element {
  const [how, setHow] = useState("withdrawn");
  const [law, setLaw] = useState("");
  const [event, setEvent] = useState("");
  const left = one.can_leave.includes(event) ? [event] : one.can_leave;
  const called = (ids: readonly string[]): string => ids.map((id) => named[id] ?? id).join(", ");
  return (
    <div class="inline">
      {one.can_leave.length > 1 && (
        <label class="field">
          <span>{t("which-event")}</span>
          <select value={event} onChange={(changed) => setEvent(changed.currentTarget.value)}>
            <option value="">{t("all-events", { events: called(one.can_leave) })}</option>
            {one.can_leave.map((id) => (
              <option key={id} value={id}>
                {called([id])}
              </option>
            ))}
          </select>
        </label>
      )}
      <label class="field">
        <span>{t("how-leaves")}</span>
        <select value={how} onChange={(changed) => setHow(changed.currentTarget.value)}>
          <option value="withdrawn">{t("withdrawn")}</option>
          <option value="retired">{t("retired")}</option>
          {may("disqualify") && <option value="disqualified">{t("disqualified")}</option>}
        </select>
      </label>
      {how === "disqualified" && (
        <Field label={t("by-law")} value={law} onInput={setLaw} note={`${t("for-example")} 143a`} />
      )}
      <Do
        kind="danger"
        act={{
          do: "leave",
          entry: one.id,
          how,
          ...(left.length === 1 ? { event: left[0] } : {}),
          ...(law && how === "disqualified" ? { law } : {}),
        }}
        label={t("leave-label", { who: one.name, events: called(left) })}
        shows
        asksReason
        reasons={[t("why-ill"), t("why-work")]}
      >
        {t("leaves")}
      </Do>
    </div>
  );
}
