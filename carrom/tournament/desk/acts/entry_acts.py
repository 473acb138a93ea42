"""person, late, leave: who comes, before the draw and after it, and who goes."""

from dataclasses import dataclass, replace
from typing import Any, ClassVar, Literal

from carrom.base.errors import CarromError
from carrom.tournament.desk.acts.act import Asked, DeskAct, Telling
from carrom.tournament.desk.acts.line_up_acts import team_event
from carrom.tournament.desk.entry_changes import (
    add_to_team,
    checked_in,
    entry_of,
    leavings,
    new_person,
    staying,
    tell_apart,
    treatments_compared,
    won_without_playing,
)
from carrom.tournament.desk.late_entry import enter_late
from carrom.tournament.desk.meant import entry_named, event_id, find_person, record_of
from carrom.tournament.desk.nearly_called import ask_who
from carrom.tournament.draws.bracket import Entrant, MatchId, group_name
from carrom.tournament.log.bounds import read_day
from carrom.tournament.log.definition import EventId
from carrom.tournament.log.facts import Body, Checked, Entered, Joined, Left, PersonRecorded, Renamed
from carrom.tournament.log.names import marked, name_key
from carrom.tournament.log.people import Entry, Gender, Person, count_text
from carrom.tournament.log.state import StageKey, State
from carrom.tournament.log.view import TournamentView
from carrom.tournament.log.withdrawals import Treatment
from carrom.tournament.tables.results import EntryId


@dataclass(frozen=True, slots=True, kw_only=True)
class TakeLate(DeskAct):
    """Take somebody in who comes late, into a free place of the draw, or into a `team`. A team that only begins with
    them is a `new_team`, and called `team` where that is given. A `namesake` is not who is known by that name, and is
    told apart by a `mark` where one is given. `here` marks who enters as present."""

    do: ClassVar[str] = "late"
    name: str
    partner: str | None = None
    team: str | None = None
    new_team: bool = False
    group: str | None = None
    place: str | None = None
    club: str | None = None
    community: str | None = None
    gender: Gender | None = None
    born: str | None = None
    age: int | None = None
    level: int | None = None
    namesake: bool = False
    mark: str | None = None
    here: bool = False
    event: str | None = None

    def telling(self, asked: Asked) -> Telling:
        state = asked.state
        people = [self._person(state, self.name, is_first=True)]
        if self.partner is not None:
            people.append(self._person(state, self.partner, is_first=False))
        fresh = [one for one in people if state.people.get(one.id) != one]
        body = self._entry(_with(state, fresh), people)
        apart = [told for one in fresh if (told := tell_apart(state, one)) is not None and self.namesake]
        here = checked_in(state, people) if self.here else []
        return Telling(bodies=(*(PersonRecorded(person=one) for one in fresh), *apart, body, *here))

    def said(self, before: State, after: State, told: Telling) -> list[str]:
        lines = []
        for body in told.bodies:
            if isinstance(body, Renamed):
                lines += [f"{before.event_name(one.event)}: {one.was} is now {one.now}" for one in body.entries]
            elif isinstance(body, Entered | Joined):
                lines.append(_place_said(after, body, None if self.new_team else self.team))
                if any(isinstance(one, PersonRecorded) for one in told.bodies):
                    lines += _not_marked(after, after.people[body.entry.members[-1]])
            elif isinstance(body, Checked):
                lines.append(f"{after.namesakes.told_apart(after.people[body.person])} is here")
        return lines

    def _entry(self, state: State, people: list[Person]) -> Body:
        event = team_event(state, self.event) if self.team is not None else event_id(state, self.event)
        if state.event(event).category.kind == "teams" and not self.new_team:
            team = _team_joined(state, event, self.team, people[0])
            return add_to_team(state, event, team, [one.id for one in people])
        name = EntryId(" ".join(self.team.split())) if self.team else state.namesakes.entry_name(people)
        clubs = {one.club for one in people}
        entry = Entry(id=name, members=tuple(one.id for one in people), club=clubs.pop() if len(clubs) == 1 else None)
        place = None if self.place is None else MatchId(record_of(state, self.place).fixture.id)
        return enter_late(state, event, entry, group=self.group, match=place)

    def _person(self, state: State, name: str, *, is_first: bool) -> Person:
        if is_first and self.namesake and self.mark:
            name = marked(name, self.mark)
        names = state.namesakes
        known = [] if self.namesake and is_first else names.of(name)
        told = ("club", "community", "gender", "born", "age", "level") if is_first else ()
        said: dict[str, Any] = {what: getattr(self, what) for what in told}
        if said.get("born") is not None:
            said["born"] = read_day(said["born"])
        if known or (name in state.people and not self.namesake):
            person = find_person(state, name)
            if said.get("club") and person.club and name_key(said["club"]) != name_key(person.club):
                known_as = f"{person.name} of {person.club}"
                raise _known_already(known_as)
            return replace(person, **{what: value for what, value in said.items() if value is not None})
        newcomer = new_person(state, name, **said)
        if is_first and not self.namesake:
            ask_who(state, newcomer)
        return newcomer


@dataclass(frozen=True, slots=True, kw_only=True)
class AddPerson(DeskAct):
    """Put somebody on the list of people without a place in any draw: a substitute, or one more for the teams. A
    `namesake` is not who is known by that name, and is told apart by a `mark` where one is given. `here` marks them as
    present."""

    do: ClassVar[str] = "person"
    name: str
    club: str | None = None
    community: str | None = None
    gender: Gender | None = None
    born: str | None = None
    namesake: bool = False
    mark: str | None = None
    here: bool = False

    def telling(self, asked: Asked) -> Telling:
        state = asked.state
        known = state.namesakes.of(self.name)
        if known and not self.namesake:
            of = f" of {known[0].club}" if known[0].club else ""
            raise _known_already(f"{known[0].name}{of}")
        born = None if self.born is None else read_day(self.born)
        told = {"club": self.club or None, "community": self.community, "gender": self.gender, "born": born}
        name = marked(self.name, self.mark) if self.namesake and self.mark else self.name
        newcomer = new_person(state, name, **told)
        if not self.namesake:
            ask_who(state, newcomer)
        apart = tell_apart(state, newcomer)
        here = checked_in(state, [newcomer]) if self.here else []
        return Telling(bodies=(PersonRecorded(person=newcomer), *([] if apart is None else [apart]), *here))

    def said(self, before: State, after: State, told: Telling) -> list[str]:
        lines = []
        for body in told.bodies:
            if isinstance(body, PersonRecorded):
                name = after.namesakes.told_apart(body.person)
                lines.append(f"{name} is among the people, and enters nothing yet")
            elif isinstance(body, Renamed):
                lines += [f"{before.event_name(one.event)}: {one.was} is now {one.now}" for one in body.entries]
        people = [body.person for body in told.bodies if isinstance(body, PersonRecorded)]
        return [*lines, *(line for one in people for line in _not_marked(after, one))]


@dataclass(frozen=True, slots=True, kw_only=True)
class LeaveEvents(DeskAct):
    """An entry withdraws, retires or is disqualified; a person leaves every event, or the one that is named. `results`
    says what becomes of its results in tables; without it the rule of the stage does."""

    do: ClassVar[str] = "leave"
    has_consequences: ClassVar[bool] = True
    entry: str
    how: Literal["withdrawn", "retired", "disqualified"] = "withdrawn"
    law: str | None = None
    results: Treatment | None = None
    event: str | None = None

    def telling(self, asked: Asked) -> Telling:
        view = TournamentView(asked.state)
        bodies = tuple(
            replace(body, law=self.law, won=won_without_playing(view, body.event, body.entry), results=self.results)
            for body in self._leavings(asked.state)
        )
        reason = asked.reason or (f"Law {self.law}" if self.law else None)
        why = f", {reason}" if reason else ""
        said = [f"{body.entry} has left {asked.state.event_name(body.event)}: {body.how}{why}" for body in bodies]
        person = _known(asked.state, self.entry)
        stays = [] if person is None else staying(asked.state, person.id, bodies)
        tables = [line for body in bodies for line in treatments_compared(view, body)]
        return Telling(bodies=bodies, reason=reason, notes=(*said, *stays, *tables))

    def is_grave(self, state: State) -> bool:
        return True

    def _leavings(self, state: State) -> list[Left]:
        """One entry of one event, or everything that a person plays in."""
        if self.event is not None or len(state.announced.events) == 1:
            event = event_id(state, self.event)
            try:
                entry = entry_named(state, event, self.entry)
            except CarromError:
                person = _known(state, self.entry)
                if person is None:
                    raise
                entry = entry_of(state, event, person.id).id
                if state.event(event).category.kind == "teams":
                    raise _stays(state, person) from None
            return [Left(event=event, entry=entry, how=self.how)]
        named = [
            Left(event=event, entry=entry, how=self.how)
            for event, entries in state.entries.items()
            for entry in entries
            if entry.casefold() == self.entry.casefold() and entry not in state.left.get(event, {})
        ]
        person = _known(state, self.entry)
        found = leavings(state, person.id, self.how) if person is not None else named
        if not found:
            raise _stays(state, find_person(state, self.entry))
        return found


def _team_joined(state: State, event: EventId, team: str | None, newcomer: Person) -> EntryId:
    """The team that somebody joins: nobody becomes a team alone without asking for it."""
    if team is not None:
        return entry_named(state, event, team)
    gone = state.left.get(event, {})
    teams = [one for one in state.entries.get(event, {}) if one not in gone]
    if not teams:
        to_do = f"put {newcomer.name} on the list of people, and draw the teams"
        says = f"{state.event_name(event)} has no teams yet: {to_do}"
        raise CarromError("which-team", says, typed=f"{says}; a team that {newcomer.name} begins takes --new-team")
    says = f"say which team {newcomer.name} joins: {', '.join(teams)}"
    raise CarromError("which-team", says, typed=f"{says} (--team); a team of {newcomer.name} alone takes --new-team")


def _stays(state: State, person: Person) -> CarromError:
    """Nobody takes a whole team out by going home: a team is left by a substitute."""
    teams = [
        entry.id
        for event, entries in state.entries.items()
        for entry in entries.values()
        if person.id in entry.members
        and state.event(event).category.kind == "teams"
        and entry.id not in state.left.get(event, {})
    ]
    if not teams:
        return CarromError("nothing-to-leave", f"{person.name} plays in nothing that can be left")
    return CarromError(
        "team-plays-on",
        f"{person.name} plays for {' and '.join(teams)}, and a team plays on: name who replaces {person.name}, "
        "or take them out without one",
    )


def _not_marked(state: State, person: Person) -> list[str]:
    """Where people are marked as they come, whoever is not is taken for absent when a match is called."""
    marked = (one for one in state.people if (check := state.checks.get(one, {}).get("here")) and check.holds)
    if next(marked, None) is None or "here" in state.checks.get(person.id, {}):
        return []
    name = state.namesakes.told_apart(person)
    return [f"{name} is not marked as here, but others are: calling a match of {name} takes a reason"]


def _known_already(who: str) -> CarromError:
    """Somebody of that name is there: whether it is the same person is for people to say."""
    text = f"{who} is known: if this is somebody else, say so"
    return CarromError("same-name", text, typed=f"{text} with --namesake")


def _with(state: State, fresh: list[Person]) -> State:
    return replace(state, people={**state.people, **{one.id: one for one in fresh}})


def _known(state: State, words: str) -> Person | None:
    try:
        return find_person(state, words)
    except CarromError:
        return None


def _place_said(state: State, body: Entered | Joined, team: str | None) -> str:
    name = body.entry.id
    if isinstance(body, Entered):
        newest = state.people[body.entry.members[-1]].name
        return f"{newest} plays for {name}, as a reserve" if team else f"{name} enters {state.event_name(body.event)}"
    key = StageKey(body.event, body.stage)
    where = state.title(key)
    if body.group is None:
        first = body.fixtures[0]
        other = next(slot.entry for slot in first.slots if isinstance(slot, Entrant) and slot.entry != name)
        return f"{name} comes into {where}: {first.id} against {other}, who had a bye"
    if not body.fixtures:
        return f"{name} comes into {where} from its next round"
    form = state.event(body.event).stage(body.stage).form
    if form.has_ties:
        return f"This makes a new team '{name}' with {count_text(len(body.fixtures), 'match', 'matches')}"
    group = group_name(body.group) if form.has_groups else ""
    matches = f"{body.fixtures[0].id} to {body.fixtures[-1].id}" if len(body.fixtures) > 1 else body.fixtures[0].id
    return f"{name} comes into {state.title(key, group)}: {matches}"
