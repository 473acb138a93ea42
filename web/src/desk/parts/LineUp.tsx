// The line-ups of a team event, and the forms that change them.

import { type ComponentChildren, Fragment, type JSX } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import type { RubberShown, TeamEventShown, TeamShown } from "../../api/wire.ts";
import { may } from "../core/session.ts";
import { useView } from "../core/views.ts";
import { t } from "../words/words.ts";
import { Withdrawal } from "./PersonChanges.tsx";
import { ActionButton, EngineText, EntryName, Field, Panel } from "./ui.tsx";

export function LineUp({ event }: { event: string }): JSX.Element | null {
  const view = useView("/line-ups");
  const found = view.data?.events.find((one) => one.event === event);
  return found ? <LineUpTable event={found} /> : null;
}

function LineUpTable({ event }: { event: TeamEventShown }): JSX.Element {
  const [open, setOpen] = useState<{ team: string; rubber: string | null; isTeam?: boolean } | null>(null);
  const team = event.teams.find((one) => one.name === open?.team);
  const rubber = event.rubbers.find((one) => one.id === open?.rubber);
  const isTeam = open?.isTeam === true;
  // Only the form that it belongs to: another one may have been opened meanwhile.
  const close = (): void => setOpen((now) => (now === open ? null : now));
  const columns = event.teams.length + 1;
  return (
    <Panel title={t("line-up")} id="line-up">
      <p class="dim">{t("line-up-note")}</p>
      <div class="scroll">
        <table class="line-ups" style={{ "--teams": event.teams.length }}>
          <thead>
            <tr>
              <th />
              {event.teams.map((one) => (
                <th key={one.name} scope="col" dir="auto">
                  {one.name}
                  {may("line-ups") && (
                    <button
                      class="quiet whole"
                      aria-label={t("line-up-of", { team: one.name })}
                      aria-expanded={team === one && !rubber && !isTeam}
                      onClick={() => setOpen({ team: one.name, rubber: null })}
                    >
                      {t("whole-line-up")}
                    </button>
                  )}
                  {(may("rename") || may("leave")) && (
                    <button
                      class="quiet whole"
                      aria-label={t("team-change-of", { team: one.name })}
                      aria-expanded={team === one && isTeam}
                      onClick={() => setOpen({ team: one.name, rubber: null, isTeam: true })}
                    >
                      {t("team-change")}
                    </button>
                  )}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {team && !rubber && (
              <FormRow key={`${team.name} ${isTeam}`} columns={columns}>
                {isTeam ? (
                  <TeamForm event={event.event} eventName={event.name} team={team} onDone={close} />
                ) : (
                  <LineUpForm event={event.event} team={team} rubbers={event.rubbers} onDone={close} />
                )}
              </FormRow>
            )}
            {event.rubbers.map((one) => (
              <Fragment key={one.id}>
                <tr>
                  <th scope="row" dir="auto">
                    {one.title}
                  </th>
                  {event.teams.map((own) => (
                    <td key={own.name}>
                      <Place
                        team={own}
                        rubber={one}
                        isOpen={team === own && rubber === one}
                        // A team without a line-up gets the form for all of it.
                        onOpen={() => setOpen({ team: own.name, rubber: isLinedUp(own) ? one.id : null })}
                      />
                    </td>
                  ))}
                </tr>
                {team && rubber === one && (
                  <FormRow key={team.name} columns={columns}>
                    <RubberForm event={event.event} team={team} rubber={one} onDone={close} />
                  </FormRow>
                )}
              </Fragment>
            ))}
            <tr>
              <th scope="row">{t("reserves")}</th>
              {event.teams.map((own) => (
                <td key={own.name} class="dim" dir="auto">
                  {own.reserves.map((one) => nameOf(own, one)).join(", ") || "–"}
                </td>
              ))}
            </tr>
          </tbody>
        </table>
      </div>
      {event.teams.map(
        (own) =>
          own.lacks.length > 0 && (
            <p key={own.name} class="warn-note">
              <bdi>{own.name}</bdi>: <EngineText text={own.lacks.join(", ")} tag="span" />
            </p>
          ),
      )}
      <Balance event={event} />
    </Panel>
  );
}

function FormRow({ columns, children }: { columns: number; children: ComponentChildren }): JSX.Element {
  const row = useRef<HTMLTableRowElement>(null);
  useEffect(() => row.current?.scrollIntoView({ block: "nearest" }), []);
  return (
    <tr class="beside" ref={row}>
      <td colSpan={columns}>
        <div>{children}</div>
      </td>
    </tr>
  );
}

/** How evenly drawn teams are balanced. */
function Balance({ event }: { event: TeamEventShown }): JSX.Element | null {
  if (!event.figures.length) return null;
  return (
    <details class="how-even" open>
      <summary>{t("how-even")}</summary>
      <div class="scroll">
        <table class="line-ups" style={{ "--teams": event.teams.length }}>
          <thead>
            <tr>
              <th />
              {event.teams.map((one) => (
                <th key={one.name} scope="col" dir="auto">
                  {one.name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {event.figures.map((one) => (
              <tr key={`${one.kind} ${one.name}`}>
                <th scope="row">{t(`figure-${one.kind}`, { name: one.name })}</th>
                {one.values.map((value, at) => (
                  <td key={at}>{value}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {event.not_balanced.map((one) => (
        <EngineText key={one} text={one} kind="warn-note" />
      ))}
    </details>
  );
}

function isLinedUp(team: TeamShown): boolean {
  return Object.values(team.line_up).some((players) => players.length > 0);
}

function nameOf(team: TeamShown, id: string): string {
  return team.members.find((one) => one.id === id)?.name ?? id;
}

function Place({
  team,
  rubber,
  isOpen,
  onOpen,
}: {
  team: TeamShown;
  rubber: RubberShown;
  isOpen: boolean;
  onOpen: () => void;
}): JSX.Element {
  const players = team.line_up[rubber.id] ?? [];
  const names = players.map((one) => nameOf(team, one)).join(" / ");
  if (!may("line-up")) return <EntryName text={names || "–"} />;
  return (
    <button
      class={`quiet place ${players.length < rubber.size ? "lacks" : ""}`}
      aria-expanded={isOpen}
      aria-label={t("line-up-label", { team: team.name, rubber: rubber.title })}
      onClick={onOpen}
    >
      {names ? <EntryName text={names} /> : t("nobody-lined-up")}
    </button>
  );
}

function RubberForm({
  event,
  team,
  rubber,
  onDone,
}: {
  event: string;
  team: TeamShown;
  rubber: RubberShown;
  onDone: () => void;
}): JSX.Element {
  const now = team.line_up[rubber.id] ?? [];
  const [players, setPlayers] = useState<readonly string[]>(() =>
    Array.from({ length: rubber.size }, (_, at) => now[at] ?? ""),
  );
  const [match, setMatch] = useState("");
  const named = players.filter(Boolean);
  const isChanged = match !== "" || named.join() !== now.join();
  const label = t("line-up-label", { team: team.name, rubber: rubber.title });
  return (
    <div class="acts" data-testid="line-up-change">
      <h3 dir="auto">
        {team.name} · {rubber.title}
      </h3>
      <div class="inline">
        {players.map((chosen, at) => (
          <label key={at} class="field">
            <span>{rubber.size > 1 ? t("player-n", { n: at + 1 }) : t("player")}</span>
            <select
              value={chosen}
              onChange={(changed) => {
                const to = changed.currentTarget.value;
                setPlayers(players.map((one, place) => (place === at ? to : one === to ? "" : one)));
              }}
            >
              <option value="">–</option>
              {team.members.map((one) => (
                <option key={one.id} value={one.id}>
                  {one.name}
                </option>
              ))}
            </select>
          </label>
        ))}
        <label class="field">
          <span>{t("only-match")}</span>
          <select value={match} onChange={(changed) => setMatch(changed.currentTarget.value)}>
            <option value="">{t("from-now-on")}</option>
            {team.matches.map(
              (one) =>
                one.rubber === rubber.id && (
                  <option key={one.id} value={one.id}>
                    {one.id} – {one.other}
                  </option>
                ),
            )}
          </select>
        </label>
        {named.length > 0 && isChanged && (
          <ActionButton
            kind="go"
            act={{
              do: "line-up",
              event,
              team: team.name,
              rubber: rubber.id,
              players: named,
              ...(match ? { match } : {}),
            }}
            label={`${t("save")}: ${label}`}
            preview
            onDone={onDone}
          >
            {t("save")}
          </ActionButton>
        )}
        <button onClick={onDone}>{t("leave-it")}</button>
      </div>
    </div>
  );
}

interface LineUpFormProps {
  readonly event: string;
  readonly team: TeamShown;
  readonly rubbers: readonly RubberShown[];
  readonly onDone: () => void;
}

type Chosen = Readonly<Record<string, readonly string[]>>;

function LineUpForm({ event, team, rubbers, onDone }: LineUpFormProps): JSX.Element {
  const [chosen, setChosen] = useState<Chosen>(() =>
    Object.fromEntries(
      rubbers.map(({ id, size }) => [id, Array.from({ length: size }, (_, at) => team.line_up[id]?.[at] ?? "")]),
    ),
  );
  const named = Object.fromEntries(
    Object.entries(chosen).map(([rubber, players]) => [rubber, players.filter(Boolean)]),
  );
  const isChanged = rubbers.some(({ id }) => named[id]?.join() !== (team.line_up[id] ?? []).join());
  const isComplete = rubbers.every(({ id, size }) => [0, size].includes(named[id]?.length ?? 0));
  // A player has one place: choosing them for another empties the first.
  const assign = (rubber: string, at: number, player: string): void =>
    setChosen((now) =>
      Object.fromEntries(
        Object.entries(now).map(([own, players]) => [
          own,
          players.map((one, place) => (own === rubber && place === at ? player : one === player ? "" : one)),
        ]),
      ),
    );
  const placeOf = (player: string): string | undefined =>
    rubbers.find(({ id }) => chosen[id]?.includes(player) && player !== "")?.title;
  return (
    <div class="acts" data-testid="team-line-up">
      <h3>{t("line-up-of", { team: team.name })}</h3>
      <div class="team-line-up">
        {rubbers.map((rubber) => (
          <fieldset key={rubber.id}>
            <legend dir="auto">{rubber.title}</legend>
            {chosen[rubber.id]?.map((player, at) => (
              <select
                key={at}
                value={player}
                aria-label={rubber.size > 1 ? `${rubber.title}, ${t("player-n", { n: at + 1 })}` : rubber.title}
                onChange={(changed) => assign(rubber.id, at, changed.currentTarget.value)}
              >
                <option value="">–</option>
                {team.members.map((one) => {
                  const place = placeOf(one.id);
                  return (
                    <option key={one.id} value={one.id}>
                      {one.id !== player && place ? `${one.name} (${place})` : one.name}
                    </option>
                  );
                })}
              </select>
            ))}
          </fieldset>
        ))}
      </div>
      {!isComplete && <p class="dim">{t("line-up-needs")}</p>}
      <div class="buttons">
        {isChanged && isComplete && (
          <ActionButton
            kind="go"
            act={{ do: "line-ups", event, team: team.name, rubbers: named }}
            label={`${t("save")}: ${t("line-up-of", { team: team.name })}`}
            preview
            onDone={onDone}
          >
            {t("save")}
          </ActionButton>
        )}
        <button onClick={onDone}>{t("leave-it")}</button>
      </div>
    </div>
  );
}

interface TeamFormProps {
  readonly event: string;
  readonly eventName: string;
  readonly team: TeamShown;
  readonly onDone: () => void;
}

function TeamForm({ event, eventName, team, onDone }: TeamFormProps): JSX.Element {
  const [name, setName] = useState(team.name);
  const isChanged = name.trim() !== "" && name.trim() !== team.name;
  return (
    <div class="acts" data-testid="team-changes">
      <h3 dir="auto">{team.name}</h3>
      {may("rename") && (
        <form class="inline" onSubmit={(submitted) => submitted.preventDefault()}>
          <Field label={t("right-name")} value={name} onInput={setName} />
          {isChanged && (
            <ActionButton
              act={{ do: "rename", who: team.name, name: name.trim(), event }}
              label={t("rename-label", { who: team.name, name: name.trim() })}
              onDone={onDone}
            >
              {t("rename")}
            </ActionButton>
          )}
        </form>
      )}
      {may("leave") && (
        <Withdrawal
          who={team.name}
          name={team.name}
          events={[event]}
          eventNames={{ [event]: eventName }}
          onDone={onDone}
        />
      )}
      <button onClick={onDone}>{t("leave-it")}</button>
    </div>
  );
}
