// The form for a late entry: the player gets a free place in the draw, and the rest of the draw stays as it is.

import type { JSX } from "preact";
import { useState } from "preact/hooks";
import type { PeopleShown } from "../../api/wire.ts";
import { perform } from "../core/actions.ts";
import { may } from "../core/session.ts";
import { areAlike } from "../core/text.ts";
import { t } from "../words/words.ts";
import { AsyncButton, Field, Panel } from "./ui.tsx";

/** Value of the options "another player" and "a new team": a space, since that is no id or name. */
const OTHER = " ";
const COLLATOR = new Intl.Collator(undefined, { sensitivity: "base" });

function isOfClub(own: string | null, typed: string): boolean {
  return !typed.trim() || COLLATOR.compare(own ?? "", typed.trim()) === 0;
}

export function LateEntry({ list }: { list: PeopleShown | null }): JSX.Element {
  const [name, setName] = useState("");
  const [partner, setPartner] = useState("");
  const [club, setClub] = useState("");
  const [event, setEvent] = useState("");
  const [group, setGroup] = useState("");
  const [team, setTeam] = useState("");
  const [teamName, setTeamName] = useState("");
  const [chosen, setChosen] = useState<string | null>(null);
  const [mark, setMark] = useState("");
  const [isHere, setHere] = useState<boolean | null>(null);
  const exact = list?.people.filter((one) => COLLATOR.compare(one.plain, name.trim()) === 0) ?? [];
  // As in an entry list: a similar name, and the same club or none.
  const near = list?.people.filter((one) => isOfClub(one.club, club) && areAlike(one.plain, name)) ?? [];
  const same = exact.length ? exact : near;
  const events = Object.entries(list?.events ?? {});
  const eventId = event || (events.length === 1 ? (events[0]?.[0] ?? "") : "");
  const groups = Object.entries(list?.groups[eventId] ?? {});
  const isPair = list?.doubles.includes(eventId) ?? false;
  // A team has to be chosen: otherwise the player would become a team alone.
  const teams = list?.teams[eventId];
  const isTeamMissing = teams !== undefined && !team;
  const ofTeam =
    team === OTHER
      ? { new_team: true, ...(teamName.trim() ? { team: teamName.trim() } : {}) }
      : teams?.includes(team)
        ? { team }
        : {};
  // If any player is marked as present, a new one is by default marked so too: he stands at the desk.
  const here = isHere ?? list?.people.some((one) => one.here) ?? false;
  const known = same.find((one) => one.id === chosen) ?? exact[0];
  const isNamesake = chosen === OTHER && same.length > 0;
  const isUnclear = same.length > 0 && !known && !isNamesake;
  const player = {
    name: isNamesake ? name.trim() : (known?.id ?? name.trim()),
    ...(club ? { club } : {}),
    ...(isNamesake ? { namesake: true, ...(mark.trim() ? { mark: mark.trim() } : {}) } : {}),
    ...(here ? { here: true } : {}),
  };
  const clear = (): void => {
    setName("");
    setPartner("");
    setClub("");
    setMark("");
    setGroup("");
    setTeam("");
    setTeamName("");
    setChosen(null);
    setHere(null);
  };
  return (
    <Panel title={t("comes-late")} id="late">
      <p class="dim">{t("comes-late-note")}</p>
      <form
        class="inline"
        onSubmit={(submitted) => {
          submitted.preventDefault();
          if (!name.trim() || isUnclear || isTeamMissing || (events.length > 1 && !event)) return;
          void perform({
            act: {
              do: "late",
              ...player,
              ...(partner && isPair ? { partner } : {}),
              ...ofTeam,
              ...(event ? { event } : {}),
              ...(group && groups.some(([one]) => one === group) ? { group } : {}),
            },
            label: t("late-label", { who: name }),
            preview: true,
            asksReason: true,
            onDone: clear,
          });
        }}
      >
        <Field label={t("name")} value={name} onInput={setName} />
        {isPair && <Field label={t("partner")} value={partner} onInput={setPartner} />}
        <Field label={t("club")} value={club} onInput={setClub} />
        {events.length > 1 && (
          <label class="field">
            <span>{t("event")}</span>
            <select value={event} onChange={(changed) => setEvent(changed.currentTarget.value)}>
              <option value="">–</option>
              {events.map(([id, called]) => (
                <option key={id} value={id}>
                  {called}
                </option>
              ))}
            </select>
          </label>
        )}
        {teams && (
          <label class="field">
            <span>{t("team-joined")}</span>
            <select value={team} onChange={(changed) => setTeam(changed.currentTarget.value)}>
              <option value="">{t("team-choose")}</option>
              {teams.map((one) => (
                <option key={one} value={one}>
                  {one}
                </option>
              ))}
              <option value={OTHER}>{t("team-new")}</option>
            </select>
          </label>
        )}
        {teams && team === OTHER && <Field label={t("team-name")} value={teamName} onInput={setTeamName} />}
        {groups.length > 0 && (
          <label class="field">
            <span>{t("into-group")}</span>
            <select value={group} onChange={(changed) => setGroup(changed.currentTarget.value)}>
              <option value="">{t("group-with-room")}</option>
              {groups.map(([one, size]) => (
                <option key={one} value={one}>
                  {t("group-of", { name: one, n: size })}
                </option>
              ))}
            </select>
          </label>
        )}
        {same.length > 0 && (
          <fieldset class="namesake" data-testid="namesake">
            <legend>{exact.length ? t("name-known") : t("name-nearly-known")}</legend>
            {same.map((one) => (
              <label key={one.id} class="pick">
                <input
                  type="radio"
                  name="namesake"
                  checked={!isNamesake && one === known}
                  onChange={() => setChosen(one.id)}
                />
                <span>
                  {t("is-this-one")} <bdi>{one.name}</bdi>{" "}
                  <small class="dim">
                    <bdi>{one.club}</bdi>
                  </small>
                </span>
              </label>
            ))}
            <label class="pick">
              <input type="radio" name="namesake" checked={isNamesake} onChange={() => setChosen(OTHER)} />
              {t("is-another")}
            </label>
            {isNamesake && <Field label={t("mark")} value={mark} onInput={setMark} />}
            {isNamesake && <p class="dim">{t("told-apart-note")}</p>}
          </fieldset>
        )}
        <label class="pick">
          <input type="checkbox" checked={here} onChange={(changed) => setHere(changed.currentTarget.checked)} />
          {t("is-here-already")}
        </label>
        <button disabled={!name.trim() || isUnclear || isTeamMissing || (events.length > 1 && !event)}>
          {t("find-place")}
        </button>
        {may("person") && (
          <AsyncButton
            disabled={!name.trim() || (same.length > 0 && !isNamesake)}
            onPress={() =>
              perform({ act: { do: "person", ...player }, label: t("only-listed-label", { who: name }), onDone: clear })
            }
          >
            {t("only-listed")}
          </AsyncButton>
        )}
      </form>
    </Panel>
  );
}
