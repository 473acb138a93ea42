"""Plan when and where open matches are played, from the start of the tournament or from now."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import cached_property
from math import ceil
from typing import Any, TypeVar

from carrom.base.errors import CarromError
from carrom.tournament.desk.blockers import decision_awaited
from carrom.tournament.desk.hall import MatchOnTable, matches_on_tables, midnight, minute_of
from carrom.tournament.desk.match_text import SideNames, match_sides, match_title
from carrom.tournament.draws.bracket import Entrant, MatchId, PlaceOf, Slot, group_name
from carrom.tournament.draws.leagues import side_name
from carrom.tournament.log.entries import who_plays
from carrom.tournament.model.people import PersonId, count_text
from carrom.tournament.model.state import MatchRecord, StageKey
from carrom.tournament.schedule import Closure, PendingMatch, Request, Timetable, plan
from carrom.tournament.schedule.clock_times import TRIES, ClockConstraints, TimedMatch, assign_times
from carrom.tournament.schedule.feeding import CERTAIN, GroupFeeder, MatchFeeds
from carrom.tournament.schedule.hall_hours import MINUTES_PER_DAY, clock_text
from carrom.tournament.schedule.planner import ScheduleSolver
from carrom.tournament.seating.now import TO_PLAY, TournamentNow, cached_per_state
from carrom.tournament.settings.match_lengths import match_lengths
from carrom.tournament.tables.results import EntryId


def possible_players(view: TournamentNow, match: MatchId) -> list[str]:
    """Return the people of a match, including those who may still get into it."""
    return list(open_fixtures(view).feeding.comers(match))


@cached_per_state
def open_fixtures(view: TournamentNow) -> "OpenFixtures":
    return OpenFixtures(view)


class OpenFixtures:
    def __init__(self, view: TournamentNow) -> None:
        self.view = view
        self._read: dict[MatchId, PendingMatch] = {}
        self._groups: dict[tuple[StageKey, int], GroupFeeder] = {}
        self._inside: dict[StageKey, dict[int | None, list[MatchId]]] = {}
        self.feeding = MatchFeeds(_Slots(self), people=self._people, group=self._group)

    @cached_property
    def all(self) -> tuple[PendingMatch, ...]:
        return tuple(self.one(match) for match in self.ids)

    @cached_property
    def ids(self) -> tuple[MatchId, ...]:
        return tuple(match for match in self.view.state.matches if self.view.status(match) in TO_PLAY)

    def after(self, match: MatchId) -> tuple[str, ...]:
        return tuple(one for one in self.feeding.waits_for(match) if self.view.status(MatchId(one)) in TO_PLAY)

    def one(self, match: MatchId) -> PendingMatch:
        if match not in self._read:
            self._read[match] = self._fixture(self.view.state.matches[match])
        return self._read[match]

    def _fixture(self, record: MatchRecord) -> PendingMatch:
        view, match, rubber = self.view, record.fixture.id, record.fixture.rubber
        sides: list[str] = [side for side in view.sides(match) if side is not None]
        comers = self.feeding.comers(match)
        return PendingMatch(
            id=match,
            sides=tuple(f"{record.key.event} {side_name(side, rubber) if rubber else side}" for side in sides),
            people=tuple(comers),
            after=self.after(match),
            ways={name: ways for name, ways in comers.items() if ways != CERTAIN},
        )

    def slots(self, match: MatchId) -> list[Slot]:
        record = self.view.state.matches[match]
        slots = record.fixture.slots
        if all(isinstance(slot, Entrant) for slot in slots):  # the common, fast case
            return list(slots)
        known = self.view.sides(record.fixture.id)
        return [slot if sure is None else Entrant(sure) for slot, sure in zip(slots, known, strict=True)]

    def _people(self, match: str, entry: str) -> list[str]:
        record = self.view.state.matches[MatchId(match)]
        if self.view.has_left_before(record.fixture.id, EntryId(entry)):
            return []
        known: list[str] = list(who_plays(self.view.state, record, EntryId(entry)))
        rubber = record.fixture.rubber
        return known if known or rubber is None else [side_name(entry, rubber)]

    def _group(self, match: str, place: PlaceOf) -> GroupFeeder:
        """Return what fills a group place: any entry of the group, once all its matches are over."""
        state, key = self.view.state, self.view.state.matches[MatchId(match)].key
        before = state.before(key)
        if before is None:
            return GroupFeeder(place.name, (), ())
        if (before, place.group) not in self._groups:
            self._groups[before, place.group] = self._feeder(before, place.group)
        return self._groups[before, place.group]

    def _feeder(self, before: StageKey, group: int) -> GroupFeeder:
        state = self.view.state
        tables = self.view.tables(before)
        entries = tables[group].entries if group < len(tables) else ()
        gone = state.left.get(before.event, {})
        members = [one for entry in entries if entry not in gone for one in state.entries[before.event][entry].members]
        if before not in self._inside:
            self._inside[before] = {}
            for one in state.in_stage(before):
                self._inside[before].setdefault(one.fixture.group, []).append(one.fixture.id)
        matches = (*self._inside[before].get(None, ()), *self._inside[before].get(group, ()))
        return GroupFeeder(f"{before} {group_name(group)}", tuple(members), matches)


class _Slots(dict[str, tuple[Slot, ...]]):
    """Computed on demand: calling a match needs only a few."""

    def __init__(self, fixtures: OpenFixtures) -> None:
        self._fixtures = fixtures

    def __missing__(self, match: str) -> tuple[Slot, ...]:
        self[match] = slots = tuple(self._fixtures.slots(MatchId(match)))
        return slots


_EARLIEST_HOUR = 6  # the earliest hour at which players are expected
_MAX_DAYS = 14  # days of a tournament that does not set them
_FEW_MATCHES = 150
"""Above this many open matches, finding the shortest order would take minutes."""
_SOON = 10  # minutes to allow for an overdue match, or for a pending decision


@dataclass(frozen=True, slots=True, kw_only=True)
class Appointment:
    """A planned match; `is_on` if it is at its table already."""

    match: MatchId
    begins: datetime
    ends: datetime
    day: int
    table: int
    slot: int = 0
    is_on: bool = False

    @property
    def time(self) -> str:
        return self.begins.strftime("%H:%M")


def planning_start(view: TournamentNow, clock: datetime) -> datetime | None:
    """Return the time to plan from: now, once play has begun or should have; None for the start of the tournament."""
    hall = view.state.announced.hall
    has_begun = _has_begun(view) or clock >= _first_moment(view)
    is_there = midnight(view) <= clock < midnight(view) + timedelta(days=(hall.days or _MAX_DAYS) + 1)
    return clock if has_begun and is_there else None


def _has_begun(view: TournamentNow) -> bool:
    return any(one.called is not None or one.history for one in view.state.matches.values())


def _first_moment(view: TournamentNow) -> datetime:
    return midnight(view) + timedelta(minutes=view.state.announced.hall.hours.start)


def order_of_play(
    view: TournamentNow, *, now: datetime | None = None, tables: int | None = None, solver: ScheduleSolver | None = None
) -> tuple[Appointment, ...]:
    """Plan every drawn match that is not over.

    Without `now` the plan covers the whole tournament from its first minute. With it, matches at tables stay there for
    their expected time and the rest follows. Everyone who may still get into a match counts as busy. Without `solver`,
    large halls get the first order found.
    """
    planning = _Planning(view, now, view.state.announced.hall.tables if tables is None else tables)
    return planning.order(solver or ("auto" if len(planning.open.ids) <= _FEW_MATCHES else "quick"))


def order_warnings(view: TournamentNow, order: Sequence[Appointment], clock: datetime) -> list[str]:
    """Return warnings for an order of play: play is overdue, the days are too short, or play goes through the night."""
    found = []
    if order and not _has_begun(view) and planning_start(view, clock) is not None:
        start = _first_moment(view).strftime("%H:%M")
        found.append(
            f"Play was to begin at {start}, and nothing has been called: this is the plan from {clock:%H:%M} on. "
            "Call the first matches, or set another start."
        )
    return [*found, *late_warnings(view, order)]


def late_warnings(view: TournamentNow, order: Sequence[Appointment]) -> list[str]:
    late = late_text(view, order)
    return [*([late] if late is not None else []), *_through_the_night(view, order)]


def _through_the_night(view: TournamentNow, order: Sequence[Appointment]) -> list[str]:
    """Warn of matches after midnight if the hall has no closing time, which may be an oversight."""
    hall = view.state.announced.hall
    night = [one for one in order if one.begins.hour < _EARLIEST_HOUR and not one.is_on]
    if hall.hours.end is not None or hall.hours.start < _EARLIEST_HOUR * 60 or not night:
        return []
    last = max(one.ends for one in order)
    ends = f"{last:%H:%M} on day {(last - midnight(view)).days + 1}"
    planned = count_text(len(night), "match is", "matches are")
    return [
        f"The hall has no closing time: {planned} planned after midnight, and the last ends at {ends}.",
        "Set when the day ends, and the rest goes on the next morning; or use more tables or fewer matches.",
    ]


def late_text(view: TournamentNow, order: Iterable[Appointment]) -> str | None:
    hall = view.state.announced.hall
    if hall.days is None:
        return None
    last = hall.hours.last_moment(hall.days)
    limit = midnight(view) + timedelta(minutes=last if last is not None else hall.days * MINUTES_PER_DAY)
    late = [one for one in order if one.ends > limit]
    if not late:
        return None
    days = "1 day" if hall.days == 1 else f"{hall.days} days"
    ends = (
        f" that {'ends' if hall.days == 1 else 'end'} at {clock_text(last % MINUTES_PER_DAY)}"
        if last is not None
        else ""
    )
    return f"{len(late)} of the matches do not fit into {days}{ends}: the last ends on day {late[-1].day}."


class _Planning:
    def __init__(self, view: TournamentNow, now: datetime | None, tables: int) -> None:
        self.view = view
        self.hall = view.state.announced.hall
        self.tables = tables
        self.begin = 0 if now is None else minute_of(view, now)
        self.open = open_fixtures(view)
        self.lengths = match_lengths(view)
        self.is_from_now = now is not None
        sitting = matches_on_tables(view) if self.is_from_now else ()
        self.on = [one for one in sitting if not one.has_to_move]

    def order(self, solver: ScheduleSolver) -> tuple[Appointment, ...]:
        here = {one.match for one in self.on}
        fixtures = [one for one in self.open.all if one.id not in here]
        sitting = [self._appointment_on(one) for one in self.on]
        if not fixtures:
            return tuple(sitting)
        timetable = Timetable(self.hall.hours, self.hall.slot_minutes, begin=self.begin)
        until = {one.table: self._expected_end(one) for one in self.on}
        free = self._free_people()
        not_before = self._not_before()
        request = Request(
            fixtures=tuple(
                PendingMatch(
                    id=one.id,
                    sides=one.sides,
                    people=one.people,
                    after=tuple(earlier for earlier in one.after if earlier not in here),
                    not_before=timetable.first_slot_from(not_before.get(one.id, 0)),
                    ways=one.ways,
                )
                for one in fixtures
            ),
            tables=self.tables,
            rest=ceil(self.hall.rest_minutes / self.hall.slot_minutes),
            closures=tuple(self._closures(timetable, until)),
            free_from={name: timetable.first_slot_from(moment) for name, moment in free.items()},
        )
        clock = ClockConstraints(
            hours=self.hall.hours,
            begin=timetable.begins(0),
            minutes={one.id: self.lengths.minutes(MatchId(one.id)) for one in fixtures},
            rest=self.hall.rest_minutes,
            tables={table: until.get(table, 0) for table in self._in_service()},
            people=free,
            not_before=not_before,
        )
        if not clock.tables:
            raise CarromError("no-tables", "every table is out of service: nothing can be planned")
        tries = 0 if solver == "quick" else TRIES
        times = assign_times(request, plan(request, solver=solver), clock, tries=tries)
        return (*sitting, *(self._appointment(one) for one in times))

    def _in_service(self) -> list[int]:
        return [table for table in range(1, self.tables + 1) if table not in self.view.state.tables_out]

    def _closures(self, timetable: Timetable, until: dict[int, int]) -> Iterable[Closure]:
        for table in range(1, self.tables + 1):
            if table in self.view.state.tables_out:
                yield Closure(table)
            elif table in until:
                end = timetable.first_slot_from(until[table])
                if end:
                    yield Closure(table, 0, end)

    def _expected_end(self, one: MatchOnTable) -> int:
        began = minute_of(self.view, one.since)
        return max(began + self.lengths.minutes(one.match), self.begin + _SOON)

    def _free_people(self) -> dict[str, int]:
        """Return from which minute people may play again after their current or last match and its rest."""
        found: dict[str, int] = {}
        if not self.is_from_now:
            return found
        ends = [(one.match, self._expected_end(one)) for one in self.on if not one.is_on_hold]
        ends += [
            (match, minute_of(self.view, record.signed))
            for match, record in self.view.state.matches.items()
            if record.signed is not None
        ]
        for match, end in ends:
            for name in self.open.feeding.comers(match):
                found[name] = max(found.get(name, 0), end + self.hall.rest_minutes)
        return found

    def _not_before(self) -> dict[str, int]:
        """Return the earliest minute of each match: after the matches at tables that feed it, and a little later if it
        needs a decision, so that it takes no table from a match that can be called now."""
        ends = {str(one.match): self._expected_end(one) for one in self.on}
        found = {
            one.id: max((ends[earlier] for earlier in one.after if earlier in ends), default=0) for one in self.open.all
        }
        if self.is_from_now:
            for one in self.open.all:
                if not one.after and decision_awaited(self.view, MatchId(one.id)) is not None:
                    found[one.id] = self.begin + _SOON
        return found

    def _appointment_on(self, one: MatchOnTable) -> Appointment:
        ends = midnight(self.view) + timedelta(minutes=self._expected_end(one))
        day = minute_of(self.view, one.since) // MINUTES_PER_DAY + 1
        return Appointment(match=one.match, begins=one.since, ends=ends, day=day, table=one.table, is_on=True)

    def _appointment(self, one: TimedMatch) -> Appointment:
        start = midnight(self.view)
        return Appointment(
            match=MatchId(one.id),
            begins=start + timedelta(minutes=one.begins),
            ends=start + timedelta(minutes=one.ends),
            day=one.begins // MINUTES_PER_DAY + 1,
            table=one.table,
            slot=one.slot,
        )


Key = TypeVar("Key")


@dataclass(frozen=True, slots=True, kw_only=True)
class OrderLine:
    match: MatchId
    begins: datetime
    ends: datetime
    day: int
    table: int
    event: str
    title: str
    sides: tuple[SideNames, SideNames]
    umpire: str | None
    is_on: bool

    @property
    def time(self) -> str:
        return f"{self.begins:%H:%M}"


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerLine:
    """A line in a player's day; not sure if the player may miss it."""

    line: OrderLine
    is_sure: bool


def order_lines(
    view: TournamentNow, order: Sequence[Appointment], umpires: Mapping[MatchId, str] | None = None
) -> list[OrderLine]:
    """Return the lines by time and table. Void matches are left out, since they may not be played again."""
    return [
        OrderLine(
            match=one.match,
            begins=one.begins,
            ends=one.ends,
            day=one.day,
            table=one.table,
            event=view.state.event(view.state.matches[one.match].key.event).name,
            title=match_title(view, one.match),
            sides=match_sides(view, one.match),
            umpire=(umpires or {}).get(one.match),
            is_on=one.is_on,
        )
        for one in sorted(order, key=lambda one: (one.begins, one.table))
        if view.status(one.match) != "void"
    ]


def by_table(lines: Iterable[OrderLine]) -> dict[int, list[OrderLine]]:
    return _grouped(sorted(lines, key=lambda line: line.table), lambda line: line.table)


def by_event(lines: Iterable[OrderLine]) -> dict[str, list[OrderLine]]:
    return _grouped(lines, lambda line: line.event)


def by_person(view: TournamentNow, lines: Sequence[OrderLine]) -> dict[PersonId, list[PlayerLine]]:
    """Return the matches of each person, sorted by name, including those they may still get into."""
    feeding = open_fixtures(view).feeding
    found: dict[PersonId, list[PlayerLine]] = {}
    for line in lines:
        for name, ways in feeding.comers(line.match).items():
            if PersonId(name) in view.state.people:
                found.setdefault(PersonId(name), []).append(PlayerLine(line=line, is_sure=ways == CERTAIN))
    return dict(sorted(found.items(), key=lambda one: view.state.people[one[0]].name))


def next_for_player(own: Iterable[PlayerLine]) -> list[PlayerLine]:
    """Return the sure matches, and the first unsure one of each competition; later ones depend on it."""
    found: list[PlayerLine] = []
    doubtful: set[str] = set()
    for one in own:
        if one.is_sure or one.line.event not in doubtful:
            found.append(one)
        if not one.is_sure:
            doubtful.add(one.line.event)
    return found


def order_line_json(line: OrderLine) -> dict[str, Any]:
    return {
        "match": line.match,
        "begins": line.begins.isoformat(),
        "ends": line.ends.isoformat(),
        "day": line.day,
        "table": line.table,
        "event": line.event,
        "title": line.title,
        "sides": [{"entry": side.entry, "people": list(side.people), "text": side.text} for side in line.sides],
        "umpire": line.umpire,
        "is_on": line.is_on,
    }


def _grouped(lines: Iterable[OrderLine], key: Callable[[OrderLine], Key]) -> dict[Key, list[OrderLine]]:
    found: dict[Key, list[OrderLine]] = {}
    for line in lines:
        found.setdefault(key(line), []).append(line)
    return found
