// Who plays for the teams, rubber by rubber; a tap on a place changes who plays there, from now on or in one match
// alone, and a tap on the team its whole line-up, its name, or that it leaves. Each form opens beside what was tapped.

import { type ComponentChildren, Fragment, type JSX } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import type { LineUpsShown, RubberShown, TeamEventShown, TeamShown } from "../../wire.ts";
import { may, useView } from "../core/tournament.ts";
import { t } from "../words/words.ts";
import { Do, Name, Panel, Said } from "./basics.tsx";
import { TeamChanges } from "./TeamChanges.tsx";
import { TeamLineUp } from "./TeamLineUp.tsx";

export function LineUp({ event }: { event: string }): JSX.Element | null {
  const view = useView<LineUpsShown>("/line-ups");
  const found = view.data?.events.find((one) => one.event === event);
  return found ? <Teams event={found} /> : null;
}

function Teams({ event }: { event: TeamEventShown }): JSX.Element {
  const [open, setOpen] = useState<{ team: string; rubber: string | null; isTeam?: boolean } | null>(null);
  const team = event.teams.find((one) => one.name === open?.team);
  const rubber = event.rubbers.find((one) => one.id === open?.rubber);
  const isTeam = open?.isTeam === true;
  const close = (): void => setOpen(null);
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
              <Beside key={`${team.name} ${isTeam}`} columns={columns}>
                {isTeam ? (
                  <TeamChanges event={event.event} eventName={event.name} team={team} onDone={close} />
                ) : (
                  <TeamLineUp event={event.event} team={team} rubbers={event.rubbers} onDone={close} />
                )}
              </Beside>
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
                        // The first one is given whole: nobody wants a question for every place.
                        onOpen={() => setOpen({ team: own.name, rubber: isLinedUp(own) ? one.id : null })}
                      />
                    </td>
                  ))}
                </tr>
                {team && rubber === one && (
                  <Beside key={team.name} columns={columns}>
                    <Change event={event.event} team={team} rubber={one} onDone={close} />
                  </Beside>
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
              <bdi>{own.name}</bdi>: <Said text={own.lacks.join(", ")} tag="span" />
            </p>
          ),
      )}
      <HowEven event={event} />
    </Panel>
  );
}

/** A row of its own below what was tapped, in sight. */
function Beside({ columns, children }: { columns: number; children: ComponentChildren }): JSX.Element {
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

/** Of teams that were drawn: ages, women and levels side by side, and who could not be shared out. */
function HowEven({ event }: { event: TeamEventShown }): JSX.Element | null {
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
        <Said key={one} text={one} kind="warn-note" />
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
  if (!may("line-up")) return <Name text={names || "–"} />;
  return (
    <button
      class={`quiet place ${players.length < rubber.size ? "lacks" : ""}`}
      aria-expanded={isOpen}
      aria-label={t("line-up-label", { team: team.name, rubber: rubber.title })}
      onClick={onOpen}
    >
      {names ? <Name text={names} /> : t("nobody-lined-up")}
    </button>
  );
}

/** One choice for each place of the rubber, from the members of the team. */
function Change({
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
  const isOther = match !== "" || named.join() !== now.join();
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
        {named.length > 0 && isOther && (
          <Do
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
            shows
            done={onDone}
          >
            {t("save")}
          </Do>
        )}
        <button onClick={onDone}>{t("leave-it")}</button>
      </div>
    </div>
  );
}
