"""Refuse hints on matches in play unless both sides agreed.

Positions are compared with boards open in this process. A position changed by millimetres, a rewritten record, or
another process or program gets around this.
"""

from collections.abc import Iterable, Iterator
from typing import Protocol

from carrom.equipment import Position
from carrom.match import Event, Match
from carrom.match.log.acts import StrokeMade
from carrom.physics import Stroke
from carrom.server.table.agreement import Agreement
from carrom.server.table.state import may_use_aids

_NEAR = 3.0
"""Millimetres between coins of equal positions."""


class PlayedMatch(Protocol):
    match: Match
    agreed: Agreement


def is_hint_forbidden(matches: Iterable[PlayedMatch], position: Position) -> bool:
    return any(True for _ in _unaided_at(matches, position))


def is_trial_forbidden(matches: Iterable[PlayedMatch], position: Position, stroke: Stroke) -> bool:
    """Whether this stroke could be tried before it is played. Those already played from the position are exempt."""
    return any(
        all(act.aim != stroke for act in _strokes(match.effective())) for match in _unaided_at(matches, position)
    )


def is_record_in_play(matches: Iterable[PlayedMatch], events: Iterable[Event]) -> bool:
    """Whether the record has the first stroke of a match in play without hints."""
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
        return board.position == position  # before the break all racks look alike
    # Coins do not overlap: at most one is near each.
    return all(
        any(
            one.kind == other.kind and abs(one.x - other.x) <= _NEAR and abs(one.y - other.y) <= _NEAR
            for other in position.pieces
        )
        for one in board.position.pieces
    )
