"""A rack as hands lay it: touching for the eye, with gaps of a hair between the pieces, not quite at the angle meant.

The Laws want the pieces touching each other, and `Position.start` has them so, exactly. No hand does that. It matters:
through an exact rack a stroke runs like through a row of balls on strings, and the same break pockets the same three
pieces nearly every time; gaps of a fiftieth of a millimetre are enough to end that. The angle matters more: an arm of
the Y that points straight into a pocket sends its pieces home, one that points a few degrees beside it does not.
"""

from math import cos, pi, radians, sin, sqrt
from typing import Final

import numpy as np

from carrom.equipment import Position, Seat
from carrom.equipment.sizes import PIECE_RADIUS

RACK: Final = 45.0
"""One arm of the white Y towards the breaker's far right pocket: how a rack is meant that nobody has turned."""
RACK_GAP: Final = 0.1
"""The mean gap between neighbours, mm. An estimate: about what the sizes of good pieces differ by."""
RACK_ANGLE_ERROR: Final = 5.0
"""By how much the angle of a rack misses the one that was meant, degrees (standard deviation). An estimate: five
degrees are five millimetres at its rim, about what an eye passes that looks for a Y pointing somewhere."""


def rack_by_hand(
    rng: np.random.Generator,
    rotation: float = RACK,
    *,
    breaker: Seat = Seat.SOUTH,
    gap: float = RACK_GAP,
    turn: float = RACK_ANGLE_ERROR,
) -> Position:
    """The rack of Law 41 with gaps from 0 to twice `gap` between neighbours, about `turn` degrees off the angle that
    was meant. A gap of 0 is the exact rack, laid by no hand."""
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
