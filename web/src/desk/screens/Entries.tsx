// The players: check-in, fees and strikers, imported entry lists, and late entries.

import type { JSX } from "preact";
import { useState } from "preact/hooks";
import type { CheckPeople, PeopleShown, PersonShown } from "../../api/wire.ts";
import { perform } from "../core/actions.ts";
import { may } from "../core/session.ts";
import { parseCount } from "../core/text.ts";
import { useOptimistic, useView } from "../core/views.ts";
import { ImportList } from "../parts/ImportList.tsx";
import { LateEntry } from "../parts/LateEntry.tsx";
import { PersonChanges, PlayedEvents } from "../parts/PersonChanges.tsx";
import { ActionButton, Field, Loaded, Panel } from "../parts/ui.tsx";
import { t } from "../words/words.ts";

const CHECKS = ["here", "fee", "striker"] as const;
type CheckName = (typeof CHECKS)[number];
const SHOWN = 200;

export function Entries(): JSX.Element {
  const view = useView("/people");
  return (
    <div class="entries">
      {may("import") && <ImportList isFirst={view.data?.people.length === 0} />}
      <Loaded view={view}>{(list) => <People list={list} />}</Loaded>
      {may("late") && <LateEntry list={view.data} />}
    </div>
  );
}

function People({ list }: { list: PeopleShown }): JSX.Element {
  const [words, setWords] = useState("");
  const [lacking, setLacking] = useState<CheckName | "">("");
  const [open, setOpen] = useState<string | null>(null);
  const wanted = words.toLocaleLowerCase().split(/\s+/).filter(Boolean);
  const shown = list.people.filter((one) => {
    const text = [one.name, one.club, ...Object.keys(one.plays), ...Object.values(one.plays)]
      .join(" ")
      .toLocaleLowerCase();
    return wanted.every((word) => text.includes(word)) && (lacking === "" || lacks(one, lacking));
  });
  // Players whose own name matches come before their partners and team-mates.
  const hasName = (one: PersonShown): boolean => wanted.every((word) => one.name.toLocaleLowerCase().includes(word));
  shown.sort((one, other) => Number(hasName(other)) - Number(hasName(one)));
  const active = list.people.filter((one) => !one.is_gone);
  // If no fee is set but one player is marked as paid, all players can be.
  const tracksPayment = !list.has_fees && list.is_private_shown && list.people.some((one) => one.fee);
  const missing = shown.filter((one) => !one.is_gone && !one.here);
  return (
    <Panel title={t("people")} count={active.length} id="people">
      <div class="filters">
        <Field label={t("find-person")} value={words} onInput={setWords} />
        <div class="chips" role="group" aria-label={t("who-lacks")}>
          {CHECKS.filter((what) => what !== "fee" || list.has_fees || tracksPayment).map((what) => (
            <button
              key={what}
              class="chip"
              aria-pressed={lacking === what}
              onClick={() => setLacking(lacking === what ? "" : what)}
            >
              {t(`lacks-${what}`, { n: active.filter((one) => lacks(one, what)).length })}
            </button>
          ))}
          {missing.length > 1 && (
            <ActionButton
              act={{ do: "check", what: "here", who: missing.map((one) => one.id), holds: true }}
              label={t("all-are-here", { n: missing.length })}
            />
          )}
          {active.length < list.people.length && (
            <span class="dim">{t("gone-n", { n: list.people.length - active.length })}</span>
          )}
        </div>
        {list.has_fees && (
          <p class="dim" data-testid="fees-summed">
            {t("fees-summed", { taken: sumOf(list.people, "taken"), owed: sumOf(list.people, "owes") })}{" "}
            {sumOf(list.people, "back") > 0 && t("fees-back", { back: sumOf(list.people, "back") })}
          </p>
        )}
        {list.protest_fees && (
          <p class="dim" data-testid="protest-fees">
            {t("protest-fees", { ...list.protest_fees })}
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
                <bdi>{one.club}</bdi> <PlayedEvents player={one} />
                {one.seed !== null && ` · ${t("seed-n", { n: one.seed })}`}
              </small>
            </button>
            <div class="ticks">
              {CHECKS.filter(
                (what) => !one.is_gone && (what !== "fee" || one.asked > 0 || one.fee || tracksPayment),
              ).map((what) => (
                <Tick key={what} player={one} what={what} viewSeq={list.seq} />
              ))}
            </div>
            {one.over > 0 && <p class="warn-note">{t("paid-too-much", { n: one.over, taken: one.taken })}</p>}
            {one.back > one.over && <p class="warn-note">{t("may-go-back", { n: one.back - one.over })}</p>}
            {open === one.id && (one.asked > 0 || one.taken > 0) && <PaymentForm player={one} />}
            {open === one.id && (
              <PersonChanges
                player={one}
                isPrivate={list.is_private_shown}
                people={list.people}
                eventNames={list.events}
              />
            )}
          </li>
        ))}
      </ul>
      {shown.length > SHOWN && <p class="dim">{t("and-more", { n: shown.length - SHOWN })}</p>}
      {!shown.length && <p class="dim">{list.people.length ? t("nobody-found") : t("nobody-yet")}</p>}
    </Panel>
  );
}

/** Whether a check is open: not for players who have left, and not where no fee is due. */
function lacks(player: PersonShown, what: CheckName): boolean {
  return what === "fee" ? player.lacks_fee : !player.is_gone && !player[what];
}

function sumOf(people: readonly PersonShown[], what: "taken" | "owes" | "back"): number {
  return people.reduce((sum, one) => sum + one[what], 0);
}

function PaymentForm({ player }: { player: PersonShown }): JSX.Element | null {
  const [amount, setAmount] = useState(String(player.taken));
  if (!may("check")) return null;
  const n = parseCount(amount);
  return (
    <form class="inline" onSubmit={(event) => event.preventDefault()}>
      <Field label={t("paid-in-all")} value={amount} onInput={setAmount} />
      {n !== null && n !== player.taken && (
        <ActionButton
          act={{ do: "check", what: "fee", who: [player.id], amount: n }}
          label={t("paid-in-all-label", { who: player.name, n })}
        >
          {t("save")}
        </ActionButton>
      )}
    </form>
  );
}

/** A check that a tap sets or takes back: checked in, paid, striker certified. */
function Tick({ player, what, viewSeq }: { player: PersonShown; what: CheckName; viewSeq: number }): JSX.Element {
  const [pending, setPending] = useOptimistic<boolean>(viewSeq);
  const isOn = pending ?? player[what];
  const isPart = what === "fee" && !isOn && player.taken > 0 && player.owes > 0;
  const text = isPart
    ? t("fee-part", { taken: player.taken, asked: player.asked, owes: player.owes })
    : what === "fee" && !isOn && player.owes > 0
      ? t("owes-n", { n: player.owes })
      : t(what);
  if (!may("check"))
    return (
      <span class={`tick ${isOn ? "on" : ""}`}>
        {isOn ? "✓" : "–"} {text}
      </span>
    );
  const label = t(isOn ? `undo-${what}` : `set-${what}`, { who: player.name });
  const act: CheckPeople = { do: "check", what, who: [player.id], holds: !isOn };
  return (
    <button
      class={`tick ${isOn ? "on" : ""}`}
      aria-label={label}
      aria-busy={pending !== null}
      onClick={() => setPending(!isOn, perform({ act, label }))}
    >
      <span aria-hidden="true">{isOn ? "✓" : "○"}</span> {text}
    </button>
  );
}
