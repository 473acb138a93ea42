"""Whether somebody whom a match at its table needs is at another table: the one check, however he came into the match,
by a call, a correction, a ruling, a substitution or an undo."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

from carrom.tournament.draws.bracket import MatchId
from carrom.tournament.log.line_ups import who_plays
from carrom.tournament.log.people import PersonId
from carrom.tournament.log.state import MatchRecord
from carrom.tournament.log.view import TournamentView, read_once
from carrom.tournament.tables.results import Side

_SIDES: tuple[Side, Side] = ("a", "b")


@dataclass(frozen=True, slots=True, kw_only=True)
class Elsewhere:
    """Somebody of a side who is at another table, or called there, and in which match."""

    side: Side
    person: PersonId
    match: MatchId
    table: int
    is_there: bool
    """Whether he is known to be at that table, and not only called."""


@dataclass(frozen=True, slots=True, kw_only=True)
class _Place:
    record: MatchRecord
    side: Side
    table: int

    @property
    def order(self) -> tuple[bool, bool, datetime]:
        """Of two matches somebody is at the one in play; else where he is noted; else where he was called first."""
        is_in_play = self.record.started is not None or self.record.latest is not None
        since = self.record.started or self.record.waited_since or self.record.called or datetime.max
        return (not is_in_play, self.side not in self.record.reported, since)


@read_once
def elsewhere(view: TournamentView) -> Mapping[MatchId, tuple[Elsewhere, ...]]:
    """Of every match at a table those whom it needs and who are at another one."""
    places: dict[PersonId, list[_Place]] = {}
    for record in at_tables(view):
        for side, entry in zip(_SIDES, view.sides(record.fixture.id), strict=True):
            for person in () if entry is None else who_plays(view.state, record, entry):
                places.setdefault(person, []).append(_Place(record=record, side=side, table=record.table or 0))
    found: dict[MatchId, list[Elsewhere]] = {}
    for person, own in places.items():
        if len(own) == 1:
            continue
        there = min(own, key=lambda one: one.order)
        for one in own:
            if one.record.fixture.id != there.record.fixture.id:
                found.setdefault(one.record.fixture.id, []).append(
                    Elsewhere(
                        side=one.side,
                        person=person,
                        match=there.record.fixture.id,
                        table=there.table,
                        is_there=not all(there.order[:2]),
                    )
                )
    return {match: tuple(who) for match, who in found.items()}


@read_once
def at_tables(view: TournamentView) -> tuple[MatchRecord, ...]:
    """The matches that people sit at, or are called to; not those that are on hold or have to move."""
    state = view.state
    working = range(1, state.announced.hall.tables + 1)
    return tuple(
        record
        for record in state.sitting
        if record.table in working and record.table not in state.tables_out
        if view.status(record.fixture.id) == "called"
    )
