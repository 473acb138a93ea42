"""When and where every open match is played: the planner, asked about a whole tournament."""

from dataclasses import dataclass

from carrom.tournament.draws.bracket import LoserOf, MatchId, PlaceOf, Slot, WinnerOf
from carrom.tournament.draws.leagues import side_name
from carrom.tournament.log.line_ups import who_plays
from carrom.tournament.log.state import MatchRecord
from carrom.tournament.log.view import TO_PLAY, TournamentView
from carrom.tournament.plan import Closure, PendingMatch, Request, Timetable, plan
from carrom.tournament.plan.hours import clock_from_text
from carrom.tournament.tables.results import EntryId


@dataclass(frozen=True, slots=True, kw_only=True)
class Appointment:
    """A match with its time and its table."""

    match: MatchId
    slot: int
    time: str
    day: int
    table: int


def order_of_play(view: TournamentView, *, tables: int | None = None) -> tuple[Appointment, ...]:
    """Plan every match that is drawn and not yet over, by the hall's rhythm.

    Whoever may still come into a match counts as busy in it. Places of groups that are not over are planned by place;
    the plan is made again when they are.
    """
    hall = view.state.announced.hall
    count = hall.tables if tables is None else tables
    fixtures = open_fixtures(view)
    if not fixtures:
        return ()
    closures = tuple(Closure(table) for table in sorted(view.state.tables_out) if table <= count)
    found = plan(Request(fixtures=fixtures, tables=count, rest=hall.rest_slots, closures=closures))
    times = Timetable(clock_from_text(hall.start), hall.slot_minutes)
    return tuple(
        Appointment(
            match=MatchId(one.id), slot=one.slot, time=times.time(one.slot), day=times.day(one.slot), table=one.table
        )
        for one in found.placings
    )


def open_fixtures(view: TournamentView) -> tuple[PendingMatch, ...]:
    """Every match that is drawn and not yet over, with its people and what it waits for."""
    people = _People(view)
    matches = view.state.matches
    return tuple(people.fixture(record) for match, record in matches.items() if view.status(match) in TO_PLAY)


def players(view: TournamentView, match: MatchId) -> list[str]:
    """Everybody who plays in a match, or who still may."""
    return _People(view).of_match(match)


class _People:
    def __init__(self, view: TournamentView) -> None:
        self._view = view
        self._known: dict[MatchId, list[str]] = {}

    def fixture(self, record: MatchRecord) -> PendingMatch:
        sides: tuple[str, ...] = tuple(side for side in self._view.sides(record.fixture.id) if side is not None)
        if record.fixture.rubber is not None:
            sides = tuple(side_name(side, record.fixture.rubber) for side in sides)
        return PendingMatch(
            id=record.fixture.id,
            sides=sides,
            people=tuple(self.of_match(record.fixture.id)),
            after=tuple(self._waits_for(record)),
        )

    def of_match(self, match: MatchId) -> list[str]:
        if match not in self._known:
            record = self._view.state.matches[match]
            found = [one for slot in record.fixture.slots for one in self._of_slot(slot, record)]
            self._known[match] = list(dict.fromkeys(found))
        return self._known[match]

    def _of_slot(self, slot: Slot, record: MatchRecord) -> list[str]:
        sure = self._view.entry_in(slot, record.key)
        if sure is not None:
            return self._of_entry(sure, record)
        if isinstance(slot, WinnerOf | LoserOf):
            return self.of_match(slot.match)
        # An open place is somebody of its group, but never the same as another place of it: planned by all who may
        # fill them, two semi-finals could not be played side by side.
        return [f"{record.key.event} {slot.name}"] if isinstance(slot, PlaceOf) else []

    def _of_entry(self, entry: EntryId, record: MatchRecord) -> list[str]:
        rubber = record.fixture.rubber
        known: list[str] = list(who_plays(self._view.state, record, entry))
        return known if known or rubber is None else [side_name(entry, rubber)]

    def _waits_for(self, record: MatchRecord) -> list[str]:
        open_ones: list[str] = []
        for slot in record.fixture.slots:
            if isinstance(slot, WinnerOf | LoserOf):
                open_ones += self._open_behind(slot.match)
            elif isinstance(slot, PlaceOf) and self._view.seat(record.key, slot) is None:
                before = self._view.state.before(record.key)
                open_ones += [
                    one.fixture.id
                    for one in (self._view.state.in_stage(before) if before is not None else ())
                    if one.fixture.group == slot.group and self._view.status(one.fixture.id) in TO_PLAY
                ]
        return list(dict.fromkeys(open_ones))

    def _open_behind(self, match: MatchId) -> list[str]:
        """The match itself if it is still to be played, or what a bye waits for."""
        status = self._view.status(match)
        if status == "bye":
            slots = self._view.state.matches[match].fixture.slots
            return [one for slot in slots if isinstance(slot, WinnerOf) for one in self._open_behind(slot.match)]
        return [match] if status in TO_PLAY else []
