"""What the desk may call: the matches for free tables, why the others wait, and refusals of one call.

`schedule.queue` finds the order and the reasons that concern tables and people; `blockers` those of results and seats.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from datetime import datetime
from functools import cached_property

from carrom.base.errors import CarromError, Refused
from carrom.tournament.desk.blockers import contested_because, decision_awaited
from carrom.tournament.desk.hall import matches_on_tables, minute_of
from carrom.tournament.desk.order_of_play import open_fixtures
from carrom.tournament.desk.umpires import clubs_of_people, umpires_as_people
from carrom.tournament.draws.bracket import MatchId
from carrom.tournament.log.entries import who_plays
from carrom.tournament.model.events import MatchCalled
from carrom.tournament.model.people import PersonId
from carrom.tournament.schedule.hall_hours import MINUTES_PER_DAY, HallHours, clock_text
from carrom.tournament.schedule.queue import (
    Call,
    HallNow,
    QueuedMatch,
    StartedMatch,
    WaitCause,
    WaitingMatch,
    calls,
    neutral_umpire,
    obstacles,
)
from carrom.tournament.schedule.umpires import Umpire, is_neutral
from carrom.tournament.seating.now import TO_PLAY, TournamentNow, cached_per_state
from carrom.tournament.settings.match_lengths import match_lengths


def next_calls(
    view: TournamentNow, now: datetime, *, absent: frozenset[PersonId] = frozenset()
) -> tuple[tuple[Call, ...], tuple[WaitingMatch, ...]]:
    """Return the matches to call to free tables, and why each other match that is at no table waits.

    People in `absent` count as missing; so do those whose check-in was undone and, once most people are checked in,
    those who are not.
    """
    return CallQueue(view, now, absent).calls()


@dataclass(frozen=True, slots=True, kw_only=True)
class WaitingGroup:
    cause: WaitCause
    why: str
    matches: tuple[MatchId, ...]


_CAUSES: dict[WaitCause, str] = {
    "table": "for a table",
    "feeder": "for matches before them",
    "playing": "for somebody who is at another table",
    "rest": "until somebody has rested",
    "absent": "for somebody who has not reported",
}


def group_by_cause(waiting: tuple[WaitingMatch, ...]) -> list[WaitingGroup]:
    """Group waiting matches by cause, the largest group first."""
    found: dict[tuple[WaitCause, str], list[MatchId]] = {}
    for one in waiting:
        why = _CAUSES.get(one.cause, one.why.removeprefix("waits ").replace("not before", "until"))
        why = f"with {why}" if one.cause == "closing" else why
        found.setdefault((one.cause, why), []).append(MatchId(one.match))
    rows = [WaitingGroup(cause=cause, why=why, matches=tuple(ids)) for (cause, why), ids in found.items()]
    return sorted(rows, key=lambda row: -len(row.matches))


def call_match(
    view: TournamentNow,
    match: MatchId,
    table: int,
    *,
    now: datetime,
    reason: str | None = None,
    umpire: str | None = None,
) -> MatchCalled | Refused:
    """Return the event that calls a match to a table, or a refusal.

    With a `reason` the desk may overrule what concerns people: busy, resting or absent players, and contested results.
    It cannot call a match whose sides are unknown, nor put two matches on one table.
    """
    calling = CallQueue(view, now, frozenset())
    refused = calling.table_obstacle(match, table) or calling.match_obstacle(match)
    refused = refused or calling.already_called(match, table, umpire)
    if refused is not None:
        return refused
    queued = calling.queued(match)
    if not calling.is_on_table(match) and not reason:
        for wait in obstacles(calling.hall, queued):
            text = f"{match}: {wait.why}. To call it all the same, give a reason."
            return Refused(f"call-{wait.cause}", None, text)
        for why in contested_because(view, match, now):
            return Refused("call-contested", None, f"{match} {why}. To call it all the same, give a reason.")
    if umpire is not None and not reason:
        against = calling.umpire_obstacle(umpire, queued)
        if against is not None:
            return Refused("umpire", None, f"{match}: {against}. To take that umpire all the same, give a reason.")
    if umpire is None and view.state.matches[match].umpire is None:
        umpire = neutral_umpire(calling.hall, queued)
        umpire = calling.hall.names.get(umpire, umpire) if umpire is not None else None
    return MatchCalled(match=match, table=table, umpire=umpire)


class CallQueue:
    def __init__(self, view: TournamentNow, now: datetime, absent: frozenset[PersonId]) -> None:
        self.view = view
        self.at = now
        self.now = minute_of(view, now)
        self.absent = absent
        self.sitting = matches_on_tables(view)
        self._opens: dict[int, int] = {}

    @cached_property
    def hall(self) -> HallNow:
        gone = frozenset(str(one) for one in self.view.state.people if one in self.absent or self._is_gone(one))
        return replace(_hall(self.view), now=self.now, absent=gone)

    @property
    def queue(self) -> list[QueuedMatch]:
        """Open matches that are at no table, or have to leave theirs."""
        return [self._timed(one) for one in _queue(self.view)]

    def calls(self) -> tuple[tuple[Call, ...], tuple[WaitingMatch, ...]]:
        """Return what to call and why the rest waits. A match that only lacks a table may also be contested; its text
        says so."""
        called, waiting = calls(self.hall, self.queue)
        return called, tuple(self._with_contest(one) for one in waiting)

    def _with_contest(self, wait: WaitingMatch) -> WaitingMatch:
        contested = contested_because(self.view, MatchId(wait.match), self.at) if wait.cause == "table" else ()
        return WaitingMatch(wait.match, "held", f"waits for a table, and {contested[0]}") if contested else wait

    def queued(self, match: MatchId) -> QueuedMatch:
        return self._timed(_queued(self.view, match))

    def _timed(self, match: QueuedMatch) -> QueuedMatch:
        """Return a match with the minute from which the hall is open long enough for it."""
        minutes = self.minutes(match.id)
        if minutes not in self._opens:
            self._opens[minutes] = self._opens_for(minutes)
        opens = self._opens[minutes]
        if opens <= self.now:
            return match
        return replace(match, not_before=opens, closing=self._closing(minutes, opens))

    def _closing(self, minutes: int, opens: int) -> str | None:
        """Return the text that a match does not fit before closing, or None once the next opening is nearer."""
        day = self._day(self.now)
        closes = self._hours.last_moment(day + 1)
        if day < 0 or closes is None or self._day(opens) == day or self.now - closes > opens - self.now:
            return None
        return (
            f"no time left today ({minutes} minutes needed, the hall closes at {clock_text(closes % MINUTES_PER_DAY)})"
        )

    def minutes(self, match: str) -> int:
        return match_lengths(self.view).minutes(MatchId(match))

    @property
    def _hours(self) -> HallHours:
        return self.view.state.announced.hall.hours

    def _day(self, moment: int) -> int:
        """Return the day of the hall, which may end after midnight; -1 before the first day."""
        return (moment - self._hours.start) // MINUTES_PER_DAY

    def closing_time_that_fits(self, minutes: int) -> str | None:
        """Return the next half or full hour by which a match of this length would end, if the hall could close then."""
        hours = self._hours
        end = -(-(self.now + minutes) // 30) * 30
        if hours.end is None or end - self._day(self.now) * MINUTES_PER_DAY - hours.start >= MINUTES_PER_DAY:
            return None  # the next day would have begun
        later = replace(hours, end=end % MINUTES_PER_DAY)
        return clock_text(end % MINUTES_PER_DAY) if later.fit(self.now, minutes) == self.now else None

    def table_if_overruled(self, match: MatchId) -> int | None:
        """Return the first free table for a match that can be called if a reason is given, else None."""
        free = self.hall.tables
        return free[0] if free and not self.is_on_table(match) and self.match_obstacle(match) is None else None

    def _opens_for(self, minutes: int) -> int:
        try:
            return self._hours.fit(self.now, minutes)
        except CarromError:  # longer than any day: start it anyway
            return self.now

    def _is_gone(self, person: PersonId) -> bool:
        here = self.view.state.checks.get(person, {}).get("here")
        return _are_most_checked_in(self.view) if here is None else not here.holds

    def missing(self, matches: Iterable[str]) -> list[PersonId]:
        needed = (name for one in matches for name in self.queued(MatchId(one)).names)
        return [PersonId(one) for one in dict.fromkeys(needed) if one in self.hall.absent]

    def is_on_table(self, match: MatchId) -> bool:
        """Return whether a call would only move the match."""
        return any(one.match == match for one in self.sitting)

    def table_obstacle(self, match: MatchId, table: int) -> Refused | None:
        state = self.view.state
        if not 1 <= table <= state.announced.hall.tables:
            return Refused("no-table", None, f"There is no table {table}: the hall has {state.announced.hall.tables}.")
        if table in state.tables_out:
            return Refused("table-out", None, f"Table {table} is out of service.")
        for one in self.sitting:
            if one.table == table and one.match != match:
                on_hold = " and on hold: move or free it first" if one.is_on_hold else ""
                return Refused("table-taken", None, f"{one.match} is on table {table}{on_hold}.")
        return None

    def already_called(self, match: MatchId, table: int, umpire: str | None) -> Refused | None:
        """Return a refusal if the match is called to this table already; a second call would restart its reporting
        time."""
        record = self.view.state.matches[match]
        for one in self.sitting:
            if (one.match, one.table) == (match, table) and umpire in (None, record.umpire):
                called = f"{match} is on table {table} already, called at {one.called:%H:%M}"
                return Refused("called", None, f"{called}: its time to report runs from then.")
        return None

    def umpire_obstacle(self, name: str, match: QueuedMatch) -> str | None:
        known = {person.name: str(one) for one, person in self.view.state.people.items()}
        one = known.get(name, name)
        for played in self.hall.played:
            if played.ended is None and played.id != match.id and one in (*played.names, played.umpire):
                return f"{name} is at table {played.table} in the match {played.id}"
        umpire = next((own for own in self.hall.umpires if own.name == one), Umpire(one))
        return None if is_neutral(umpire, match.names, self.hall.clubs) else f"{name} belongs to one of the sides"

    def match_obstacle(self, match: MatchId) -> Refused | None:
        """Return why a match cannot be called to any table."""
        status = self.view.status(match)
        if status not in TO_PLAY:
            return Refused("not-open", None, f"{match} is {status}: it is not called.")
        if self.view.have_both_left(match):
            return Refused("both-left", None, f"{match} is not called: both have left.")
        # on hold at its table, from which it may move
        if None in self.view.sides(match) and not self.is_on_table(match):
            waits = decision_awaited(self.view, match) or next((one.why for one in self._feeders(match)), None)
            why = "its sides are not known yet" if waits is None else f"it {waits}"
            return Refused("sides-open", None, f"{match} cannot be called: {why}.")
        return None

    def _feeders(self, match: MatchId) -> Iterator[WaitingMatch]:
        return (one for one in obstacles(self.hall, self.queued(match)) if one.cause == "feeder")


@cached_per_state
def _hall(view: TournamentNow) -> HallNow:
    """Return the hall without the time and the absent players, which `CallQueue.hall` adds."""
    state = view.state
    taken = {one.table for one in matches_on_tables(view)}
    return HallNow(
        now=0,
        tables=tuple(
            table
            for table in range(1, state.announced.hall.tables + 1)
            if table not in state.tables_out and table not in taken
        ),
        played=tuple(_played(view)),
        rest=state.announced.hall.rest_minutes,
        umpires=umpires_as_people(view),
        clubs=clubs_of_people(view),
        names={str(one): person.name for one, person in state.people.items()},
    )


@cached_per_state
def _queue(view: TournamentNow) -> tuple[QueuedMatch, ...]:
    """Return the parts of the queue that do not depend on the time. Possible players are slow to find, and only matches
    that wait for no other match need them."""
    staying = {one.match for one in matches_on_tables(view) if not one.has_to_move}
    found = []
    for match in open_fixtures(view).ids:
        if match not in staying:
            after = open_fixtures(view).after(match) if None in view.sides(match) else ()
            waiting = QueuedMatch(id=match, after=after, held=decision_awaited(view, match)) if after else None
            found.append(waiting or _queued(view, match))
    return tuple(found)


def _queued(view: TournamentNow, match: MatchId) -> QueuedMatch:
    fixtures = open_fixtures(view)
    return QueuedMatch(
        id=match,
        people=tuple(fixtures.feeding.comers(match)),
        after=fixtures.after(match),
        held=decision_awaited(view, match),
        is_moving=match in _matches_to_move(view),
    )


@cached_per_state
def _are_most_checked_in(view: TournamentNow) -> bool:
    """Return whether most people are checked in, so that the others count as absent."""
    people, checks = view.state.people, view.state.checks
    here = sum("here" in checks.get(one, {}) and checks[one]["here"].holds for one in people)
    return 2 * here > len(people)


@cached_per_state
def _matches_to_move(view: TournamentNow) -> frozenset[MatchId]:
    return frozenset(one.match for one in matches_on_tables(view) if one.has_to_move)


def _played(view: TournamentNow) -> Iterator[StartedMatch]:
    """Yield matches on a table and finished matches, as far as their times are known."""
    sitting = {one.match for one in matches_on_tables(view) if not one.has_to_move}
    umpires = {person.name: str(one) for one, person in view.state.people.items()}
    comers = open_fixtures(view).feeding.comers
    for match, record in view.state.matches.items():
        umpire = umpires.get(record.umpire, record.umpire) if record.umpire is not None else None
        if match in sitting and view.status(match) == "called" and record.called is not None:
            began = minute_of(view, record.called)
            yield StartedMatch(
                id=match, table=record.table or 0, names=tuple(comers(match)), began=began, umpire=umpire
            )
        elif record.signed is not None and record.result is not None:
            ended = minute_of(view, record.signed)
            # after a walkover no rest is needed
            is_void = view.status(match) == "void"
            names = () if record.result.walkover is not None else _who_played(view, match) if is_void else comers(match)
            yield StartedMatch(
                id=match,
                table=record.table or 0,
                names=tuple(names),
                began=ended,
                ended=ended,
                umpire=umpire,
                is_void=is_void,
            )


def _who_played(view: TournamentNow, match: MatchId) -> Iterator[str]:
    """Yield the people who played a recorded result, even if the match belongs to others since."""
    record = view.state.matches[match]
    sides = () if record.result is None else (record.result.a, record.result.b)
    known = view.state.entries[record.key.event]
    return (str(one) for entry in sides if entry in known for one in who_plays(view.state, record, entry))
