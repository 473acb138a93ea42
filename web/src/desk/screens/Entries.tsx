// Who plays: everybody in one list with what the entry desk ticks off, lists pasted or dropped, and who comes late.

import type { JSX } from "preact";
import { useState } from "preact/hooks";
import type { PeopleShown, PersonShown } from "../../wire.ts";
import { may, useView } from "../core/tournament.ts";
import { Do, Field, Panel, Seen } from "../parts/basics.tsx";
import { ImportList } from "../parts/ImportList.tsx";
import { LateEntry } from "../parts/LateEntry.tsx";
import { LineUp } from "../parts/LineUp.tsx";
import { PersonChanges } from "../parts/PersonChanges.tsx";
import { t } from "../words/words.ts";

const CHECKS = ["here", "fee", "striker"] as const;
type CheckName = (typeof CHECKS)[number];
const SHOWN = 200;

export function Entries(): JSX.Element {
  const view = useView<PeopleShown>("/people");
  return (
    <div class="entries">
      {may("import") && <ImportList isFirst={view.data?.people.length === 0} />}
      <Seen view={view}>{(found) => <People found={found} />}</Seen>
      {may("late") && <LateEntry />}
      <LineUp />
    </div>
  );
}

function People({ found }: { found: PeopleShown }): JSX.Element {
  const [words, setWords] = useState("");
  const [lacking, setLacking] = useState<CheckName | "">("");
  const [open, setOpen] = useState<string | null>(null);
  const wanted = words.toLocaleLowerCase().split(/\s+/).filter(Boolean);
  const shown = found.people.filter((one) => {
    const text = [one.name, one.club, ...Object.keys(one.plays), ...Object.values(one.plays)]
      .join(" ")
      .toLocaleLowerCase();
    return wanted.every((word) => text.includes(word)) && (lacking === "" || !one[lacking]);
  });
  return (
    <Panel title={t("people")} count={found.people.length} id="people">
      <div class="filters">
        <Field label={t("find-person")} value={words} onInput={setWords} />
        <div class="chips" role="group" aria-label={t("who-lacks")}>
          {CHECKS.filter((what) => what !== "fee" || found.has_fees).map((what) => (
            <button
              key={what}
              class="chip"
              aria-pressed={lacking === what}
              onClick={() => setLacking(lacking === what ? "" : what)}
            >
              {t(`lacks-${what}`)} {found.people.filter((one) => !one[what]).length}
            </button>
          ))}
        </div>
      </div>
      <ul class="people">
        {shown.slice(0, SHOWN).map((one) => (
          <li key={one.id} class={one.left.length ? "gone" : ""}>
            <button
              class="row"
              aria-expanded={open === one.id}
              onClick={() => setOpen(open === one.id ? null : one.id)}
            >
              <b dir="auto">{one.name}</b>
              <small class="dim">
                <bdi>{one.club}</bdi> {Object.keys(one.plays).join(" · ")}
                {one.seed !== null && ` · ${t("seed-n", { n: one.seed })}`}
              </small>
            </button>
            <div class="ticks">
              {CHECKS.filter((what) => what !== "fee" || found.has_fees).map((what) => (
                <Tick key={what} one={one} what={what} />
              ))}
            </div>
            {open === one.id && <PersonChanges one={one} isPrivate={found.is_private_shown} people={found.people} />}
          </li>
        ))}
      </ul>
      {shown.length > SHOWN && <p class="dim">{t("and-more", { n: shown.length - SHOWN })}</p>}
      {!shown.length && <p class="dim">{found.people.length ? t("nobody-found") : t("nobody-yet")}</p>}
    </Panel>
  );
}

/** One tap: here, paid, striker certified; once more takes it back. */
function Tick({ one, what }: { one: PersonShown; what: CheckName }): JSX.Element {
  const holds = one[what];
  const owes = what === "fee" && one.owes > 0 ? ` ${one.owes}` : "";
  const act = { do: "check", what, who: [one.id], holds: !holds };
  if (!may("check"))
    return (
      <span class={`tick ${holds ? "on" : ""}`}>
        {holds ? "✓" : "–"} {t(what)}
      </span>
    );
  return (
    <Do
      kind={`tick ${holds ? "on" : ""}`}
      act={act}
      label={t(holds ? `undo-${what}` : `set-${what}`, { who: one.name })}
    >
      <span aria-hidden="true">{holds ? "✓" : "○"}</span> {t(what)}
      {owes}
    </Do>
  );
}
