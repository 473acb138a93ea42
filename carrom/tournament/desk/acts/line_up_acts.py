"""line-up, line-ups: who plays which rubber for a team, one by one or all of them at once."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import ClassVar

from carrom.base.errors import CarromError
from carrom.tournament.desk.acts.act import Asked, DeskAct, Telling, tells
from carrom.tournament.desk.entry_changes import reserves
from carrom.tournament.desk.meant import entry_named, event_id, find_person, record_of
from carrom.tournament.desk.missing_players import lacks_text
from carrom.tournament.draws.bracket import Entrant
from carrom.tournament.log.definition import EventId
from carrom.tournament.log.facts import LinedUp
from carrom.tournament.log.line_ups import who_plays
from carrom.tournament.log.people import Entry, PersonId
from carrom.tournament.log.state import State


@dataclass(frozen=True, slots=True, kw_only=True)
class LineUpRubber(DeskAct):
    """Who plays a rubber for a team: from now on, or in one match alone."""

    do: ClassVar[str] = "line-up"
    is_told_at_tables: ClassVar[bool] = True
    team: str
    rubber: str
    players: tuple[str, ...]
    match: str | None = None
    event: str | None = None

    def telling(self, asked: Asked) -> Telling:
        state = asked.state
        event = team_event(state, self.event)
        team = entry_named(state, event, self.team)
        if not self.players:
            raise CarromError("nobody-named", f"say who plays {self.rubber} for {team}")
        players = tuple(find_person(state, name).id for name in self.players)
        match = None if self.match is None else record_of(state, self.match).fixture.id
        rubber = _rubber(state, event, self.rubber)
        body = LinedUp(event=event, entry=team, rubber=rubber, players=players, match=match)
        return Telling(bodies=(body,), notes=tuple(_plays_twice(state, body)))

    def said(self, before: State, after: State, told: Telling) -> list[str]:
        lines = []
        for body in told.bodies:
            assert isinstance(body, LinedUp)
            if body.match is not None:
                sitting = who_plays(after, after.matches[body.match], body.entry)
                lines.append(f"{body.match}: {' / '.join(before.people[one].name for one in sitting)} for {body.entry}")
                continue
            lines += _changed(before, after, body)
            lines += gaps(after, body.event, body.entry)
        return lines


@dataclass(frozen=True, slots=True, kw_only=True)
class LineUpTeam(DeskAct):
    """Who plays what for a team, in one go: the players of each rubber. Rubbers that are not named stay as they are."""

    do: ClassVar[str] = "line-ups"
    is_told_at_tables: ClassVar[bool] = True
    team: str
    rubbers: Mapping[str, tuple[str, ...]]
    event: str | None = None

    def telling(self, asked: Asked) -> Telling:
        state = asked.state
        event = team_event(state, self.event)
        team = entry_named(state, event, self.team)
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
        return tells(
            *(LinedUp(event=event, entry=team, rubber=rubber, players=players) for rubber, players in changed.items())
        )

    def said(self, before: State, after: State, told: Telling) -> list[str]:
        body = told.bodies[0]
        assert isinstance(body, LinedUp)
        return [*_changed(before, after, body), *gaps(after, body.event, body.entry)]


def _plays_twice(state: State, body: LinedUp) -> Iterator[str]:
    """Who is put into one match of a tie, and plays another rubber of it too."""
    own = None if body.match is None else state.matches[body.match]
    for record in () if own is None else state.in_stage(own.key):
        is_other = own is not None and record.fixture.id != own.fixture.id and record.fixture.turn == own.fixture.turn
        entries = [slot.entry for slot in record.fixture.slots if isinstance(slot, Entrant)]
        if not is_other or body.entry not in entries:
            continue
        for person in who_plays(state, record, body.entry):
            if person in body.players:
                name = state.namesakes.told_apart(state.people[person])
                yield f"{name} plays {record.fixture.rubber} of the same tie too ({record.fixture.id})"


def _rubber(state: State, event: EventId, wanted: str) -> str:
    """A rubber by its name, in small letters or large ones."""
    rubbers = [one.id for one in state.event(event).rubbers]
    return next((one for one in rubbers if one.casefold() == wanted.casefold()), wanted)


def _changed(before: State, after: State, body: LinedUp) -> list[str]:
    """The rubbers that somebody else plays now, with who did."""
    old, new = (one.entries[body.event][body.entry].line_up for one in (before, after))
    lines = []
    for rubber in (one.id for one in after.event(body.event).rubbers):
        was, now = (" / ".join(after.people[one].name for one in played.get(rubber, ())) for played in (old, new))
        if was != now:
            lines.append(f"{body.entry}, {rubber}: {now or 'nobody'} (until now {was or 'nobody'})")
    return lines or [f"{body.entry}, {body.rubber}: as it was"]


def team_event(state: State, wanted: str | None) -> EventId:
    """The event of teams that is meant; the only one where there is one."""
    teams = [event.id for event in state.announced.events if event.category.kind == "teams"]
    return teams[0] if wanted is None and len(teams) == 1 else event_id(state, wanted)


def line_up_lines(state: State, entry: Entry) -> list[str]:
    """Who plays which rubber, and who waits."""
    lines = [
        f"{rubber}: {' / '.join(state.people[one].name for one in players) or 'nobody'}"
        for rubber, players in entry.line_up.items()
    ]
    waiting = ", ".join(state.people[one].name for one in reserves(entry))
    return [*lines, f"reserves: {waiting or 'none'}"]


def gaps(state: State, event: EventId, entry: str) -> list[str]:
    """Rubbers for which a team has too few now."""
    line_up = next((one.line_up for one in state.entries[event].values() if one.id == entry), {})
    found = []
    for rubber in state.event(event).rubbers:
        lacking = rubber.lacks(line_up.get(rubber.id, ()))
        if line_up and lacking:
            found.append(lacks_text(rubber, lacking))
    return found
