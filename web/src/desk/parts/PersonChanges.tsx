// What can change about somebody after the list: the name, the partner, how to reach them, that they leave.

import type { JSX } from "preact";
import { useState } from "preact/hooks";
import type { PersonShown } from "../../wire.ts";
import { may } from "../core/tournament.ts";
import { t } from "../words/words.ts";
import { Do, Field } from "./basics.tsx";
import { Forgetting } from "./Forgetting.tsx";
import { Leaving } from "./Leaving.tsx";
import { Played } from "./Played.tsx";

interface Changing {
  one: PersonShown;
  isPrivate: boolean;
  people: readonly PersonShown[];
  /** How events are called. */
  named: Readonly<Record<string, string>>;
}

export function PersonChanges({ one, isPrivate, people, named }: Changing): JSX.Element {
  const [name, setName] = useState(one.plain);
  const [comes, setComes] = useState("");
  // Where people are marked as they come, whoever takes a place at the desk has come.
  const [isHere, setHere] = useState<boolean | null>(null);
  const here = isHere ?? people.some((other) => other.here);
  const [phone, setPhone] = useState(one.phone ?? "");
  const [email, setEmail] = useState(one.email ?? "");
  const events = Object.entries(one.plays);
  return (
    <div class="acts">
      {events.length > 0 && (
        <p class="dim">
          <Played one={one} isWhole />
        </p>
      )}
      {isPrivate && one.born && <p class="dim">{t("born", { day: one.born })}</p>}
      {may("rename") && (
        <form
          class="inline"
          onSubmit={(event) => event.preventDefault()} // Enter presses the button of the form
        >
          <Field label={t("right-name")} value={name} onInput={setName} />
          {name.trim() !== one.plain && (
            <Do act={{ do: "rename", who: one.id, name }} label={t("rename-label", { who: one.name, name })}>
              {t("rename")}
            </Do>
          )}
        </form>
      )}
      {may("substitute") && events.length > 0 && (
        <form class="inline" onSubmit={(event) => event.preventDefault()}>
          <Field label={t("who-instead")} value={comes} onInput={setComes} list="people-here" />
          <datalist id="people-here">
            {people.map(
              (other) => !other.is_gone && other.id !== one.id && <option key={other.id} value={other.name} />,
            )}
          </datalist>
          {comes.trim() && (
            <label class="pick">
              <input type="checkbox" checked={here} onChange={(event) => setHere(event.currentTarget.checked)} />
              {t("is-here-already")}
            </label>
          )}
          {comes.trim() && (
            <Do
              // Whoever is on no list yet is put there with the same act; what is shown before it is done says so.
              act={{ do: "substitute", goes: one.id, comes: comes.trim(), may_be_new: true, ...(here ? { here } : {}) }}
              label={t("substitute-label", { goes: one.name, comes })}
              shows
              asksReason
              done={() => {
                setComes("");
                setHere(null);
              }}
            >
              {t("substitute")}
            </Do>
          )}
        </form>
      )}
      {may("describe") && <Described one={one} isPrivate={isPrivate} />}
      {isPrivate && may("contact") && (
        <form class="inline" onSubmit={(event) => event.preventDefault()}>
          <Field label={t("phone")} value={phone} onInput={setPhone} type="tel" />
          <Field label={t("email")} value={email} onInput={setEmail} type="email" />
          {(phone !== (one.phone ?? "") || email !== (one.email ?? "")) && (
            <Do
              act={{ do: "contact", who: one.id, ...(phone ? { phone } : {}), ...(email ? { email } : {}) }}
              label={t("keep-contact", { who: one.name })}
            >
              {t("save")}
            </Do>
          )}
        </form>
      )}
      {may("leave") && one.can_leave.length > 0 && (
        <Leaving who={one.id} name={one.name} events={one.can_leave} named={named} />
      )}
      <Forgetting one={one} />
    </div>
  );
}

/** Club, sex and day of birth, as the list should have told them. */
function Described({ one, isPrivate }: { one: PersonShown; isPrivate: boolean }): JSX.Element {
  const [club, setClub] = useState(one.club ?? "");
  const [gender, setGender] = useState(one.gender ?? "");
  const [born, setBorn] = useState(one.born ?? "");
  const told = {
    ...(club.trim() && club !== (one.club ?? "") ? { club: club.trim() } : {}),
    ...(gender && gender !== (one.gender ?? "") ? { gender } : {}),
    ...(born.trim() && born !== (one.born ?? "") ? { born: born.trim() } : {}),
  };
  return (
    <form class="inline" onSubmit={(event) => event.preventDefault()}>
      <Field label={t("club")} value={club} onInput={setClub} />
      <label class="field">
        <span>{t("sex")}</span>
        <select value={gender} onChange={(event) => setGender(event.currentTarget.value)}>
          {!one.gender && <option value="">–</option>}
          <option value="f">{t("sex-f")}</option>
          <option value="m">{t("sex-m")}</option>
        </select>
      </label>
      {isPrivate && <Field label={t("born-on")} value={born} onInput={setBorn} />}
      {Object.keys(told).length > 0 && (
        <Do act={{ do: "describe", who: one.id, ...told }} label={t("describe-label", { who: one.name })}>
          {t("save")}
        </Do>
      )}
    </form>
  );
}
