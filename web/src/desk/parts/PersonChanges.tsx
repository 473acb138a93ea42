// Change a player's entry: name, substitute, details, contact, withdrawal, erasure.

import type { JSX } from "preact";
import { useState } from "preact/hooks";
import type { DescribePerson, LeaveEvents, PersonShown } from "../../api/wire.ts";
import { showNotice } from "../core/actions.ts";
import { addOwnEvents, may, postHere } from "../core/session.ts";
import { t } from "../words/words.ts";
import { ActionButton, AsyncButton, ErrorMessage, Field, Isolated } from "./ui.tsx";

interface Props {
  player: PersonShown;
  isPrivate: boolean;
  people: readonly PersonShown[];
  eventNames: Readonly<Record<string, string>>;
}

export function PersonChanges({ player, isPrivate, people, eventNames }: Props): JSX.Element {
  const [name, setName] = useState(player.plain);
  const [substitute, setSubstitute] = useState("");
  // If any player is marked as present, the substitute is by default marked so too: he stands at the desk.
  const [isHere, setHere] = useState<boolean | null>(null);
  const here = isHere ?? people.some((other) => other.here);
  const [phone, setPhone] = useState(player.phone ?? "");
  const [email, setEmail] = useState(player.email ?? "");
  const events = Object.entries(player.plays);
  return (
    <div class="acts">
      {events.length > 0 && (
        <p class="dim">
          <PlayedEvents player={player} isFull />
        </p>
      )}
      {isPrivate && player.born && <p class="dim">{t("born", { day: player.born })}</p>}
      {may("rename") && (
        <form
          class="inline"
          onSubmit={(event) => event.preventDefault()} // Enter presses the button of the form
        >
          <Field label={t("right-name")} value={name} onInput={setName} />
          {name.trim() !== player.plain && (
            <ActionButton
              act={{ do: "rename", who: player.id, name }}
              label={t("rename-label", { who: player.name, name })}
            >
              {t("rename")}
            </ActionButton>
          )}
        </form>
      )}
      {may("substitute") && events.length > 0 && (
        <form class="inline" onSubmit={(event) => event.preventDefault()}>
          <Field label={t("who-instead")} value={substitute} onInput={setSubstitute} list="people-here" />
          <datalist id="people-here">
            {people.map(
              (other) => !other.is_gone && other.id !== player.id && <option key={other.id} value={other.name} />,
            )}
          </datalist>
          {substitute.trim() && (
            <label class="pick">
              <input type="checkbox" checked={here} onChange={(event) => setHere(event.currentTarget.checked)} />
              {t("is-here-already")}
            </label>
          )}
          {substitute.trim() && (
            <ActionButton
              // The same act adds a substitute who is new; the preview says so.
              act={{
                do: "substitute",
                goes: player.id,
                comes: substitute.trim(),
                may_be_new: true,
                ...(here ? { here } : {}),
              }}
              label={t("substitute-label", { goes: player.name, comes: substitute })}
              preview
              asksReason
              onDone={() => {
                setSubstitute("");
                setHere(null);
              }}
            >
              {t("substitute")}
            </ActionButton>
          )}
        </form>
      )}
      {may("describe") && <DetailsForm player={player} isPrivate={isPrivate} />}
      {isPrivate && may("contact") && (
        <form class="inline" onSubmit={(event) => event.preventDefault()}>
          <Field label={t("phone")} value={phone} onInput={setPhone} type="tel" />
          <Field label={t("email")} value={email} onInput={setEmail} type="email" />
          {(phone !== (player.phone ?? "") || email !== (player.email ?? "")) && (
            <ActionButton
              act={{ do: "contact", who: player.id, ...(phone ? { phone } : {}), ...(email ? { email } : {}) }}
              label={t("keep-contact", { who: player.name })}
            >
              {t("save")}
            </ActionButton>
          )}
        </form>
      )}
      {may("leave") && player.can_leave.length > 0 && (
        <Withdrawal who={player.id} name={player.name} events={player.can_leave} eventNames={eventNames} />
      )}
      <Erasure player={player} />
    </div>
  );
}

function DetailsForm({ player, isPrivate }: { player: PersonShown; isPrivate: boolean }): JSX.Element {
  const [club, setClub] = useState(player.club ?? "");
  const [gender, setGender] = useState(player.gender ?? "");
  const [born, setBorn] = useState(player.born ?? "");
  const changes: Partial<DescribePerson> = {
    ...(club.trim() && club !== (player.club ?? "") ? { club: club.trim() } : {}),
    ...(gender && gender !== (player.gender ?? "") ? { gender: gender as "f" | "m" } : {}),
    ...(born.trim() && born !== (player.born ?? "") ? { born: born.trim() } : {}),
  };
  return (
    <form class="inline" onSubmit={(event) => event.preventDefault()}>
      <Field label={t("club")} value={club} onInput={setClub} />
      <label class="field">
        <span>{t("sex")}</span>
        <select value={gender} onChange={(event) => setGender(event.currentTarget.value)}>
          {!player.gender && <option value="">–</option>}
          <option value="f">{t("sex-f")}</option>
          <option value="m">{t("sex-m")}</option>
        </select>
      </label>
      {isPrivate && <Field label={t("born-on")} value={born} onInput={setBorn} />}
      {Object.keys(changes).length > 0 && (
        <ActionButton
          act={{ ...changes, do: "describe", who: player.id }}
          label={t("describe-label", { who: player.name })}
        >
          {t("save")}
        </ActionButton>
      )}
    </form>
  );
}

/** The events of a player with pair or team; `isFull` repeats the player's own name. */
export function PlayedEvents({ player, isFull = false }: { player: PersonShown; isFull?: boolean }): JSX.Element {
  return (
    <>
      {Object.entries(player.plays).map(([event, entry], at) => {
        const text = entry === player.name && !isFull ? event : `${event}: ${entry}`;
        return (
          <span key={event}>
            {at > 0 && " · "}
            {player.left.includes(event) ? (
              <>
                <s>
                  <Isolated text={text} />
                </s>{" "}
                ({t("has-left")})
              </>
            ) : (
              <Isolated text={text} />
            )}
          </span>
        );
      })}
    </>
  );
}

interface WithdrawalProps {
  /** The id of a player, or the name of a team. */
  who: string;
  name: string;
  events: readonly string[];
  eventNames: Readonly<Record<string, string>>;
  onDone?: () => void;
}

/** Withdraw from one event or all; team players are replaced by a substitute instead. */
export function Withdrawal({ who, name, events, eventNames, onDone }: WithdrawalProps): JSX.Element {
  const [how, setHow] = useState<NonNullable<LeaveEvents["how"]>>("withdrawn");
  const [law, setLaw] = useState("");
  const [event, setEvent] = useState("");
  const [results, setResults] = useState<NonNullable<LeaveEvents["results"]> | "">("");
  const left = events.includes(event) ? [event] : events;
  const namesOf = (ids: readonly string[]): string => ids.map((id) => eventNames[id] ?? id).join(", ");
  return (
    <div class="inline">
      {events.length > 1 && (
        <label class="field">
          <span>{t("which-event")}</span>
          <select value={event} onChange={(changed) => setEvent(changed.currentTarget.value)}>
            <option value="">{t("all-events", { events: namesOf(events) })}</option>
            {events.map((id) => (
              <option key={id} value={id}>
                {namesOf([id])}
              </option>
            ))}
          </select>
        </label>
      )}
      <label class="field">
        <span>{t("how-leaves")}</span>
        <select value={how} onChange={(changed) => setHow(changed.currentTarget.value as typeof how)}>
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
        <select value={results} onChange={(changed) => setResults(changed.currentTarget.value as typeof results)}>
          <option value="">{t("results-rule")}</option>
          <option value="kept">{t("results-kept")}</option>
          <option value="annulled">{t("results-annulled")}</option>
        </select>
      </label>
      <ActionButton
        kind="danger"
        act={{
          do: "leave",
          entry: who,
          how,
          ...(left.length === 1 ? { event: left[0] } : {}),
          ...(law && how === "disqualified" ? { law } : {}),
          ...(results ? { results } : {}),
        }}
        label={t("leave-label", { who: name, events: namesOf(left) })}
        preview
        asksReason
        reasons={[t("why-ill"), t("why-work")]}
        {...(onDone ? { onDone } : {})}
      >
        {t("leaves")}
      </ActionButton>
    </div>
  );
}

/** It cannot be undone, so the name is typed as a confirmation. */
function Erasure({ player }: { player: PersonShown }): JSX.Element | null {
  const [name, setName] = useState("");
  const [problem, setProblem] = useState("");
  if (!may("erase")) return null;
  const erase = (): Promise<void> =>
    postHere("/erase", { person: player.id, name }).then(
      (done) => {
        showNotice({ kind: "done", lines: [t("erased", { name: done.name })] });
        addOwnEvents(done.seq, done.seq);
      },
      (error: Error) => setProblem(error.message),
    );
  return (
    <details>
      <summary>{t("erase")}</summary>
      <p class="warn-note">{t("erase-note")}</p>
      <div class="inline">
        <Field label={t("erase-name", { name: player.name })} value={name} onInput={setName} />
        <AsyncButton kind="danger" disabled={name.trim() !== player.name.trim()} onPress={erase}>
          {t("erase")}
        </AsyncButton>
      </div>
      {problem && <ErrorMessage text={problem} />}
    </details>
  );
}
