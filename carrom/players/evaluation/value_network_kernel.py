"""The compiled part of `carrom.players.evaluation.value_network`: sums over pieces, from tables."""

from math import hypot

import numpy as np

from carrom.equipment.sizes import PIECE_RADIUS
from carrom.physics.build import compiled

_APART = 2 * PIECE_RADIUS
# Assumed places of returning pieces: the centre, or beside it where that is taken.
_SPOTS = np.array([(0.0, 0.0)] + [(r * x, r * y) for r in (33.0, 66.0) for x, y in ((0, 1), (1, 0), (-1, 0), (0, -1))])


@compiled
def add_pieces(places, whose, tables, low, step, out):  # type: ignore[no-untyped-def]
    """Add up the contributions of each layout's pieces: (layouts, width), interpolated between four grid points.

    `places` (layouts, pieces, 2), NaN for a missing piece; `whose` (pieces): 0 own, 1 the rival's, 2 the queen.
    Pieces in their usual places are added up once.
    """
    pieces, width = len(whose), tables.shape[3]
    usual = _usual_places(places)
    each, total = np.zeros((pieces, width), dtype=np.float32), np.zeros(width, dtype=np.float32)
    for j in range(pieces):
        if not np.isnan(usual[j, 0]):
            _add(tables[whose[j]], usual[j, 0], usual[j, 1], low, step, each[j])
            total += each[j]
    moved = np.empty(pieces, dtype=np.int64)
    for row in range(len(places)):
        count = 0
        for j in range(pieces):
            x, y = places[row, j, 0], places[row, j, 1]
            is_there = x == usual[j, 0] and y == usual[j, 1]
            if not is_there and not (np.isnan(x) and np.isnan(usual[j, 0])):
                moved[count] = j
                count += 1
        into = out[row]
        for n in range(width):
            into[n] += total[n]
        for k in range(count):
            j = moved[k]
            if not np.isnan(usual[j, 0]):
                for n in range(width):
                    into[n] -= each[j, n]
            if not np.isnan(places[row, j, 0]):
                _add(tables[whose[j]], places[row, j, 0], places[row, j, 1], low, step, into)


@compiled
def _usual_places(places):  # type: ignore[no-untyped-def]
    """Usual place of each piece: the first that two layouts in a row share, NaN without one. Moved pieces never rest in
    exactly the same place twice."""
    usual = np.full((places.shape[1], 2), np.nan)
    for j in range(places.shape[1]):
        for row in range(1, len(places)):
            if places[row, j, 0] == places[row - 1, j, 0] and places[row, j, 1] == places[row - 1, j, 1]:
                usual[j, 0], usual[j, 1] = places[row, j, 0], places[row, j, 1]
                break
    return usual


@compiled
def _add(table, x, y, low, step, into):  # type: ignore[no-untyped-def]
    side, one = table.shape[0], np.float32(1.0)
    across, along = (x - low) / step, (y - low) / step
    i, k = min(max(int(across), 0), side - 2), min(max(int(along), 0), side - 2)
    u, v = np.float32(across - i), np.float32(along - k)
    a, b, c, d = (one - u) * (one - v), u * (one - v), (one - u) * v, u * v
    for n in range(table.shape[2]):
        into[n] += a * table[i, k, n] + b * table[i + 1, k, n] + c * table[i, k + 1, n] + d * table[i + 1, k + 1, n]


@compiled
def return_pieces(places, whose, back):  # type: ignore[no-untyped-def]
    """Put returning pieces on the board, in place: `back` (layouts, 3) counts them by owner."""
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
