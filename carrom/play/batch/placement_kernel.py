"""Place returning pieces on many boards at once, compiled.

Due places are tried on a grid only (`carrom.equipment.due_place`). Where the grid has no lawful place, the
match looks closer.
"""

from math import atan2, hypot, pi, sqrt

import numpy as np

from carrom.equipment.due_place import INNERMOST, OUTERMOST, PAIR_SPACE
from carrom.equipment.free_space import HAIR
from carrom.equipment.sizes import HALF, PIECE_RADIUS, POCKET_RADIUS, POCKETS, STRIKER_RADIUS, TOLERANCE
from carrom.physics.build import compiled
from carrom.play.batch.counter_rng_kernel import uniform

_POCKETS = np.array(POCKETS)
_CLEAR = 2 * PIECE_RADIUS - TOLERANCE
_QUEEN = 18
_CLOSE = 1e-9
"""Distance to a limit, mm, at which rounding could decide,"""
_LOOSE = 1e-4
"""and the same for corners, where two circles that hardly touch amplify rounding."""
_REACH = 2 * PIECE_RADIUS + HAIR


@compiled
def is_place_free(places, x, y):  # type: ignore[no-untyped-def]
    for j in range(len(places)):  # noqa: SIM110 - plain loops are what compiles well
        if hypot(places[j, 0] - x, places[j, 1] - y) < _CLEAR:
            return False
    return True


@compiled
def is_lawful_due_place(places, x, y):  # type: ignore[no-untyped-def]
    """`due_fault` would find nothing wrong with a due piece here."""
    far = hypot(x, y)
    if far > OUTERMOST + TOLERANCE or far < INNERMOST - TOLERANCE or not is_place_free(places, x, y):
        return False
    qx, qy = places[_QUEEN, 0], places[_QUEEN, 1]
    if not hypot(qx - x, qy - y) - 2 * PIECE_RADIUS <= PAIR_SPACE:
        return True
    return not (_faces_pocket(x, y, qx, qy) or _faces_pocket(qx, qy, x, y))


@compiled
def _faces_pocket(x, y, front_x, front_y):  # type: ignore[no-untyped-def]
    heading = atan2(front_y - y, front_x - x)
    for k in range(4):
        dx, dy = _POCKETS[k, 0] - front_x, _POCKETS[k, 1] - front_y
        off = abs((atan2(dy, dx) - heading + pi) % (2 * pi) - pi)
        if off <= atan2(POCKET_RADIUS, hypot(dx, dy)):
            return True
    return False


@compiled
def _clears(places, start_x, start_y, end_x, end_y, radius):  # type: ignore[no-untyped-def]
    """A disc can slide between two points without meeting a piece: 0 no, 2 yes, 1 too close to say."""
    dx, dy = end_x - start_x, end_y - start_y
    far = hypot(dx, dy)
    wide = radius + PIECE_RADIUS - 1e-6
    found = 2
    for j in range(len(places)):
        x, y = places[j, 0] - start_x, places[j, 1] - start_y
        along, aside = (x * dx + y * dy) / far, abs(x * dy - y * dx) / far
        if _CLOSE < along < far - _CLOSE and aside < wide - _CLOSE:
            return 0
        if -_CLOSE < along < far + _CLOSE and aside < wide + _CLOSE:
            found = 1
    return found


@compiled
def ease_bounds(places, points, base):  # type: ignore[no-untyped-def]
    """Lower and upper bounds of `carrom.equipment.centre_place.ease` at these points, allowing for rounding."""
    low, high = np.zeros(len(points)), np.zeros(len(points))
    for row in range(len(points)):
        x, y = points[row, 0], points[row, 1]
        for k in range(4):
            px, py = _POCKETS[k, 0], _POCKETS[k, 1]
            is_open = _clears(places, x, y, px, py, PIECE_RADIUS)
            if is_open == 0:
                continue
            far = hypot(px - x, py - y)
            ux, uy = (px - x) / far, (py - y) / far
            at_x, at_y = x - ux * (PIECE_RADIUS + STRIKER_RADIUS), y - uy * (PIECE_RADIUS + STRIKER_RADIUS)
            sure, likely = 0.0, 0.0
            for m in range(len(base)):
                dx, dy = at_x - base[m, 0], at_y - base[m, 1]
                cut = (dx * ux + dy * uy) / hypot(dx, dy)
                if not cut / far > sure:  # a stroke that cannot raise the ease, however clear its line
                    continue
                is_free_line = _clears(places, base[m, 0], base[m, 1], at_x, at_y, STRIKER_RADIUS)
                if is_free_line == 2:
                    sure = cut / far
                if is_free_line > 0:
                    likely = max(likely, cut / far)
            low[row] += sure if is_open == 2 else 0.0
            high[row] += likely
    return low, high


@compiled
def _room(places, x, y):  # type: ignore[no-untyped-def]
    """Distance to the nearest piece or frame, mm; negative if a piece does not fit."""
    room = HALF - PIECE_RADIUS - max(abs(x), abs(y))
    for j in range(len(places)):
        room = min(room, hypot(places[j, 0] - x, places[j, 1] - y) - _CLEAR)
    return room


@compiled
def may_be_free(places, points):  # type: ignore[no-untyped-def]
    """Points that may be free, allowing for rounding."""
    out = np.empty(len(points), dtype=np.bool_)
    for row in range(len(points)):
        out[row] = _room(places, points[row, 0], points[row, 1]) > -_LOOSE
    return out


@compiled
def _corner(places, i, j, side):  # type: ignore[no-untyped-def]
    """Find where a piece touches both i and j (`carrom.equipment.free_space.corner_points`), or with j < 0, touches i
    on the side of the centre; NaN if it cannot."""
    x, y = places[i, 0], places[i, 1]
    if j < 0:
        far = hypot(x, y)
        return x - x / far * _REACH, y - y / far * _REACH
    dx, dy = places[j, 0] - x, places[j, 1] - y
    apart = hypot(dx, dy)
    if apart == 0.0 or apart > 2 * _REACH + _CLOSE:
        return np.nan, np.nan
    along = apart / 2
    across = side * sqrt(max(0.0, _REACH * _REACH - along * along))
    return x + (along * dx - across * dy) / apart, y + (along * dy + across * dx) / apart


@compiled
def near_corners(places, within):  # type: ignore[no-untyped-def]
    """Pairs of pieces between which the free point nearest to the centre may lie, in the order of `free_space` (−1 for
    none), and whether some point is certainly free."""
    count = len(places)
    far = np.full((count + 1, count), np.inf)  # of each pair, by the second piece first; the last row: single pieces
    nearest = np.inf
    for i in range(count):
        for j in range(i, count):
            other = -1 if j == i else j
            row = count if j == i else j
            if other < 0 and hypot(places[i, 0], places[i, 1]) < _LOOSE:
                far[row, i] = 0.0  # a circle around the centre: all of it qualifies
                continue
            for side in (1, -1):
                x, y = _corner(places, i, other, side)
                if np.isnan(x):
                    continue
                room, distance = _room(places, x, y), hypot(x, y)
                if room > -_LOOSE:
                    far[row, i] = min(far[row, i], distance)
                if room > _LOOSE:
                    nearest = min(nearest, distance)
    out = np.empty((count * (count + 1) // 2, 2), dtype=np.int64)
    found = 0
    for i in range(count):
        for j in range(i + 1, count):
            if far[j, i] <= nearest + within:
                out[found, 0], out[found, 1] = i, j
                found += 1
    for i in range(count):
        if far[count, i] <= nearest + within:
            out[found, 0], out[found, 1] = i, -1
            found += 1
    return out[:found], nearest < np.inf


@compiled
def place_by_chance(places, first, count, grid, seed, number):  # type: ignore[no-untyped-def]
    """Put `count` pieces into empty slots among the nine rows from `first` on; False if not all found a place."""
    for piece in range(count):
        empty = -1
        for j in range(first, first + 9):
            if np.isnan(places[j, 0]):
                empty = j
                break
        if empty < 0:
            return False
        start = int(uniform(seed, number, 100 + 2 * piece + 40 * (first > 0)) * len(grid))
        stride = 2 * int(uniform(seed, number, 101 + 2 * piece + 40 * (first > 0)) * len(grid)) + 1
        found = False
        at = start
        for _ in range(4 * len(grid)):
            if is_lawful_due_place(places, grid[at, 0], grid[at, 1]):
                places[empty, 0], places[empty, 1] = grid[at, 0], grid[at, 1]
                found = True
                break
            at = (at + stride) % len(grid)
        if not found:
            return False
    return True
