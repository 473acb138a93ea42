"""What comes back to the board by plain hands: the queen to the centre, due pieces anywhere lawful by chance."""

from functools import lru_cache

import numpy as np

from carrom.equipment.due_place import DUE_GRID
from carrom.play.many.rows import QUEEN
from carrom.play.sight import Floats


@lru_cache(maxsize=1)
def _grid() -> Floats:
    return np.array(DUE_GRID)


def place_plainly(places: Floats, *, queen: bool, white: int, black: int, seed: int, number: int) -> bool:
    """Put these on the board, in place. False, and nothing is changed, where that is not as simple as it seems."""
    from carrom.play.many.placing_kernel import is_free, place_by_chance

    after = places.copy()
    if queen:
        if not is_free(after, 0.0, 0.0):
            return False
        after[QUEEN] = 0.0, 0.0
    for first, count in ((0, white), (9, black)):
        if count and not place_by_chance(after, first, count, _grid(), np.uint64(seed), number):
            return False
    places[:] = after
    return True
