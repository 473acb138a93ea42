"""What comes back to the board by plain hands: the queen to the centre, due pieces anywhere lawful by chance."""

from functools import lru_cache

import numpy as np

from carrom.equipment import CentreReading, Seat, queen_place
from carrom.equipment.centre_place import LAWS_READING, base_points
from carrom.equipment.due_place import DUE_GRID
from carrom.play.many.rows import QUEEN, position_of
from carrom.play.player import Point
from carrom.play.sight import Floats

_SAME = 1e-9
"""What is easier by no more than this may be as hard: far above rounding, far below what tells two places apart."""


@lru_cache(maxsize=1)
def _grid() -> Floats:
    return np.array(DUE_GRID)


@lru_cache(maxsize=4)
def _base(seat: Seat) -> Floats:
    return np.array(base_points(seat))


def centre_place(places: Floats, in_turn: Seat, reading: CentreReading = LAWS_READING) -> Point:
    """Where a piece goes that comes back to the centre: the middle is free for the most part, and quickly looked at."""
    from carrom.play.many.placing_kernel import is_free

    if is_free(places, 0.0, 0.0):
        return 0.0, 0.0
    return queen_place(position_of(places), in_turn, reading, lambda best: hard_places(places, best, in_turn))


def hard_places(places: Floats, points: list[Point], in_turn: Seat) -> list[Point]:
    """Those of these points that may be the hardest for the player in turn: a first look, by compiled bounds."""
    from carrom.play.many.placing_kernel import ease_bounds

    low, high = ease_bounds(places, np.array(points), _base(in_turn))
    return [point for point, least in zip(points, low.tolist(), strict=True) if least <= high.min() + _SAME]


def place_plainly(places: Floats, *, queen: Point | None, white: int, black: int, seed: int, number: int) -> bool:
    """Put these on the board, in place. False, and nothing is changed, where that is not as simple as it seems."""
    from carrom.play.many.placing_kernel import place_by_chance

    after = places.copy()
    if queen is not None:
        after[QUEEN] = queen
    for first, count in ((0, white), (9, black)):
        if count and not place_by_chance(after, first, count, _grid(), np.uint64(seed), number):
            return False
    places[:] = after
    return True
