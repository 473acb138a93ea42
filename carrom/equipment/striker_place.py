"""Lawful places of the striker before a stroke (Law 130).

It touches both base lines, covers each base circle fully or not at all, and touches no arrow and no piece.
"""

from collections.abc import Iterator
from functools import lru_cache
from math import hypot, isfinite, sqrt

from carrom.equipment.free_space import Fault, overlapped_piece
from carrom.equipment.position import Position, number_text
from carrom.equipment.seats import Seat
from carrom.equipment.sizes import (
    ARROW_TAIL,
    ARROW_THICKNESS,
    ARROW_TIP,
    BASE_CIRCLE_ACROSS,
    BASE_CIRCLE_RADIUS,
    BASE_LINE_LENGTH,
    BASE_MIDDLE,
    LOWER_LINE,
    PIECE_RADIUS,
    STRIKER_RADIUS,
    UPPER_LINE,
)

# −257.35 is on the line although it has no exact binary form
_ROUNDING = 1e-9
_COVERS = STRIKER_RADIUS - BASE_CIRCLE_RADIUS
_REACH = STRIKER_RADIUS + PIECE_RADIUS
_CLEARS = STRIKER_RADIUS + BASE_CIRCLE_RADIUS

# Range in which the striker touches both lines.
NEAREST = -UPPER_LINE - STRIKER_RADIUS
FARTHEST = -LOWER_LINE + STRIKER_RADIUS
MIDDLE = -BASE_MIDDLE
_HEIGHTS = (MIDDLE, *(NEAREST + (FARTHEST - NEAREST) * step / 96 for step in range(97)))


def striker_fault(position: Position, seat: Seat, x: float, y: float) -> Fault | None:
    """Why the player at `seat` may not place the striker at (x, y), or None if Law 130 allows it."""
    if not (isfinite(x) and isfinite(y)):
        return Fault("not-a-place", "130a", "the striker's place is not a pair of finite numbers")
    fault = _line_fault(seat, x, y)
    if fault is not None:
        return fault
    piece = overlapped_piece(x, y, position.pieces, radius=STRIKER_RADIUS)
    if piece is not None:
        return Fault("piece", "130", f"the striker at {_at(x, y)} lies on the {piece.kind} piece at {piece.place}")
    return None


@lru_cache(maxsize=256)
def _line_fault(seat: Seat, x: float, y: float) -> Fault | None:
    """Fault that does not depend on the pieces.

    Cached: pages ask for the middle of each gap after every stroke.
    """
    across, ahead = seat.from_board(x, y)
    if not _touches_both_lines(across, ahead):
        return Fault("base-lines", "130a", f"the striker at {_at(x, y)} does not touch both base lines of {seat.value}")
    for side in (-1, 1):
        apart = hypot(across - side * BASE_CIRCLE_ACROSS, ahead - MIDDLE)
        if _COVERS + _ROUNDING < apart <= _CLEARS - _ROUNDING:
            return Fault(
                "base-circle", "130b", f"the striker at {_at(x, y)} touches a base circle without covering it fully"
            )
        if _arrow_distance(side * across, ahead) <= STRIKER_RADIUS - _ROUNDING:
            return Fault("arrow", "130b", f"the striker at {_at(x, y)} touches an arrow")
    return None


def striker_spans(position: Position, seat: Seat, ahead: float = MIDDLE) -> list[tuple[float, float]]:
    """Intervals in which the striker may be placed, from left to right for the player.

    `ahead` is the seat's own y (−252.6 is midway between the lines); intervals are in the seat's own x.
    """
    spans = list(_open_spans(ahead))
    for px, py in seat.all_from_board(position.pieces) if spans else ():
        gap = py - ahead
        if -_REACH < gap < _REACH:
            # Products round alike in every library, powers do not; the arrays of `carrom.play.batch` depend on it.
            reach = sqrt(_REACH * _REACH - gap * gap)
            spans = list(_cut(spans, px - reach, px + reach))
    return spans


@lru_cache(maxsize=128)
def _open_spans(ahead: float) -> tuple[tuple[float, float], ...]:
    off = ahead - MIDDLE
    if not NEAREST - _ROUNDING <= ahead <= FARTHEST + _ROUNDING:
        return ()
    inner = BASE_CIRCLE_ACROSS - sqrt(_CLEARS * _CLEARS - off * off)
    middle = (-inner, inner)
    if abs(off) <= _COVERS:
        half = sqrt(_COVERS * _COVERS - off * off)
        # The arrow runs at 45° through the corner, so x − y limits the striker.
        outer = min(BASE_CIRCLE_ACROSS + half, -ahead - (STRIKER_RADIUS + ARROW_THICKNESS / 2) * sqrt(2))
        if outer >= BASE_CIRCLE_ACROSS - half:
            return (-outer, half - BASE_CIRCLE_ACROSS), middle, (BASE_CIRCLE_ACROSS - half, outer)
    return (middle,)


def has_striker_room(position: Position, seat: Seat) -> bool:
    """Whether the striker has a place at all; if not, the board is replayed (Law 142)."""
    return any(striker_spans(position, seat, ahead) for ahead in _HEIGHTS)


def _touches_both_lines(across: float, ahead: float) -> bool:
    beyond = max(0.0, abs(across) - BASE_LINE_LENGTH / 2)  # it may lie past the lines' ends
    reach = STRIKER_RADIUS + _ROUNDING
    return hypot(beyond, ahead + LOWER_LINE) <= reach and hypot(beyond, ahead + UPPER_LINE) <= reach


def _arrow_distance(across: float, ahead: float) -> float:
    along = (across - ahead) / sqrt(2)
    beside = (across + ahead) / sqrt(2)
    beyond = max(ARROW_TAIL - along, 0.0, along - ARROW_TIP)
    return hypot(beyond, max(0.0, abs(beside) - ARROW_THICKNESS / 2))


def _cut(spans: list[tuple[float, float]], left: float, right: float) -> Iterator[tuple[float, float]]:
    for start, end in spans:
        if start < left:
            yield start, min(end, left)
        if end > right:
            yield max(start, right), end


def _at(x: float, y: float) -> str:
    return f"{number_text(x)},{number_text(y)}"
