"""The live queue, asked about a whole tournament: what to call to which table now, why the rest waits, and whether a
match may be called that somebody asks for."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property

from carrom.base.errors import CarromError
from carrom.base.refusal import Refused
from carrom.tournament.desk.fixtures import OpenFixtures
from carrom.tournament.desk.lengths import Lengths
from carrom.tournament.desk.moments import minute_of
from carrom.tournament.desk.naming import placeholder
from carrom.tournament.desk.on_tables import on_tables
from carrom.tournament.desk.umpires import clubs_of_people, umpires_as_people
from carrom.tournament.draws.bracket import LoserOf, MatchId, PlaceOf, Slot, WinnerOf
from carrom.tournament.log.people import PersonId
from carrom.tournament.log.state import MatchRecord
from carrom.tournament.log.table_facts import Called
from carrom.tournament.log.view import TO_PLAY, TournamentView
from carrom.tournament.plan.queue import (
    Call,
    Cause,
    HallNow,
    Played,
    Queued,
    Waits,
    calls,
    neutral_umpire,
    obstacles,
)
from carrom.tournament.plan.umpires import Umpire, is_neutral


def next_calls(
    view: TournamentView, now: datetime, *, absent: frozenset[PersonId] = frozenset()
) -> tuple[tuple[Call, ...], tuple[Waits, ...]]:
    """Matches for the free tables, and for every other one that is at no table the reason why it waits.

    Who is `absent` has not reported; so has nobody whose check-in was taken back.
    """
    calling = Calling(view, now, absent)
    return calls(calling.hall, calling.queue)


@dataclass(frozen=True, slots=True, kw_only=True)
class WaitingTogether:
    """Matches that wait for the same kind of thing."""

    cause: Cause
    why: str
    matches: tuple[MatchId, ...]


_CAUSES: dict[Cause, str] = {
    "table": "for a table",
    "feeder": "for matches before them",
    "playing": "for somebody who is at another table",
    "rest": "until somebody has rested",
    "absent": "for somebody who has not reported",
}


def grouped(waiting: tuple[Waits, ...]) -> list[WaitingTogether]:
    """The waiting matches by what they wait for, the most frequent first."""
    found: dict[tuple[Cause, str], list[MatchId]] = {}
    for one in waiting:
        why = _CAUSES.get(one.cause, one.why.removeprefix("waits ").replace("not before", "until"))
        found.setdefault((one.cause, why), []).append(MatchId(one.match))
    rows = [WaitingTogether(cause=cause, why=why, matches=tuple(ids)) for (cause, why), ids in found.items()]
    return sorted(rows, key=lambda row: -len(row.matches))


def call_match(
    view: TournamentView,
    match: MatchId,
    table: int,
    *,
    now: datetime,
    reason: str | None = None,
    umpire: str | None = None,
) -> Called | Refused:
    """The fact that calls a match to a table, or why `next` would not do so.

    With a reason the desk may know better about people: who is said to be at another table, to rest or to be away. It
    cannot know better who plays in a match whose sides are open, nor put two matches on one table.
    """
    calling = Calling(view, now, frozenset())
    refused = calling.table_obstacle(match, table) or calling.match_obstacle(match)
    if refused is not None:
        return refused
    queued = calling.queued(match)
    if not calling.is_on_table(match) and not reason:
        for wait in obstacles(calling.hall, queued):
            text = f"{match}: {wait.why}. To call it all the same, give a reason."
            return Refused(f"call-{wait.cause}", None, text)
    if umpire is not None and not reason:
        against = calling.umpire_obstacle(umpire, queued)
        if against is not None:
            return Refused("umpire", None, f"{match}: {against}. To take that umpire all the same, give a reason.")
    if umpire is None and view.state.matches[match].umpire is None:
        umpire = neutral_umpire(calling.hall, queued)
        umpire = calling.hall.called.get(umpire, umpire) if umpire is not None else None
    return Called(match=match, table=table, umpire=umpire)


class Calling:
    """A tournament at one moment, as the queue sees it."""

    def __init__(self, view: TournamentView, now: datetime, absent: frozenset[PersonId]) -> None:
        self.view = view
        self.now = minute_of(view, now)
        self.absent = absent
        self.open = OpenFixtures(view)
        self.lengths = Lengths(view.state)
        self.sitting = on_tables(view)

    @cached_property
    def hall(self) -> HallNow:
        """Tables, people and umpires now."""
        state = self.view.state
        taken = {one.table for one in self.sitting}
        umpires = umpires_as_people(self.view)
        return HallNow(
            now=self.now,
            tables=tuple(
                table
                for table in range(1, state.announced.hall.tables + 1)
                if table not in state.tables_out and table not in taken
            ),
            played=tuple(self._played()),
            rest=state.announced.hall.rest_minutes,
            absent=frozenset(str(one) for one in state.people if one in self.absent or self._is_gone(one)),
            umpires=umpires,
            clubs=clubs_of_people(self.view),
            called={str(one): person.name for one, person in state.people.items()},
        )

    @property
    def queue(self) -> list[Queued]:
        """Every open match that is at no table, or has to leave it."""
        staying = {one.match for one in self.sitting if not one.has_to_move}
        return [self._waiting(match) or self.queued(match) for match in self.open.ids if match not in staying]

    def _waiting(self, match: MatchId) -> Queued | None:
        """A match that waits for others before it: who may come into it need not be asked, which takes long."""
        after = self.open.after(match) if None in self.view.sides(match) else ()
        return Queued(id=match, people=(), after=after, held=self._held(match)) if after else None

    def queued(self, match: MatchId) -> Queued:
        """One open match."""
        one = self.open.one(match)
        return Queued(
            id=one.id,
            people=one.people,
            after=one.after,
            held=self._held(match),
            not_before=self._opens(match),
            is_moving=any(own.match == match and own.has_to_move for own in self.sitting),
        )

    def _is_gone(self, person: PersonId) -> bool:
        here = self.view.state.checks.get(person, {}).get("here")
        return here is not None and not here.holds

    def is_on_table(self, match: MatchId) -> bool:
        """Whether a call would only move it."""
        return any(one.match == match for one in self.sitting)

    def table_obstacle(self, match: MatchId, table: int) -> Refused | None:
        """Why a table cannot have a match."""
        state = self.view.state
        if not 1 <= table <= state.announced.hall.tables:
            return Refused("no-table", None, f"There is no table {table}: the hall has {state.announced.hall.tables}.")
        if table in state.tables_out:
            return Refused("table-out", None, f"Table {table} is out of service.")
        for one in self.sitting:
            if one.table == table and one.match != match:
                held = " and on hold: move or free it first" if one.is_on_hold else ""
                return Refused("table-taken", None, f"{one.match} is on table {table}{held}.")
        return None

    def umpire_obstacle(self, name: str, match: Queued) -> str | None:
        """Why somebody is not the umpire for a match."""
        known = {person.name: str(one) for one, person in self.view.state.people.items()}
        one = known.get(name, name)
        for played in self.hall.played:
            if played.ended is None and played.id != match.id and one in (*played.names, played.umpire):
                return f"{name} is at table {played.table} in the match {played.id}"
        umpire = next((own for own in self.hall.umpires if own.name == one), Umpire(one))
        return None if is_neutral(umpire, match.names, self.hall.clubs) else f"{name} belongs to one of the sides"

    def match_obstacle(self, match: MatchId) -> Refused | None:
        """Why a match can be called to no table at all."""
        status = self.view.status(match)
        if status not in TO_PLAY:
            return Refused("not-open", None, f"{match} is {status}: it is not called.")
        if None in self.view.sides(match):
            why = self._held(match) or next((one.why for one in self._feeders(match)), "its sides are not known yet")
            return Refused("sides-open", None, f"{match} cannot be called: it {why}.")
        return None

    def _feeders(self, match: MatchId) -> Iterator[Waits]:
        return (one for one in obstacles(self.hall, self.queued(match)) if one.cause == "feeder")

    def _opens(self, match: MatchId) -> int:
        """The minute from which on the hall is open long enough."""
        try:
            return self.view.state.announced.hall.hours.fit(self.now, self.lengths.minutes(match))
        except CarromError:  # a match that is longer than any day has to be begun nevertheless
            return self.now

    def _played(self) -> Iterator[Played]:
        """Matches on a table and matches that are over, as far as the log knows their times."""
        sitting = {one.match for one in self.sitting if not one.has_to_move}
        umpires = {person.name: str(one) for one, person in self.view.state.people.items()}
        for match, record in self.view.state.matches.items():
            umpire = umpires.get(record.umpire, record.umpire) if record.umpire is not None else None
            if match in sitting and self.view.status(match) == "called" and record.called is not None:
                began, people = minute_of(self.view, record.called), tuple(self.open.feeding.comers(match))
                yield Played(id=match, table=record.table or 0, names=people, began=began, umpire=umpire)
            elif record.signed is not None and record.result is not None:
                ended = minute_of(self.view, record.signed)
                is_played = record.result.walkover is None
                # Who had nobody to play against needs no rest.
                names = tuple(self.open.feeding.comers(match)) if is_played else ()
                yield Played(id=match, table=record.table or 0, names=names, began=ended, ended=ended, umpire=umpire)

    def _held(self, match: MatchId) -> str | None:
        """What keeps a match back that is neither table nor person nor an open match."""
        record = self.view.state.matches[match]
        if self.view.status(match) == "void":
            return "waits for a decision: it was played by others than it belongs to"
        for slot in record.fixture.slots:
            if self.view.entry_in(slot, record.key) is None:
                why = self._slot_held(slot, record)
                if why is not None:
                    return why
        return None

    def _slot_held(self, slot: Slot, record: MatchRecord) -> str | None:
        view = self.view
        if isinstance(slot, WinnerOf | LoserOf):
            status = view.status(slot.match)
            if status == "bye":
                fed = view.state.matches[slot.match]
                inner = (self._slot_held(one, fed) for one in fed.fixture.slots)
                return next((why for why in inner if why is not None), None)
            if status in ("under protest", "under review", "provisional", "played"):
                ends = {"provisional": "to be confirmed", "played": "to have a winner"}
                return (
                    f"waits for {slot.match}, which is {status}"
                    if status not in ends
                    else (f"waits for {slot.match} {ends[status]}")
                )
        before = view.state.before(record.key)
        if isinstance(slot, PlaceOf) and before is not None:
            tables = view.tables(before)
            if slot.group < len(tables) and tables[slot.group].is_complete:
                return f"waits for the tie for {placeholder(view, slot)} to be decided"
            stage = view.state.stage(before)
            if not stage.form.is_whole(stage, len(view.state.draws.get(before, ()))):
                return f"waits for the rounds of {before} that are not drawn yet"
        return None
