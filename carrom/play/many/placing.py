"""What comes back to the board by plain hands: the queen to the centre, due pieces anywhere lawful by chance."""

from functools import lru_cache

import numpy as np

from carrom.equipment import CentreReading, Seat, queen_place
from carrom.equipment.centre_place import LAWS_READING
from carrom.equipment.due_place import DUE_GRID
from carrom.play.many.rows import QUEEN, position_of
from carrom.play.player import Point
from carrom.play.sight import Floats


@lru_cache(maxsize=1)
def _grid() -> Floats:
    return np.array(DUE_GRID)


def centre_place(places: Floats, in_turn: Seat, reading: CentreReading = LAWS_READING) -> Point:
    """Where a piece goes that comes back to the centre: the middle is free for the most part, and quickly looked at."""
    from carrom.play.many.placing_kernel import is_free

    return (0.0, 0.0) if is_free(places, 0.0, 0.0) else queen_place(position_of(places), in_turn, reading)


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
