"""Racks as hands lay them, many at once: `carrom.play.racking` with counted chance."""

from functools import lru_cache
from math import pi, radians

import numpy as np

from carrom.equipment import Position
from carrom.equipment.sizes import PIECE_RADIUS
from carrom.play.many.chance import even_chances
from carrom.play.many.rows import places_of
from carrom.play.racking import HAND_LAID
from carrom.play.sight import Floats, Ints

_LANE_TURN = 38


@lru_cache(maxsize=1)
def _exact() -> Floats:
    return places_of(Position.start(0.0))


def lay_racks(seeds: Ints, counts: Ints, angles: Floats, *, gap: float = HAND_LAID, spread: float = 0.0) -> Floats:
    """(boards, 19, 2) as south sees them, each turned by its angle (degrees) and laid by a hand that leaves such gaps
    and misses the angle by about `spread` degrees."""
    chances = even_chances(seeds, counts, _LANE_TURN + 2)
    missed = spread * np.sqrt(-2.0 * np.log(chances[:, _LANE_TURN])) * np.cos(2 * pi * chances[:, _LANE_TURN + 1])
    turn = np.radians(angles + missed)
    x, y = _exact().T
    wider = 1.0 + gap / (2 * PIECE_RADIUS)
    # Evenly in a disc half the gap wide: two neighbours that err towards each other just touch.
    off = gap / 2 * np.sqrt(chances[:, 0:38:2])
    to = 2 * pi * chances[:, 1:38:2]
    laid = np.empty((len(seeds), len(x), 2))
    laid[:, :, 0] = wider * (x * np.cos(turn)[:, None] - y * np.sin(turn)[:, None]) + off * np.cos(to)
    laid[:, :, 1] = wider * (x * np.sin(turn)[:, None] + y * np.cos(turn)[:, None]) + off * np.sin(to)
    return laid


def turned_by(rotation: float) -> float:
    """The angle that a rack of this rotation (`Position.start`) is turned by, against the one of rotation 0."""
    return rotation if _is_counter_clockwise() else -rotation


@lru_cache(maxsize=1)
def _is_counter_clockwise() -> bool:
    first, then = _exact()[0], places_of(Position.start(10.0))[0]
    angle = radians(10.0)
    return bool(np.allclose(then, [first @ [np.cos(angle), -np.sin(angle)], first @ [np.sin(angle), np.cos(angle)]]))
