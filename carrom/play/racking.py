"""A rack as hands lay it: touching for the eye, with gaps of a hair between the pieces.

The Laws want the pieces touching each other, and `Position.start` has them so, exactly. No hand does that. It matters:
through an exact rack a stroke runs like through a row of balls on strings, and the same break pockets the same three
pieces nearly every time; gaps of a fiftieth of a millimetre are enough to end that.
"""

from math import cos, pi, sin, sqrt

import numpy as np

from carrom.equipment import Position, Seat
from carrom.equipment.sizes import PIECE_RADIUS

HAND_LAID = 0.1
"""The mean gap between neighbours, mm. An estimate: about what the sizes of good pieces differ by."""


def rack_by_hand(
    rng: np.random.Generator, rotation: float = 45.0, *, breaker: Seat = Seat.SOUTH, gap: float = HAND_LAID
) -> Position:
    """The rack of Law 41 with gaps from 0 to twice `gap` between neighbours; a gap of 0 is the exact rack."""
    exact = Position.start(rotation, breaker=breaker)
    if gap == 0:
        return exact
    wider = 1 + gap / (2 * PIECE_RADIUS)
    laid = []
    for piece in exact.pieces:
        # Evenly in a disc half the gap wide: two neighbours that err towards each other just touch.
        off, angle = gap / 2 * sqrt(float(rng.random())), 2 * pi * float(rng.random())
        x, y = piece.x * wider + off * cos(angle), piece.y * wider + off * sin(angle)
        laid.append((piece.kind, round(x, 4), round(y, 4)))
    return Position.of(laid)
