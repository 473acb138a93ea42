"""A match that was on hold at its table and can be played now: it is called from that moment on, not from before."""

from dataclasses import replace
from datetime import datetime

from carrom.tournament.draws.bracket import Bye, Entrant, LoserOf, PlaceOf, WinnerOf
from carrom.tournament.log.state import MatchRecord, StageKey, State
from carrom.tournament.log.view import TournamentView
from carrom.tournament.tables.results import Side

_SIDES: tuple[Side, Side] = ("a", "b")
_FILLS_PLACES = ("definition", "draws", "published", "ruled", "held", "left", "protests", "shootouts")
"""What of a state decides who sits where, besides its matches."""


def call_anew(before: State, after: State, at: datetime) -> State:
    """The state in which nobody is late for a match that could not be played until now.

    Whose place was open reports again: it may be somebody else's. What was in play goes on.
    """
    waiting = [record for record in after.matches.values() if _may_have_waited(record)]
    if not waiting:
        return after
    if all(getattr(before, part) is getattr(after, part) for part in _FILLS_PLACES):
        # Tables are not added up for results that have nothing to do with them.
        told = [record for match, record in after.matches.items() if before.matches.get(match) is not record]
        waiting = [one for one in waiting if any(_comes_out_of(after, one, other) for other in told)]
    was, now = TournamentView(before), TournamentView(after)
    for record in waiting:
        match = record.fixture.id
        if match not in before.matches or before.matches[match].table is None:
            continue
        open_sides = {side for side, entry in zip(_SIDES, was.sides(match), strict=True) if entry is None}
        if open_sides and None not in now.sides(match):
            after = after.with_match(replace(record, called=at, reported=record.reported - open_sides))
    return after


def _may_have_waited(record: MatchRecord) -> bool:
    """At a table, not in play, and somebody in it comes out of another match or a table."""
    is_called = record.table is not None and record.started is None and record.result is None
    return is_called and not all(isinstance(slot, Entrant | Bye) for slot in record.fixture.slots)


def _comes_out_of(state: State, record: MatchRecord, other: MatchRecord) -> bool:
    before: StageKey | None = state.before(record.key)
    return any(
        (isinstance(slot, WinnerOf | LoserOf) and slot.match == other.fixture.id)
        or (isinstance(slot, PlaceOf) and other.key == before)
        for slot in record.fixture.slots
    )
