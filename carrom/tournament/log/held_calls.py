"""A match at its table that others play now, that was on hold and can be played, or whose players come from another
table: it is called from then on."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime

from carrom.tournament.draws.bracket import Bye, Entrant, LoserOf, MatchId, PlaceOf, Slot, WinnerOf
from carrom.tournament.log.elsewhere import elsewhere
from carrom.tournament.log.state import MatchRecord, StageKey, State
from carrom.tournament.log.view import TournamentView
from carrom.tournament.tables.results import EntryId, Side

_SIDES: tuple[Side, Side] = ("a", "b")
Seated = tuple[EntryId | None, EntryId | None]
_FILLS_PLACES = ("definition", "draws", "published", "ruled", "held", "left", "protests", "shootouts")
"""What of a state decides who sits where, besides its matches."""


def call_anew(before: State, after: State, at: datetime) -> State:
    """The state in which nobody is late for a match that could not be played until now, or not by him.

    Whose place was open reports again, and so does whoever comes into it. Who was at another table has his time from
    when he is free there. What was in play goes on, unless somebody else plays it now: then it has not begun.
    """
    sitting = after.sitting
    if not sitting:
        return after
    waiting = [record for record in sitting if _may_have_waited(record)]
    told = [record for match, record in after.matches.items() if before.matches.get(match) is not record]
    if all(getattr(before, part) is getattr(after, part) for part in _FILLS_PLACES):
        # Tables are not added up for results that have nothing to do with them.
        moved = _Moved(after, told)
        waiting = [one for one in waiting if moved.may_reach(one)]
    if any(_has_got_up(before, one) for one in told) or before.tables_out is not after.tables_out:
        known = {one.fixture.id for one in waiting}
        waiting += (one for one in sitting if one.started is None and one.fixture.id not in known)
    if not waiting:
        return after
    was, now = TournamentView(before), TournamentView(after)
    for record in waiting:
        match = record.fixture.id
        if match not in before.matches or before.matches[match].table is None:
            continue
        plays = now.sides(match)
        if None in plays:
            continue
        had = was.sides(match)
        new = newcomers(record, had, plays)
        waited = {side for side, one in zip(_SIDES, had, strict=True) if one is None}
        is_free = bool(elsewhere(was).get(match)) and not elsewhere(now).get(match)
        if new:
            # What a pad told of it was told of others.
            record = replace(record, started=None, reopened_at=record.version)
        if new or ((waited or is_free) and record.started is None):
            # Of several tables that wait for somebody the one that called first stays the first.
            since = (record.waited_since or record.called) if is_free and not new else None
            reported = record.reported - new - waited
            after = after.with_match(replace(record, called=at, waited_since=since, reported=reported))
    return after


def newcomers(record: MatchRecord, had: Seated, has: Seated) -> frozenset[Side]:
    """The sides that are somebody else's now, whom the table does not know."""
    seats = zip(_SIDES, had, has, record.expected, strict=True)
    return frozenset(side for side, old, new, known in seats if old != new and known not in (None, new))


def _may_have_waited(record: MatchRecord) -> bool:
    """Whether somebody in it comes out of another match or a table."""
    return not all(isinstance(slot, Entrant | Bye) for slot in record.fixture.slots)


def _has_got_up(before: State, record: MatchRecord) -> bool:
    """Whether its players were at a table, and are not any more."""
    was = before.matches.get(record.fixture.id)
    was_there = was is not None and was.table is not None and was.result is None
    return was_there and (record.table is None or record.result is not None)


class _Moved:
    """What some matches can change in others, also through matches between that nobody had to play."""

    def __init__(self, state: State, told: Sequence[MatchRecord]) -> None:
        self._state = state
        self._matches = {one.fixture.id for one in told}
        self._stages = {one.key for one in told}
        self._known: dict[MatchId, bool] = {}

    def may_reach(self, record: MatchRecord) -> bool:
        """Whether somebody in a match may be another one now."""
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
