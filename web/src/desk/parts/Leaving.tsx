// Somebody leaves: all that they play alone or in a pair, or one event of it. From a team they are taken by a substitute,
// and what they stay in is said before it is done.

import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { may } from "../core/tournament.ts";
import { t } from "../words/words.ts";
import { Do, Field } from "./basics.tsx";

interface Leaver {
  /** The id of a person, or the name of a team. */
  who: string;
  name: string;
  /** What can be left. */
  events: readonly string[];
  named: Readonly<Record<string, string>>;
  done?: () => void;
}

export function Leaving({ who, name, events, named, done }: Leaver): JSX.Element {
  const [how, setHow] = useState("withdrawn");
  const [law, setLaw] = useState("");
  const [event, setEvent] = useState("");
  const [results, setResults] = useState("");
  const left = events.includes(event) ? [event] : events;
  const called = (ids: readonly string[]): string => ids.map((id) => named[id] ?? id).join(", ");
  return (
    <div class="inline">
      {events.length > 1 && (
        <label class="field">
          <span>{t("which-event")}</span>
          <select value={event} onChange={(changed) => setEvent(changed.currentTarget.value)}>
            <option value="">{t("all-events", { events: called(events) })}</option>
            {events.map((id) => (
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
      <label class="field">
        <span>{t("results-then")}</span>
        <select value={results} onChange={(changed) => setResults(changed.currentTarget.value)}>
          <option value="">{t("results-rule")}</option>
          <option value="kept">{t("results-kept")}</option>
          <option value="annulled">{t("results-annulled")}</option>
        </select>
      </label>
      <Do
        kind="danger"
        act={{
          do: "leave",
          entry: who,
          how,
          ...(left.length === 1 ? { event: left[0] } : {}),
          ...(law && how === "disqualified" ? { law } : {}),
          ...(results ? { results } : {}),
        }}
        label={t("leave-label", { who: name, events: called(left) })}
        shows
        asksReason
        reasons={[t("why-ill"), t("why-work")]}
        {...(done ? { done } : {})}
      >
        {t("leaves")}
      </Do>
    </div>
  );
}
