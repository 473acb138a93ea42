"""When and where every open match is played: the planner, asked about a whole tournament, from its first minute or
from any later one."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from math import ceil

from carrom.base.errors import CarromError
from carrom.tournament.desk.fixtures import open_fixtures
from carrom.tournament.desk.holding import held_back
from carrom.tournament.desk.lengths import lengths_of
from carrom.tournament.desk.moments import midnight, minute_of
from carrom.tournament.desk.on_tables import OnTable, on_tables
from carrom.tournament.draws.bracket import MatchId
from carrom.tournament.log.people import count_text
from carrom.tournament.log.view import TournamentView
from carrom.tournament.plan import Closure, PendingMatch, Request, Timetable, plan
from carrom.tournament.plan.clocked import TRIES, Clock, ClockedMatch, clocked
from carrom.tournament.plan.hours import DAY, clock_text
from carrom.tournament.plan.planner import Solver

_MORNING = 6  # the hour before which nobody means to play
_LONGEST = 14  # days of a tournament that does not say how many it has
_FEW = 150
"""Open matches for which the shortest order is looked for; for more of them that would take minutes."""
_SOON = 10  # minutes after which a match that has had its time is expected to be over, and what waits to be decided


@dataclass(frozen=True, slots=True, kw_only=True)
class Appointment:
    """A match with its time and its table; one that is on its table already `is_on`."""

    match: MatchId
    begins: datetime
    ends: datetime
    day: int
    table: int
    slot: int = 0
    is_on: bool = False

    @property
    def time(self) -> str:
        """HH:MM"""
        return self.begins.strftime("%H:%M")


def moment_of_play(view: TournamentView, clock: datetime) -> datetime | None:
    """The moment from which to plan: now, on the days of the tournament, once play has begun or should have; None: the
    beginning."""
    hall = view.state.announced.hall
    has_begun = _has_begun(view) or clock >= _first_moment(view)
    is_there = midnight(view) <= clock < midnight(view) + timedelta(days=(hall.days or _LONGEST) + 1)
    return clock if has_begun and is_there else None


def _has_begun(view: TournamentView) -> bool:
    return any(one.called is not None or one.history for one in view.state.matches.values())


def _first_moment(view: TournamentView) -> datetime:
    return midnight(view) + timedelta(minutes=view.state.announced.hall.hours.start)


def order_of_play(
    view: TournamentView, *, now: datetime | None = None, tables: int | None = None, solver: Solver | None = None
) -> tuple[Appointment, ...]:
    """Plan every match that is drawn and not yet over, by the hall's rhythm.

    Without `now` the plan is that of the whole tournament from its first minute. With it the matches on the tables
    stay there as long as they are expected to, and everything else follows. Whoever may still come into a match
    counts as busy in it. Unless a `solver` is named, the order of a large hall is the first that is found.
    """
    planning = _Planning(view, now, view.state.announced.hall.tables if tables is None else tables)
    return planning.order(solver or ("auto" if len(planning.open.ids) <= _FEW else "quick"))


def order_warnings(view: TournamentView, order: Sequence[Appointment], clock: datetime) -> list[str]:
    """What somebody should know who relies on this order: that play should have begun, that it does not fit into the
    days of the hall, that it goes through the night."""
    found = []
    if order and not _has_begun(view) and moment_of_play(view, clock) is not None:
        start = _first_moment(view).strftime("%H:%M")
        found.append(
            f"Play was to begin at {start}, and nothing has been called: this is the plan from {clock:%H:%M} on. "
            "Call the first matches, or set another start."
        )
    return [*found, *late_warnings(view, order)]


def late_warnings(view: TournamentView, order: Sequence[Appointment]) -> list[str]:
    """Warnings above a printed order: it needs more days than the hall has, or runs through the night."""
    late = late_text(view, order)
    return [*([late] if late is not None else []), *_through_the_night(view, order)]


def _through_the_night(view: TournamentView, order: Sequence[Appointment]) -> list[str]:
    """Where the hall never closes, matches are planned at any hour: nobody may have meant that."""
    hall = view.state.announced.hall
    night = [one for one in order if one.begins.hour < _MORNING and not one.is_on]
    if hall.hours.end is not None or hall.hours.start < _MORNING * 60 or not night:
        return []
    last = max(one.ends for one in order)
    ends = f"{last:%H:%M} on day {(last - midnight(view)).days + 1}"
    planned = count_text(len(night), "match is", "matches are")
    return [
        f"The hall has no closing time: {planned} planned after midnight, and the last ends at {ends}.",
        "Set when the day ends, and the rest goes on the next morning; or use more tables or fewer matches.",
    ]


def late_text(view: TournamentView, order: Iterable[Appointment]) -> str | None:
    """What to say where the order goes on after the last day of the hall."""
    hall = view.state.announced.hall
    if hall.days is None:
        return None
    last = hall.hours.last_moment(hall.days)
    limit = midnight(view) + timedelta(minutes=last if last is not None else hall.days * DAY)
    late = [one for one in order if one.ends > limit]
    if not late:
        return None
    days = "1 day" if hall.days == 1 else f"{hall.days} days"
    ends = f" that {'ends' if hall.days == 1 else 'end'} at {clock_text(last % DAY)}" if last is not None else ""
    return f"{len(late)} of the matches do not fit into {days}{ends}: the last ends on day {late[-1].day}."


class _Planning:
    def __init__(self, view: TournamentView, now: datetime | None, tables: int) -> None:
        self.view = view
        self.hall = view.state.announced.hall
        self.tables = tables
        self.begin = 0 if now is None else minute_of(view, now)
        self.open = open_fixtures(view)
        self.lengths = lengths_of(view)
        self.is_from_now = now is not None
        sitting = on_tables(view) if self.is_from_now else ()
        self.on = [one for one in sitting if not one.has_to_move]

    def order(self, solver: Solver) -> tuple[Appointment, ...]:
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
        clock = Clock(
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
        times = clocked(request, plan(request, solver=solver), clock, tries=tries)
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

    def _expected_end(self, one: OnTable) -> int:
        """A match that has had its time may end at any moment."""
        began = minute_of(self.view, one.since)
        return max(began + self.lengths.minutes(one.match), self.begin + _SOON)

    def _free_people(self) -> dict[str, int]:
        """From when on they may play: who sits at a table, and who has just played, with his rest."""
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
        """What waits for a match on a table begins after its expected end. What waits for somebody to decide takes no
        table from a match that can be called now."""
        ends = {str(one.match): self._expected_end(one) for one in self.on}
        found = {
            one.id: max((ends[earlier] for earlier in one.after if earlier in ends), default=0) for one in self.open.all
        }
        if self.is_from_now:
            for one in self.open.all:
                if not one.after and held_back(self.view, MatchId(one.id)) is not None:
                    found[one.id] = self.begin + _SOON
        return found

    def _appointment_on(self, one: OnTable) -> Appointment:
        ends = midnight(self.view) + timedelta(minutes=self._expected_end(one))
        day = minute_of(self.view, one.since) // DAY + 1
        return Appointment(match=one.match, begins=one.since, ends=ends, day=day, table=one.table, is_on=True)

    def _appointment(self, one: ClockedMatch) -> Appointment:
        start = midnight(self.view)
        return Appointment(
            match=MatchId(one.id),
            begins=start + timedelta(minutes=one.begins),
            ends=start + timedelta(minutes=one.ends),
            day=one.begins // DAY + 1,
            table=one.table,
            slot=one.slot,
        )
