"""Acts on entries: person, late, leave, line-up, line-ups."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any, ClassVar, Literal

from carrom.base.errors import CarromError
from carrom.tournament.desk.acts.act import ActContext, DeskAct, NewFacts, record_only
from carrom.tournament.desk.blockers import missing_players_text
from carrom.tournament.desk.entry_changes import (
    add_late_entry,
    add_to_team,
    check_in,
    compare_treatments,
    entry_of_person,
    leave_every_event,
    new_person,
    remaining_entries_text,
    rename_namesakes,
    reserves,
    walkovers_won,
)
from carrom.tournament.desk.references import find_entry, find_event, find_match, find_person
from carrom.tournament.draws.bracket import Entrant, MatchId, group_name
from carrom.tournament.entrylists.person_matching import check_similar_names
from carrom.tournament.log.entries import who_plays
from carrom.tournament.model.definition import CompetitionId
from carrom.tournament.model.events import (
    EnteredLate,
    EntryLeft,
    EntryRecorded,
    EventBody,
    LineUpGiven,
    PersonChecked,
    PersonRecorded,
    Renamed,
)
from carrom.tournament.model.limits import read_day
from carrom.tournament.model.people import Entry, Gender, Person, PersonId, count_text, name_key, name_with_mark
from carrom.tournament.model.state import StageKey, State
from carrom.tournament.seating.now import TournamentNow
from carrom.tournament.tables.results import EntryId
from carrom.tournament.tables.withdrawals import Treatment


@dataclass(frozen=True, slots=True, kw_only=True)
class LineUpRubber(DeskAct):
    """Set the players of a rubber for a team, from now on or in one `match` only."""

    do: ClassVar[str] = "line-up"
    affects_tables: ClassVar[bool] = True
    team: str
    rubber: str
    players: tuple[str, ...]
    match: str | None = None
    event: str | None = None

    def new_facts(self, context: ActContext) -> NewFacts:
        state = context.state
        event = find_team_event(state, self.event)
        team = find_entry(state, event, self.team)
        if not self.players:
            raise CarromError("nobody-named", f"say who plays {self.rubber} for {team}")
        players = tuple(find_person(state, name).id for name in self.players)
        match = None if self.match is None else find_match(state, self.match).fixture.id
        rubber = _rubber(state, event, self.rubber)
        body = LineUpGiven(event=event, entry=team, rubber=rubber, players=players, match=match)
        return NewFacts(bodies=(body,), notes=tuple(_plays_twice(state, body)))

    def messages(self, before: State, after: State, facts: NewFacts) -> list[str]:
        lines = []
        for body in facts.bodies:
            assert isinstance(body, LineUpGiven)
            if body.match is not None:
                sitting = who_plays(after, after.matches[body.match], body.entry)
                lines.append(f"{body.match}: {' / '.join(before.people[one].name for one in sitting)} for {body.entry}")
                continue
            lines += _changed_rubbers(before, after, body)
            lines += line_up_gaps(after, body.event, body.entry)
        return lines


@dataclass(frozen=True, slots=True, kw_only=True)
class LineUpTeam(DeskAct):
    """Set several rubbers of a team's line-up at once. Rubbers not named stay as they are."""

    do: ClassVar[str] = "line-ups"
    affects_tables: ClassVar[bool] = True
    team: str
    rubbers: Mapping[str, tuple[str, ...]]
    event: str | None = None

    def new_facts(self, context: ActContext) -> NewFacts:
        state = context.state
        event = find_team_event(state, self.event)
        team = find_entry(state, event, self.team)
        now = state.entries[event][team].line_up
        wanted = {
            _rubber(state, event, rubber): tuple(find_person(state, name).id for name in names)
            for rubber, names in self.rubbers.items()
            if names
        }
        seen: dict[PersonId, str] = {}
        for rubber, players in wanted.items():
            for person in players:
                if seen.setdefault(person, rubber) != rubber:
                    name = state.people[person].name
                    raise CarromError(
                        "in-two-matches", f"{name} of {team} stands in {seen[person]} and in {rubber}: one of them"
                    )
        changed = {rubber: players for rubber, players in wanted.items() if tuple(now.get(rubber, ())) != players}
        if not changed:
            raise CarromError("nothing-changes", f"the line-up of {team} is so already")
        return record_only(
            *(
                LineUpGiven(event=event, entry=team, rubber=rubber, players=players)
                for rubber, players in changed.items()
            )
        )

    def messages(self, before: State, after: State, facts: NewFacts) -> list[str]:
        body = facts.bodies[0]
        assert isinstance(body, LineUpGiven)
        return [*_changed_rubbers(before, after, body), *line_up_gaps(after, body.event, body.entry)]


def _plays_twice(state: State, body: LineUpGiven) -> Iterator[str]:
    """Yield warnings for players in another rubber of the same tie."""
    own = None if body.match is None else state.matches[body.match]
    for record in () if own is None else state.in_stage(own.key):
        is_other = own is not None and record.fixture.id != own.fixture.id and record.fixture.turn == own.fixture.turn
        entries = [slot.entry for slot in record.fixture.slots if isinstance(slot, Entrant)]
        if not is_other or body.entry not in entries:
            continue
        for person in who_plays(state, record, body.entry):
            if person in body.players:
                name = state.namesakes.distinct_name(state.people[person])
                yield f"{name} plays {record.fixture.rubber} of the same tie too ({record.fixture.id})"


def _rubber(state: State, event: CompetitionId, wanted: str) -> str:
    rubbers = [one.id for one in state.event(event).rubbers]
    return next((one for one in rubbers if one.casefold() == wanted.casefold()), wanted)


def _changed_rubbers(before: State, after: State, body: LineUpGiven) -> list[str]:
    """Return the rubbers with changed players, and who played them before."""
    old, new = (one.entries[body.event][body.entry].line_up for one in (before, after))
    lines = []
    for rubber in (one.id for one in after.event(body.event).rubbers):
        was, now = (" / ".join(after.people[one].name for one in played.get(rubber, ())) for played in (old, new))
        if was != now:
            lines.append(f"{body.entry}, {rubber}: {now or 'nobody'} (until now {was or 'nobody'})")
    return lines or [f"{body.entry}, {body.rubber}: as it was"]


def find_team_event(state: State, wanted: str | None) -> CompetitionId:
    teams = [event.id for event in state.announced.events if event.category.kind == "teams"]
    return teams[0] if wanted is None and len(teams) == 1 else find_event(state, wanted)


def line_up_lines(state: State, entry: Entry) -> list[str]:
    lines = [
        f"{rubber}: {' / '.join(state.people[one].name for one in players) or 'nobody'}"
        for rubber, players in entry.line_up.items()
    ]
    waiting = ", ".join(state.people[one].name for one in reserves(entry))
    return [*lines, f"reserves: {waiting or 'none'}"]


def line_up_gaps(state: State, event: CompetitionId, entry: str) -> list[str]:
    line_up = next((one.line_up for one in state.entries[event].values() if one.id == entry), {})
    found = []
    for rubber in state.event(event).rubbers:
        lacking = rubber.lacks(line_up.get(rubber.id, ()))
        if line_up and lacking:
            found.append(missing_players_text(rubber, lacking))
    return found


@dataclass(frozen=True, slots=True, kw_only=True)
class AddLateEntry(DeskAct):
    """Enter a player or pair late, in a free slot of the draw or in an existing `team`. `new_team` makes a new team,
    named `team` if given. A `namesake` is another person than the known one of that name; `mark` tells them apart.
    `here` also checks them in."""

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

    def new_facts(self, context: ActContext) -> NewFacts:
        state = context.state
        people = [self._person(state, self.name, is_first=True)]
        if self.partner is not None:
            people.append(self._person(state, self.partner, is_first=False))
        fresh = [one for one in people if state.people.get(one.id) != one]
        body = self._entry(_with_people(state, fresh), people)
        renamed = [renamed for one in fresh if (renamed := rename_namesakes(state, one)) is not None and self.namesake]
        here = check_in(state, people) if self.here else []
        return NewFacts(bodies=(*(PersonRecorded(person=one) for one in fresh), *renamed, body, *here))

    def messages(self, before: State, after: State, facts: NewFacts) -> list[str]:
        lines = []
        for body in facts.bodies:
            if isinstance(body, Renamed):
                lines += [f"{before.event_name(one.event)}: {one.was} is now {one.now}" for one in body.entries]
            elif isinstance(body, EntryRecorded | EnteredLate):
                lines.append(_place_text(after, body, None if self.new_team else self.team))
                if any(isinstance(one, PersonRecorded) for one in facts.bodies):
                    lines += _not_checked_in(after, after.people[body.entry.members[-1]])
            elif isinstance(body, PersonChecked):
                lines.append(f"{after.namesakes.distinct_name(after.people[body.person])} is here")
        return lines

    def _entry(self, state: State, people: list[Person]) -> EventBody:
        event = find_team_event(state, self.event) if self.team is not None else find_event(state, self.event)
        if state.event(event).category.kind == "teams" and not self.new_team:
            team = _team_to_join(state, event, self.team, people[0])
            return add_to_team(state, event, team, [one.id for one in people])
        name = EntryId(" ".join(self.team.split())) if self.team else state.namesakes.entry_name(people)
        clubs = {one.club for one in people}
        entry = Entry(id=name, members=tuple(one.id for one in people), club=clubs.pop() if len(clubs) == 1 else None)
        place = None if self.place is None else MatchId(find_match(state, self.place).fixture.id)
        return add_late_entry(state, event, entry, group=self.group, match=place)

    def _person(self, state: State, name: str, *, is_first: bool) -> Person:
        if is_first and self.namesake and self.mark:
            name = name_with_mark(name, self.mark)
        names = state.namesakes
        known = [] if self.namesake and is_first else names.of(name)
        fields = ("club", "community", "gender", "born", "age", "level") if is_first else ()
        details: dict[str, Any] = {what: getattr(self, what) for what in fields}
        if details.get("born") is not None:
            details["born"] = read_day(details["born"])
        if known or (name in state.people and not self.namesake):
            person = find_person(state, name)
            if details.get("club") and person.club and name_key(details["club"]) != name_key(person.club):
                known_as = f"{person.name} of {person.club}"
                raise _name_is_known(known_as)
            return replace(person, **{what: value for what, value in details.items() if value is not None})
        newcomer = new_person(state, name, **details)
        if is_first and not self.namesake:
            check_similar_names(state, newcomer)
        return newcomer


@dataclass(frozen=True, slots=True, kw_only=True)
class AddPerson(DeskAct):
    """Add a person who enters nothing yet, such as a substitute or a player for the team draw. A `namesake` is another
    person than the known one of that name; `mark` tells them apart. `here` also checks them in."""

    do: ClassVar[str] = "person"
    name: str
    club: str | None = None
    community: str | None = None
    gender: Gender | None = None
    born: str | None = None
    namesake: bool = False
    mark: str | None = None
    here: bool = False

    def new_facts(self, context: ActContext) -> NewFacts:
        state = context.state
        known = state.namesakes.of(self.name)
        if known and not self.namesake:
            of = f" of {known[0].club}" if known[0].club else ""
            raise _name_is_known(f"{known[0].name}{of}")
        born = None if self.born is None else read_day(self.born)
        details = {"club": self.club or None, "community": self.community, "gender": self.gender, "born": born}
        name = name_with_mark(self.name, self.mark) if self.namesake and self.mark else self.name
        newcomer = new_person(state, name, **details)
        if not self.namesake:
            check_similar_names(state, newcomer)
        renamed = rename_namesakes(state, newcomer)
        here = check_in(state, [newcomer]) if self.here else []
        return NewFacts(bodies=(PersonRecorded(person=newcomer), *([] if renamed is None else [renamed]), *here))

    def messages(self, before: State, after: State, facts: NewFacts) -> list[str]:
        lines = []
        for body in facts.bodies:
            if isinstance(body, PersonRecorded):
                name = after.namesakes.distinct_name(body.person)
                lines.append(f"{name} is among the people, and enters nothing yet")
            elif isinstance(body, Renamed):
                lines += [f"{before.event_name(one.event)}: {one.was} is now {one.now}" for one in body.entries]
        people = [body.person for body in facts.bodies if isinstance(body, PersonRecorded)]
        return [*lines, *(line for one in people for line in _not_checked_in(after, one))]


@dataclass(frozen=True, slots=True, kw_only=True)
class LeaveEvents(DeskAct):
    """Withdraw, retire or disqualify an entry; a person leaves every event, or only `event`. `results` says whether
    results in tables are kept or annulled; by default the stage's rule decides."""

    do: ClassVar[str] = "leave"
    has_consequences: ClassVar[bool] = True
    entry: str
    how: Literal["withdrawn", "retired", "disqualified"] = "withdrawn"
    law: str | None = None
    results: Treatment | None = None
    event: str | None = None

    def new_facts(self, context: ActContext) -> NewFacts:
        view = TournamentNow(context.state)
        bodies = tuple(
            replace(body, law=self.law, won=walkovers_won(view, body.event, body.entry), results=self.results)
            for body in self._leavings(context.state)
        )
        reason = context.reason or (f"Law {self.law}" if self.law else None)
        why = f", {reason}" if reason else ""
        messages = [f"{body.entry} has left {context.state.event_name(body.event)}: {body.how}{why}" for body in bodies]
        person = _find_person_or_none(context.state, self.entry)
        stays = [] if person is None else remaining_entries_text(context.state, person.id, bodies)
        tables = [line for body in bodies for line in compare_treatments(view, body)]
        return NewFacts(bodies=bodies, reason=reason, notes=(*messages, *stays, *tables))

    def is_grave(self, state: State) -> bool:
        return True

    def _leavings(self, state: State) -> list[EntryLeft]:
        if self.event is not None or len(state.announced.events) == 1:
            event = find_event(state, self.event)
            try:
                entry = find_entry(state, event, self.entry)
            except CarromError:
                person = _find_person_or_none(state, self.entry)
                if person is None:
                    raise
                entry = entry_of_person(state, event, person.id).id
                if state.event(event).category.kind == "teams":
                    raise _cannot_leave(state, person) from None
            return [EntryLeft(event=event, entry=entry, how=self.how)]
        named = [
            EntryLeft(event=event, entry=entry, how=self.how)
            for event, entries in state.entries.items()
            for entry in entries
            if entry.casefold() == self.entry.casefold() and entry not in state.left.get(event, {})
        ]
        person = _find_person_or_none(state, self.entry)
        found = leave_every_event(state, person.id, self.how) if person is not None else named
        if not found:
            raise _cannot_leave(state, find_person(state, self.entry))
        return found


def _team_to_join(state: State, event: CompetitionId, team: str | None, newcomer: Person) -> EntryId:
    """Return the team a late player joins. A one-player team must be asked for with `new_team`."""
    if team is not None:
        return find_entry(state, event, team)
    gone = state.left.get(event, {})
    teams = [one for one in state.entries.get(event, {}) if one not in gone]
    if not teams:
        to_do = f"put {newcomer.name} on the list of people, and draw the teams"
        text = f"{state.event_name(event)} has no teams yet: {to_do}"
        raise CarromError("which-team", text, typed=f"{text}; a team that {newcomer.name} begins takes --new-team")
    text = f"say which team {newcomer.name} joins: {', '.join(teams)}"
    raise CarromError("which-team", text, typed=f"{text} (--team); a team of {newcomer.name} alone takes --new-team")


def _cannot_leave(state: State, person: Person) -> CarromError:
    """Return the error for leaving a team, which is done by a substitute, or for nothing to leave."""
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


def _not_checked_in(state: State, person: Person) -> list[str]:
    """Warn that a newcomer counts as absent while other people are checked in."""
    marked = (one for one in state.people if (check := state.checks.get(one, {}).get("here")) and check.holds)
    if next(marked, None) is None or "here" in state.checks.get(person.id, {}):
        return []
    name = state.namesakes.distinct_name(person)
    return [f"{name} is not marked as here, but others are: calling a match of {name} takes a reason"]


def _name_is_known(who: str) -> CarromError:
    text = f"{who} is known: if this is somebody else, say so"
    return CarromError("same-name", text, typed=f"{text} with --namesake")


def _with_people(state: State, fresh: list[Person]) -> State:
    return replace(state, people={**state.people, **{one.id: one for one in fresh}})


def _find_person_or_none(state: State, words: str) -> Person | None:
    try:
        return find_person(state, words)
    except CarromError:
        return None


def _place_text(state: State, body: EntryRecorded | EnteredLate, team: str | None) -> str:
    name = body.entry.id
    if isinstance(body, EntryRecorded):
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
