// Somebody comes late: a free place is found, and nobody else moves.

import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { perform } from "../core/perform.ts";
import { may } from "../core/tournament.ts";
import { t } from "../words/words.ts";
import { Field, Panel } from "./basics.tsx";

export function LateEntry(): JSX.Element {
  const [name, setName] = useState("");
  const [partner, setPartner] = useState("");
  const [club, setClub] = useState("");
  const [event, setEvent] = useState("");
  return (
    <Panel title={t("comes-late")} id="late">
      <p class="dim">{t("comes-late-note")}</p>
      <form
        class="inline"
        onSubmit={(submitted) => {
          submitted.preventDefault();
          if (!name.trim()) return;
          const act = {
            do: "late",
            name: name.trim(),
            ...(partner ? { partner } : {}),
            ...(club ? { club } : {}),
            ...(event ? { event } : {}),
          };
          void perform({
            act,
            label: t("late-label", { who: name }),
            shows: true,
            asksReason: true,
            done: () => {
              setName("");
              setPartner("");
            },
          });
        }}
      >
        <Field label={t("name")} value={name} onInput={setName} />
        <Field label={t("partner")} value={partner} onInput={setPartner} />
        <Field label={t("club")} value={club} onInput={setClub} />
        <Field label={t("event")} value={event} onInput={setEvent} />
        <button disabled={!name.trim()}>{t("find-place")}</button>
        {may("person") && (
          <button
            type="button"
            disabled={!name.trim()}
            onClick={() =>
              void perform({
                act: { do: "person", name: name.trim(), ...(club ? { club } : {}) },
                label: t("only-listed-label", { who: name }),
                done: () => setName(""),
              })
            }
          >
            {t("only-listed")}
          </button>
        )}
      </form>
    </Panel>
  );
}
