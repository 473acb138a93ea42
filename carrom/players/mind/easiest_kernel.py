"""The compiled part of `carrom.players.mind.easiest`.

Whatever may be tuned comes in as a number, so that a kernel kept on the disk from yesterday never calculates with
yesterday's values; only the sizes of the board are built in.
"""

from __future__ import annotations

from math import atan, atan2, hypot, pi, sqrt

import numpy as np
from numba import njit

from carrom.equipment.sizes import PIECE_RADIUS, POCKET_CENTRE, STRIKER_RADIUS
from carrom.equipment.striker_place import MIDDLE

_CONTACT = STRIKER_RADIUS + PIECE_RADIUS
_PIECES = 2 * PIECE_RADIUS


@njit(cache=True, error_model="numpy", nogil=True)
def easiest_strokes(places, on, wanted, stands, inner, hand, tuning):  # type: ignore[no-untyped-def]
    """See `easiest_with_windows`. `hand` and `tuning` are the numbers that are unpacked here."""
    angle, slowing, transfer, max_speed, friction, grip = hand
    window, thinnest, arrival, pace, pace_factor, wide_factor, wide_from, back_factor, back_from, freedom = tuning
    layouts, pieces = on.shape
    chance = np.zeros((layouts, pieces))
    strokes = np.zeros((layouts, pieces, 4))
    windows = np.zeros((layouts, pieces))
    free = np.empty(len(stands), dtype=np.bool_)
    for row in range(layouts):
        for k in range(len(stands)):
            free[k] = _is_free(places[row], on[row], stands[k])
        for i in range(pieces):
            if not (wanted[row, i] and on[row, i]):
                continue
            px, py = places[row, i, 0], places[row, i, 1]
            for corner in range(4):
                tx = POCKET_CENTRE if corner % 2 == 0 else -POCKET_CENTRE
                ty = POCKET_CENTRE if corner < 2 else -POCKET_CENTRE
                far = hypot(tx - px, ty - py)
                ux, uy = (tx - px) / far, (ty - py) / far
                if not is_clear(places[row], on[row], px, py, tx, ty, _PIECES, i):
                    continue
                leave = sqrt(arrival * arrival + 2 * slowing * far)
                cx, cy = px - _CONTACT * ux, py - _CONTACT * uy
                for k in range(-1, len(stands)):
                    if k >= 0:
                        if not free[k]:
                            continue
                        sx = stands[k]
                    else:
                        # From straight behind the piece, where that is a lawful stand.
                        if abs(uy) < 1e-9:
                            continue
                        sx = cx - ux / uy * (cy - MIDDLE)
                        if abs(sx) > inner or not _is_free(places[row], on[row], sx):
                            continue
                    # The striker's rim draws the piece along (`Hand.throw`): strike it a little thinner.
                    nx, ny = ux, uy
                    for _ in range(3):
                        ex, ey = px - _CONTACT * nx, py - _CONTACT * ny
                        dx, dy = ex - sx, ey - MIDDLE
                        run = max(hypot(dx, dy), 1e-9)
                        fullness = (dx * nx + dy * ny) / run
                        if fullness < thinnest:
                            break
                        throw = min(friction, abs(nx * dy - ny * dx) / (run * fullness * grip))
                        if nx * dy < ny * dx:
                            throw = -throw
                        long = hypot(1.0, throw)
                        nx, ny = (ux + throw * uy) / long, (uy - throw * ux) / long
                    if fullness < thinnest:
                        continue
                    meet = leave / (transfer * fullness)
                    speed = pace * sqrt(meet * meet + 2 * slowing * run)
                    if speed > max_speed:
                        continue
                    direction = atan2(dx, dy) * 180 / pi
                    spread = angle * (1 + pace_factor * (speed / max_speed) ** 2)
                    if abs(direction) > wide_from:
                        spread *= wide_factor
                    if abs(direction) > back_from:
                        spread *= back_factor
                    shift = run / (_CONTACT * fullness) * far
                    found = _within(window / max(shift, 1.0), spread, freedom)
                    if found <= chance[row, i]:
                        continue
                    if is_clear(places[row], on[row], sx, MIDDLE, ex, ey, _CONTACT, i):
                        chance[row, i] = found
                        strokes[row, i, 0] = sx
                        strokes[row, i, 1] = MIDDLE
                        strokes[row, i, 2] = direction
                        strokes[row, i, 3] = speed / 1000
                        windows[row, i] = window / max(shift, 1.0) * 180 / pi
    return chance, strokes, windows


@njit(cache=True, error_model="numpy", nogil=True)
def _is_free(places, on, x):  # type: ignore[no-untyped-def]
    for j in range(len(on)):  # noqa: SIM110 - plain loops are what compiles well
        if on[j] and hypot(places[j, 0] - x, places[j, 1] - MIDDLE) < _CONTACT:
            return False
    return True


@njit(cache=True, error_model="numpy", nogil=True)
def is_clear(places, on, x, y, to_x, to_y, apart, skip):  # type: ignore[no-untyped-def]
    run_x, run_y = to_x - x, to_y - y
    square = max(run_x * run_x + run_y * run_y, 1e-9)
    near = (apart - 1e-3) ** 2
    for j in range(len(on)):
        if j == skip or not on[j]:
            continue
        rx, ry = places[j, 0] - x, places[j, 1] - y
        t = min(1.0, max(0.0, (rx * run_x + ry * run_y) / square))
        ox, oy = rx - t * run_x, ry - t * run_y
        if ox * ox + oy * oy < near:
            return False
    return True


@njit(cache=True, error_model="numpy", nogil=True)
def _within(within, spread, freedom):  # type: ignore[no-untyped-def]
    """`carrom.play.skill.angle_chance` for one number."""
    if spread < 1e-12:
        return 1.0
    t = within / spread / sqrt((freedom - 2.0) / freedom)
    q = 1.0 + t * t / freedom
    r = t / sqrt(freedom)
    return 2.0 / pi * (atan(r) + r / q * (1.0 + 2.0 / (3.0 * q)))
