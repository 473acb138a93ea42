"""What nobody is helped with: positions and records of matches that people play without having agreed on hints.

Neither says where it comes from, so it is compared with the boards that are open in this process. Who moves a piece by
more than a hair's breadth, writes a record anew, asks another process or another program, is not found out.
"""

from collections.abc import Iterable, Iterator
from typing import Protocol

from carrom.equipment import Position
from carrom.match import Event, Match
from carrom.match.log.acts import StrokeMade
from carrom.physics import Stroke
from carrom.server.table.agreement import Agreement
from carrom.server.table.snapshot import may_use_aids

_NEAR = 3.0
"""Millimetres by which a piece may lie elsewhere and it is still that board."""


class PlayedMatch(Protocol):
    """A match, as it is looked at here."""

    match: Match
    agreed: Agreement


def is_hint_forbidden(matches: Iterable[PlayedMatch], position: Position) -> bool:
    """Whether people play this position now, against each other and without hints."""
    return any(True for _ in _unaided_at(matches, position))


def is_trial_forbidden(matches: Iterable[PlayedMatch], position: Position, stroke: Stroke) -> bool:
    """Whether a stroke would be seen before it is played there. One that was played is looked back at: a stroke that
    moved nothing leaves the position as it was."""
    return any(
        all(act.aim != stroke for act in _strokes(match.effective())) for match in _unaided_at(matches, position)
    )


def is_record_in_play(matches: Iterable[PlayedMatch], events: Iterable[Event]) -> bool:
    """Whether these are the events of a match that people play now without hints: its first stroke is among them."""
    rests = {act.rests for act in _strokes(events) if act.rests is not None}
    return any(not may_use_aids(one.match, one.agreed) and _first_rest(one.match) in rests for one in list(matches))


def _unaided_at(matches: Iterable[PlayedMatch], position: Position) -> Iterator[Match]:
    for one in list(matches):
        if _is_at(one.match, position) and not may_use_aids(one.match, one.agreed):
            yield one.match


def _strokes(events: Iterable[Event]) -> Iterator[StrokeMade]:
    return (event.act for event in events if isinstance(event.act, StrokeMade))


def _first_rest(match: Match) -> Position | None:
    return next((act.rests for act in _strokes(match.effective())), None)


def _is_at(match: Match, position: Position) -> bool:
    board = match.board
    if board is None or board.position is None or len(board.position.pieces) != len(position.pieces):
        return False
    if board.attempt is not None:
        return board.position == position  # racks are much alike: this one was laid by hand, and nobody has struck yet
    # Pieces do not overlap, so what is so near to a piece is near to no other.
    return all(
        any(
            one.kind == other.kind and abs(one.x - other.x) <= _NEAR and abs(one.y - other.y) <= _NEAR
            for other in position.pieces
        )
        for one in board.position.pieces
    )
