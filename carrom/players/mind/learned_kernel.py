"""The compiled part of `carrom.players.mind.learned`: sums over the pieces of thousands of layouts, from tables."""

from math import hypot

import numpy as np
from numba import njit

from carrom.equipment.sizes import PIECE_RADIUS

_APART = 2 * PIECE_RADIUS
# Where pieces that come back are thought to lie: at the centre, or beside it where that is taken.
_SPOTS = np.array([(0.0, 0.0)] + [(r * x, r * y) for r in (33.0, 66.0) for x, y in ((0, 1), (1, 0), (-1, 0), (0, -1))])


@njit(cache=True, error_model="numpy", nogil=True)
def add_pieces(places, whose, tables, low, step, out):  # type: ignore[no-untyped-def]
    """For each layout, what its pieces say, by whose they are: (layouts, 3 × width), read between four entries each.

    `places` (layouts, pieces, 2), NaN for one that is not there; `whose` (pieces): 0 own, 1 the rival's, 2 the queen.
    """
    side, width = tables.shape[1], tables.shape[3]
    for row in range(len(places)):
        for j in range(len(whose)):
            x, y = places[row, j, 0], places[row, j, 1]
            if np.isnan(x):
                continue
            across, along = (x - low) / step, (y - low) / step
            i, k = min(max(int(across), 0), side - 2), min(max(int(along), 0), side - 2)
            u, v = np.float32(across - i), np.float32(along - k)
            one = np.float32(1.0)
            a, b, c, d = (one - u) * (one - v), u * (one - v), (one - u) * v, u * v
            kind = whose[j]
            first = kind * width
            table = tables[kind]
            for n in range(width):
                out[row, first + n] += (
                    a * table[i, k, n] + b * table[i + 1, k, n] + c * table[i, k + 1, n] + d * table[i + 1, k + 1, n]
                )


@njit(cache=True, error_model="numpy", nogil=True)
def put_back(places, whose, back):  # type: ignore[no-untyped-def]
    """Lay down, in place, so many pieces of each kind as come back in each layout: (layouts, 3)."""
    for row in range(len(places)):
        for kind in range(2, -1, -1):
            for _ in range(back[row, kind]):
                slot = -1
                for j in range(len(whose)):
                    if whose[j] == kind and np.isnan(places[row, j, 0]):
                        slot = j
                        break
                if slot < 0:
                    break
                for spot in range(len(_SPOTS)):
                    x, y = _SPOTS[spot, 0], _SPOTS[spot, 1]
                    free = True
                    for j in range(len(whose)):
                        if hypot(places[row, j, 0] - x, places[row, j, 1] - y) < _APART:
                            free = False
                            break
                    if free:
                        places[row, slot, 0], places[row, slot, 1] = x, y
                        break
