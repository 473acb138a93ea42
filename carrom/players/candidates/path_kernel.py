"""Paths of a disc between two points, straight or off frames, in closed form; compiled.

A frame returns a part `e` of the perpendicular speed, and friction slows a disc without turning it. So each
axis unfolds separately: behind the k-th frame of an axis lengths count 1/e^k, and the straight line to the
unfolded target is exact at any speed. A few corrections allow for friction at the frame.

A route is an array (frames, 2) of axes (0 = x, 1 = y) and sides. Tunable numbers are arguments; only board
sizes are built in.
"""

from __future__ import annotations

from math import cos, hypot, sin, sqrt

import numpy as np

from carrom.equipment.sizes import HALF, POCKET_RADIUS
from carrom.physics.build import compiled

# Nearer to the corner lies the mouth of a pocket.
_FRAME_END = HALF - 2 * POCKET_RADIUS
_CORRECTIONS = 3
_WIDEST_TURN = 0.2


@compiled
def find_way(start, end, route, radius, bounce, friction, points, kept):  # type: ignore[no-untyped-def]
    """Path of a disc where frames return `bounce` of the speed and have friction `friction`.

    Fill `points` with start, the point at each frame and end, and `kept` with the speed on each leg relative to the
    first. Return whether the path is possible, its unit headings at start and end, the sideways shift of the end
    for a small turn at the start (mm per radian), and the rim's speed at the end relative to the disc's,
    counter-clockwise.
    """
    frames, wall = len(route), HALF - radius
    points[0, 0], points[0, 1] = start[0], start[1]
    points[frames + 1, 0], points[frames + 1, 1] = end[0], end[1]
    along, up = _unfolded(start[0], end[0], route, 0, wall, bounce), _unfolded(start[1], end[1], route, 1, wall, bounce)
    full = max(hypot(along, up), 1e-9)
    head_x, head_y = along / full, up / full
    swing = full * bounce**frames
    possible, vx, vy, rim = _follow(head_x, head_y, route, wall, bounce, friction, points, kept)
    if frames > 0 and friction > 0:
        # Correct the heading for friction by the secant method; every frame swaps left and right.
        miss = _miss(vx, vy, points, kept, frames)
        turn = (1.0 if frames % 2 == 0 else -1.0) * miss * kept[frames] / max(swing, 1.0)
        for _ in range(_CORRECTIONS):
            turn = min(max(turn, -_WIDEST_TURN), _WIDEST_TURN)
            head_x, head_y = (
                head_x * cos(turn) - head_y * sin(turn),
                head_x * sin(turn) + head_y * cos(turn),
            )
            possible, vx, vy, rim = _follow(head_x, head_y, route, wall, bounce, friction, points, kept)
            missed, miss = miss, _miss(vx, vy, points, kept, frames)
            turn = -miss * turn / (miss - missed) if abs(miss - missed) > 1e-9 else 0.0
    last = kept[frames]
    forward = (end[0] - points[frames, 0]) * vx + (end[1] - points[frames, 1]) * vy
    return possible and forward > 0, head_x, head_y, vx / last, vy / last, swing / last, rim / last


@compiled
def _unfolded(start, end, route, axis, wall, bounce):  # type: ignore[no-untyped-def]
    now, length, stretch, sign = start, 0.0, 1.0, 0.0
    for leg in range(len(route)):
        if route[leg, 0] == axis:
            side = float(route[leg, 1])
            length += abs(side * wall - now) * stretch
            now = side * wall
            stretch /= bounce
            if sign == 0.0:
                sign = side
    length += abs(end - now) * stretch
    return length * (sign if sign != 0.0 else np.sign(end - start))


@compiled
def _follow(vx, vy, route, wall, bounce, friction, points, kept):  # type: ignore[no-untyped-def]
    x, y, rim, possible = points[0, 0], points[0, 1], 0.0, True
    kept[0] = 1.0
    for leg in range(len(route)):
        upright, side = route[leg, 0] == 0, float(route[leg, 1])
        # `at` and `into` belong to the frame's axis, `by` and `past` to the other one.
        at, by, into, past = (x, y, vx, vy) if upright else (y, x, vy, vx)
        closing = side * into
        time = (wall - side * at) / max(closing, 1e-9)
        at, by = side * wall, by + past * time
        possible = possible and closing > 1e-9 and time > 1e-9 and abs(by) < _FRAME_END
        along = side if upright else -side  # direction of the frame, counter-clockwise around the board
        limit = friction * (1 + bounce) * max(closing, 0.0)
        rub = min(max(-(along * past + rim) / 3, -limit), limit)
        into, past = -bounce * into, past + along * rub
        rim += 2 * rub
        kept[leg + 1] = max(hypot(into, past), 1e-9)
        x, y, vx, vy = (at, by, into, past) if upright else (by, at, past, into)
        points[leg + 1, 0], points[leg + 1, 1] = x, y
    return possible, vx, vy, rim


@compiled
def _miss(vx, vy, points, kept, frames):  # type: ignore[no-untyped-def]
    """How far to the left of the last leg the end lies."""
    run_x, run_y = points[frames + 1, 0] - points[frames, 0], points[frames + 1, 1] - points[frames, 1]
    return (vx * run_y - vy * run_x) / kept[frames]


@compiled
def speed_at_start(points, kept, frames, at_end, slowing):  # type: ignore[no-untyped-def]
    """Starting speed, mm/s, that arrives with `at_end` when friction slows by `slowing` mm/s²."""
    speed = at_end
    for leg in range(frames, -1, -1):
        length = hypot(points[leg + 1, 0] - points[leg, 0], points[leg + 1, 1] - points[leg, 1])
        speed = sqrt(speed * speed + 2 * slowing * length)
        if leg:
            speed *= kept[leg - 1] / kept[leg]
    return speed


@compiled
def is_way_clear(points, legs, pieces, apart, skip, also):  # type: ignore[no-untyped-def]
    """A path meets no pieces other than `skip` and `also` (−1 for none)."""
    near = (apart - 1e-3) ** 2
    for leg in range(legs):
        x, y = points[leg, 0], points[leg, 1]
        run_x, run_y = points[leg + 1, 0] - x, points[leg + 1, 1] - y
        square = max(run_x * run_x + run_y * run_y, 1e-9)
        for j in range(len(pieces)):
            if j == skip or j == also:  # noqa: SIM109 - two comparisons are what compiles well
                continue
            rel_x, rel_y = pieces[j, 0] - x, pieces[j, 1] - y
            t = min(1.0, max(0.0, (rel_x * run_x + rel_y * run_y) / square))
            off_x, off_y = rel_x - t * run_x, rel_y - t * run_y
            if off_x * off_x + off_y * off_y < near:
                return False
    return True
