"""The compiled part of `carrom.players.evaluation.direct_strokes`.

Tunable numbers are arguments: a cached kernel never uses old ones. Only board sizes are built in.

The *ease* of a stroke is the angle it may miss by, divided by its difficulty. It ranks strokes for any skill,
so the skill is applied at the end.
"""

from __future__ import annotations

from math import atan, atan2, pi, sqrt

import numpy as np

from carrom.equipment.sizes import PIECE_RADIUS, POCKET_CENTRE, STRIKER_RADIUS
from carrom.equipment.striker_place import MIDDLE
from carrom.physics.build import compiled

_CONTACT = STRIKER_RADIUS + PIECE_RADIUS
_PIECES = 2 * PIECE_RADIUS
# Bounds for how far throw moves the contact, and how much fuller it makes the stroke.
_BESIDE = 0.25 * _CONTACT
_FULLER = 0.03


@compiled
def easiest_strokes(places, on, wanted, stands, inner, angle, surface, tuning):  # type: ignore[no-untyped-def]
    """`easiest_strokes_with_windows`; `angle` is the direction error in radians."""
    layouts, pieces = on.shape
    chance = np.zeros((layouts, pieces))
    strokes = np.zeros((layouts, pieces, 4))
    windows = np.zeros((layouts, pieces))
    free = np.empty(len(stands), dtype=np.bool_)
    for row in range(layouts):
        find_free(places[row], on[row], stands, free)
        for i in range(pieces):
            if wanted[row, i] and on[row, i]:
                ease, x, direction, speed, window = easiest_at(
                    places[row], on[row], i, stands, free, inner, surface, tuning
                )
                if ease > 0.0:
                    chance[row, i] = chance_of(ease, angle, tuning[9])
                    strokes[row, i, 0] = x
                    strokes[row, i, 1] = MIDDLE
                    strokes[row, i, 2] = direction
                    strokes[row, i, 3] = speed / 1000
                    windows[row, i] = window * 180 / pi
    return chance, strokes, windows


@compiled
def find_free(places, on, stands, free):  # type: ignore[no-untyped-def]
    for k in range(len(stands)):
        free[k] = is_stand_free(places, on, stands[k])


@compiled
def easiest_at(places, on, i, stands, free, inner, surface, tuning):  # type: ignore[no-untyped-def]
    """Easiest direct stroke at one piece: ease (0 for none), striker x, direction, speed (mm/s) and window."""
    slowing, transfer, max_speed, friction, grip = surface
    window, thinnest, arrival, pace, pace_factor, wide_factor, wide_from, back_factor, back_from, _ = tuning
    best, best_x, best_direction, best_speed, best_window = 0.0, 0.0, 0.0, 0.0, 0.0
    px, py = places[i, 0], places[i, 1]
    for corner in range(4):
        tx = POCKET_CENTRE if corner % 2 == 0 else -POCKET_CENTRE
        ty = POCKET_CENTRE if corner < 2 else -POCKET_CENTRE
        far = sqrt((tx - px) * (tx - px) + (ty - py) * (ty - py))
        ux, uy = (tx - px) / far, (ty - py) / far
        cx, cy = px - _CONTACT * ux, py - _CONTACT * uy
        # upper bound: a full stroke from as near as possible
        most = window * _CONTACT / far
        if most < best * (abs(cy - MIDDLE) - _BESIDE) or not is_line_clear(places, on, px, py, tx, ty, _PIECES, i):
            continue
        leave = sqrt(arrival * arrival + 2 * slowing * far)
        for k in range(-1, len(stands)):
            if k >= 0:
                if not free[k]:
                    continue
                sx = stands[k]
                dx, dy = cx - sx, cy - MIDDLE
                run = sqrt(dx * dx + dy * dy)
                fullness = (dx * ux + dy * uy) / max(run, 1e-9) + _FULLER
                if fullness < thinnest or most * fullness < best * (run - _BESIDE):
                    continue
            else:
                # from straight behind the piece, where lawful
                if abs(uy) < 1e-9:
                    continue
                sx = cx - ux / uy * (cy - MIDDLE)
                if abs(sx) > inner or not is_stand_free(places, on, sx):
                    continue
            # The striker's rim draws the piece along (`geometry_kernel.against_throw`): aim a little thinner.
            nx, ny = ux, uy
            for _ in range(3):
                ex, ey = px - _CONTACT * nx, py - _CONTACT * ny
                dx, dy = ex - sx, ey - MIDDLE
                run = max(sqrt(dx * dx + dy * dy), 1e-9)
                fullness = (dx * nx + dy * ny) / run
                if fullness < thinnest:
                    break
                throw = min(friction, abs(nx * dy - ny * dx) / (run * fullness * grip))
                if nx * dy < ny * dx:
                    throw = -throw
                long = sqrt(1.0 + throw * throw)
                nx, ny = (ux + throw * uy) / long, (uy - throw * ux) / long
            if fullness < thinnest:
                continue
            meet = leave / (transfer * fullness)
            speed = pace * sqrt(meet * meet + 2 * slowing * run)
            if speed > max_speed:
                continue
            harder = 1 + pace_factor * (speed / max_speed) ** 2
            # The angle is expensive and wide strokes are rare: check first whether it can matter.
            miss = window / max(run / (_CONTACT * fullness) * far, 1.0)
            if miss <= best * harder:
                continue
            direction = atan2(dx, dy) * 180 / pi
            if abs(direction) > wide_from:
                harder *= wide_factor
            if abs(direction) > back_from:
                harder *= back_factor
            if miss > best * harder and is_line_clear(places, on, sx, MIDDLE, ex, ey, _CONTACT, i):
                best, best_x, best_direction, best_speed, best_window = miss / harder, sx, direction, speed, miss
    return best, best_x, best_direction, best_speed, best_window


@compiled
def is_stand_free(places, on, x):  # type: ignore[no-untyped-def]
    for j in range(len(on)):
        dx, dy = places[j, 0] - x, places[j, 1] - MIDDLE
        if on[j] and dx * dx + dy * dy < _CONTACT * _CONTACT:
            return False
    return True


@compiled
def is_line_clear(places, on, x, y, to_x, to_y, apart, skip):  # type: ignore[no-untyped-def]
    """A disc meets nothing but `skip` on its straight way."""
    run_x, run_y = to_x - x, to_y - y
    square = max(run_x * run_x + run_y * run_y, 1e-9)
    near = (apart - 1e-3) ** 2
    for j in range(len(on)):
        if j == skip or not on[j]:
            continue
        rx, ry = places[j, 0] - x, places[j, 1] - y
        beside = rx * run_y - ry * run_x
        if beside * beside >= near * square:
            continue
        t = min(1.0, max(0.0, (rx * run_x + ry * run_y) / square))
        ox, oy = rx - t * run_x, ry - t * run_y
        if ox * ox + oy * oy < near:
            return False
    return True


@compiled
def chance_of(ease, angle, freedom):  # type: ignore[no-untyped-def]
    """`carrom.play.skill.angle_chance` for one number."""
    if angle < 1e-12:
        return 1.0
    t = ease / angle / sqrt((freedom - 2.0) / freedom)
    q = 1.0 + t * t / freedom
    r = t / sqrt(freedom)
    return 2.0 / pi * (atan(r) + r / q * (1.0 + 2.0 / (3.0 * q)))
