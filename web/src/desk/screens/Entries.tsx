// Who plays: everybody in one list with what the entry desk ticks off, lists pasted or dropped, and who comes late.

import type { JSX } from "preact";
import { useState } from "preact/hooks";
import type { PeopleShown, PersonShown } from "../../wire.ts";
import { useAsked } from "../core/asked.ts";
import { readCount } from "../core/digits.ts";
import { perform } from "../core/perform.ts";
import { may, useView } from "../core/tournament.ts";
import { Do, Field, Panel, Seen } from "../parts/basics.tsx";
import { ImportList } from "../parts/ImportList.tsx";
import { LateEntry } from "../parts/LateEntry.tsx";
import { PersonChanges } from "../parts/PersonChanges.tsx";
import { Played } from "../parts/Played.tsx";
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
      {may("late") && <LateEntry found={view.data} />}
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
    return wanted.every((word) => text.includes(word)) && (lacking === "" || lacks(one, lacking));
  });
  // Whoever is called so comes before those who play with them.
  const isCalledSo = (one: PersonShown): boolean => wanted.every((word) => one.name.toLocaleLowerCase().includes(word));
  shown.sort((one, other) => Number(isCalledSo(other)) - Number(isCalledSo(one)));
  const staying = found.people.filter((one) => !one.is_gone);
  // Without a fee a tick is all that is known of money: once one has paid, everybody can be ticked.
  const isPaid = !found.has_fees && found.is_private_shown && found.people.some((one) => one.fee);
  const missing = shown.filter((one) => !one.is_gone && !one.here);
  return (
    <Panel title={t("people")} count={staying.length} id="people">
      <div class="filters">
        <Field label={t("find-person")} value={words} onInput={setWords} />
        <div class="chips" role="group" aria-label={t("who-lacks")}>
          {CHECKS.filter((what) => what !== "fee" || found.has_fees || isPaid).map((what) => (
            <button
              key={what}
              class="chip"
              aria-pressed={lacking === what}
              onClick={() => setLacking(lacking === what ? "" : what)}
            >
              {t(`lacks-${what}`, { n: staying.filter((one) => lacks(one, what)).length })}
            </button>
          ))}
          {missing.length > 1 && (
            <Do
              act={{ do: "check", what: "here", who: missing.map((one) => one.id), holds: true }}
              label={t("all-are-here", { n: missing.length })}
            />
          )}
          {staying.length < found.people.length && (
            <span class="dim">{t("gone-n", { n: found.people.length - staying.length })}</span>
          )}
        </div>
        {found.has_fees && (
          <p class="dim" data-testid="fees-summed">
            {t("fees-summed", { taken: summed(found.people, "taken"), owed: summed(found.people, "owes") })}{" "}
            {summed(found.people, "back") > 0 && t("fees-back", { back: summed(found.people, "back") })}
          </p>
        )}
        {found.protest_fees && (
          <p class="dim" data-testid="protest-fees">
            {t("protest-fees", { ...found.protest_fees })}
          </p>
        )}
      </div>
      <ul class="people">
        {shown.slice(0, SHOWN).map((one) => (
          <li key={one.id} class={one.is_gone ? "gone" : ""}>
            <button
              class="row"
              aria-expanded={open === one.id}
              onClick={() => setOpen(open === one.id ? null : one.id)}
            >
              <b>
                <bdi>{one.name}</bdi>
              </b>
              <small class="dim">
                <bdi>{one.club}</bdi> <Played one={one} />
                {one.seed !== null && ` · ${t("seed-n", { n: one.seed })}`}
              </small>
            </button>
            <div class="ticks">
              {CHECKS.filter((what) => !one.is_gone && (what !== "fee" || one.asked > 0 || one.fee || isPaid)).map(
                (what) => (
                  <Tick key={what} one={one} what={what} seen={found.seq} />
                ),
              )}
            </div>
            {one.over > 0 && <p class="warn-note">{t("paid-too-much", { n: one.over, taken: one.taken })}</p>}
            {one.back > one.over && <p class="warn-note">{t("may-go-back", { n: one.back - one.over })}</p>}
            {open === one.id && (one.asked > 0 || one.taken > 0) && <PaidInAll one={one} />}
            {open === one.id && (
              <PersonChanges one={one} isPrivate={found.is_private_shown} people={found.people} named={found.events} />
            )}
          </li>
        ))}
      </ul>
      {shown.length > SHOWN && <p class="dim">{t("and-more", { n: shown.length - SHOWN })}</p>}
      {!shown.length && <p class="dim">{found.people.length ? t("nobody-found") : t("nobody-yet")}</p>}
    </Panel>
  );
}

/** Whether the desk still waits for it: who has left is not waited for, and not everybody has a fee to pay. */
function lacks(one: PersonShown, what: CheckName): boolean {
  return what === "fee" ? one.lacks_fee : !one.is_gone && !one[what];
}

function summed(people: readonly PersonShown[], what: "taken" | "owes" | "back"): number {
  return people.reduce((sum, one) => sum + one[what], 0);
}

/** How much somebody has paid until now, where it is not simply all of it. */
function PaidInAll({ one }: { one: PersonShown }): JSX.Element | null {
  const [amount, setAmount] = useState(String(one.taken));
  if (!may("check")) return null;
  const n = readCount(amount);
  return (
    <form class="inline" onSubmit={(event) => event.preventDefault()}>
      <Field label={t("paid-in-all")} value={amount} onInput={setAmount} />
      {n !== null && n !== one.taken && (
        <Do
          act={{ do: "check", what: "fee", who: [one.id], amount: n }}
          label={t("paid-in-all-label", { who: one.name, n })}
        >
          {t("save")}
        </Do>
      )}
    </form>
  );
}

/** One tap: here, paid, striker certified; once more takes it back. */
function Tick({ one, what, seen }: { one: PersonShown; what: CheckName; seen: number }): JSX.Element {
  const [asked, ask] = useAsked<boolean>(seen);
  const holds = asked ?? one[what];
  const isPart = what === "fee" && !holds && one.taken > 0 && one.owes > 0;
  const called = isPart
    ? t("fee-part", { taken: one.taken, asked: one.asked, owes: one.owes })
    : what === "fee" && !holds && one.owes > 0
      ? t("owes-n", { n: one.owes })
      : t(what);
  if (!may("check"))
    return (
      <span class={`tick ${holds ? "on" : ""}`}>
        {holds ? "✓" : "–"} {called}
      </span>
    );
  const label = t(holds ? `undo-${what}` : `set-${what}`, { who: one.name });
  const act = { do: "check", what, who: [one.id], holds: !holds };
  return (
    <button
      class={`tick ${holds ? "on" : ""}`}
      aria-label={label}
      aria-busy={asked !== null}
      onClick={() => ask(!holds, perform({ act, label }))}
    >
      <span aria-hidden="true">{holds ? "✓" : "○"}</span> {called}
    </button>
  );
}
