"""Racks laid by hand: tiny gaps between the pieces, and not quite the intended angle.

In the exact rack the same break pockets the same three pieces nearly every time.
"""

from math import cos, pi, radians, sin, sqrt
from typing import Final

import numpy as np

from carrom.equipment import Position, Seat
from carrom.equipment.sizes import PIECE_RADIUS

RACK: Final = 45.0
"""One arm of the white Y towards the breaker's far right pocket."""
RACK_GAP: Final = 0.1
"""Mean gap between neighbours, mm. An estimate: about as much as good pieces differ in size."""
RACK_ANGLE_ERROR: Final = 5.0
"""Degrees (standard deviation). An estimate: about what the eye lets pass, five millimetres at the rim of the rack."""


def rack_by_hand(
    rng: np.random.Generator,
    rotation: float = RACK,
    *,
    breaker: Seat = Seat.SOUTH,
    gap: float = RACK_GAP,
    turn: float = RACK_ANGLE_ERROR,
) -> Position:
    """The rack of Law 41 with gaps from 0 to twice `gap` and an angle error of about `turn` degrees. A gap of 0 gives
    the exact rack at the exact angle."""
    exact = Position.start(rotation, breaker=breaker)
    if gap == 0:
        return exact
    wider = 1 + gap / (2 * PIECE_RADIUS)
    laid = []
    for piece in exact.pieces:
        # Evenly in a disc half the gap wide: two neighbours that err towards each other just touch.
        off, angle = gap / 2 * sqrt(float(rng.random())), 2 * pi * float(rng.random())
        laid.append((piece.kind, piece.x * wider + off * cos(angle), piece.y * wider + off * sin(angle)))
    missed = radians(turn * float(rng.standard_normal())) if turn else 0.0
    along, across = cos(missed), sin(missed)
    return Position.of(
        [(kind, round(x * along - y * across, 4), round(x * across + y * along, 4)) for kind, x, y in laid]
    )
