"""Calls to tables: players who are busy at another table, and calls that start again.

`busy_players` is the only check for players at two tables, whether a call, a correction, a ruling, a substitution or an
undo brought them into a match.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from carrom.tournament.draws.bracket import Bye, Entrant, LoserOf, MatchId, PlaceOf, Slot, WinnerOf
from carrom.tournament.log.entries import who_plays
from carrom.tournament.model.people import PersonId
from carrom.tournament.model.state import MatchRecord, StageKey, State
from carrom.tournament.seating.now import Sides, TournamentNow, cached_per_state
from carrom.tournament.tables.results import SIDES, Side


@dataclass(frozen=True, slots=True, kw_only=True)
class BusyPlayer:
    """A player of a match, busy at another table or called to it."""

    side: Side
    person: PersonId
    match: MatchId
    table: int
    is_there: bool
    """Whether the player is known to be at that table, and not only called."""


@dataclass(frozen=True, slots=True, kw_only=True)
class _Appearance:
    record: MatchRecord
    side: Side
    table: int

    @property
    def order(self) -> tuple[bool, bool, datetime]:
        """Sort key of a player's match: one in play first, then one where the side reported, then the earliest call."""
        is_in_play = self.record.started is not None or self.record.latest is not None
        since = self.record.started or self.record.waited_since or self.record.called or datetime.max
        return (not is_in_play, self.side not in self.record.reported, since)


@cached_per_state
def busy_players(view: TournamentNow) -> Mapping[MatchId, tuple[BusyPlayer, ...]]:
    places: dict[PersonId, list[_Appearance]] = {}
    for record in matches_at_tables(view):
        for side, entry in zip(SIDES, view.sides(record.fixture.id), strict=True):
            for person in () if entry is None else who_plays(view.state, record, entry):
                places.setdefault(person, []).append(_Appearance(record=record, side=side, table=record.table or 0))
    found: dict[MatchId, list[BusyPlayer]] = {}
    for person, appearances in places.items():
        if len(appearances) == 1:
            continue
        current = min(appearances, key=lambda one: one.order)
        for one in appearances:
            if one.record.fixture.id != current.record.fixture.id:
                found.setdefault(one.record.fixture.id, []).append(
                    BusyPlayer(
                        side=one.side,
                        person=person,
                        match=current.record.fixture.id,
                        table=current.table,
                        is_there=not all(current.order[:2]),
                    )
                )
    return {match: tuple(players) for match, players in found.items()}


@cached_per_state
def matches_at_tables(view: TournamentNow) -> tuple[MatchRecord, ...]:
    """Return the matches at working tables that are called, not those on hold."""
    state = view.state
    working = range(1, state.announced.hall.tables + 1)
    return tuple(
        record
        for record in state.sitting
        if record.table in working and record.table not in state.tables_out
        if view.status(record.fixture.id) == "called"
    )


_SEATING_INPUTS = ("definition", "draws", "published", "frozen", "overruled", "left", "protests", "shootouts")
"""The parts of a state that seats depend on, besides its matches."""


def restart_calls(before: State, after: State, at: datetime) -> State:
    """Restart the call of matches that could not be played until now, or not by these players.

    Open sides and new players have to report again; players who were busy get their time from when they are free. A
    match in play goes on, unless its players changed: then it has not begun.
    """
    sitting = after.sitting
    if not sitting:
        return after
    waiting = [record for record in sitting if _may_have_waited(record)]
    changed = [record for match, record in after.matches.items() if before.matches.get(match) is not record]
    if all(getattr(before, part) is getattr(after, part) for part in _SEATING_INPUTS):
        moved = _Reach(after, changed)
        waiting = [one for one in waiting if moved.may_reach(one)]
    if any(_has_left_table(before, one) for one in changed) or before.tables_out is not after.tables_out:
        known = {one.fixture.id for one in waiting}
        waiting += (one for one in sitting if one.started is None and one.fixture.id not in known)
    if not waiting:
        return after
    view_before, view_now = TournamentNow(before), TournamentNow(after)
    for record in waiting:
        match = record.fixture.id
        if match not in before.matches or before.matches[match].table is None:
            continue
        sides_now = view_now.sides(match)
        if None in sides_now:
            continue
        sides_before = view_before.sides(match)
        new = replaced_sides(record, sides_before, sides_now)
        waited = {side for side, one in zip(SIDES, sides_before, strict=True) if one is None}
        is_free = bool(busy_players(view_before).get(match)) and not busy_players(view_now).get(match)
        if new:
            # what a pad sent was about the other players
            record = replace(record, started=None, reopened_at=record.version)
        if new or ((waited or is_free) and record.started is None):
            # among tables that wait for a player, the first to call stays first
            since = (record.waited_since or record.called) if is_free and not new else None
            reported = record.reported - new - waited
            after = after.with_match(replace(record, called=at, waited_since=since, reported=reported))
    return after


def replaced_sides(record: MatchRecord, before: Sides, after: Sides) -> frozenset[Side]:
    """Return the sides that have a new entry, unknown at the table."""
    sides = zip(SIDES, before, after, record.expected, strict=True)
    return frozenset(side for side, old, new, known in sides if old != new and known not in (None, new))


def _may_have_waited(record: MatchRecord) -> bool:
    """Whether an entry comes from another match or a table."""
    return not all(isinstance(slot, Entrant | Bye) for slot in record.fixture.slots)


def _has_left_table(before: State, record: MatchRecord) -> bool:
    """Whether the match was at a table before, and has finished or left it."""
    was = before.matches.get(record.fixture.id)
    was_there = was is not None and was.table is not None and was.result is None
    return was_there and (record.table is None or record.result is not None)


class _Reach:
    """The matches that some changed matches can affect, also through matches between that nobody had to play."""

    def __init__(self, state: State, changed: Sequence[MatchRecord]) -> None:
        self._state = state
        self._matches = {one.fixture.id for one in changed}
        self._stages = {one.key for one in changed}
        self._known: dict[MatchId, bool] = {}

    def may_reach(self, record: MatchRecord) -> bool:
        """Whether the sides of a match may have changed."""
        match = record.fixture.id
        if match not in self._known:
            self._known[match] = any(self._may_fill(slot, record.key) for slot in record.fixture.slots)
        return self._known[match]

    def _may_fill(self, slot: Slot, key: StageKey) -> bool:
        if isinstance(slot, WinnerOf | LoserOf):
            earlier = self._state.matches.get(slot.match)
            return slot.match in self._matches or (earlier is not None and self.may_reach(earlier))
        before = self._state.before(key) if isinstance(slot, PlaceOf) else None
        while before is not None:
            if before in self._stages:
                return True
            before = self._state.before(before)
        return False
