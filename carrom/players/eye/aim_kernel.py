"""The compiled part of `carrom.players.eye.aiming`: ways of the striker to the points from which goals are begun."""

from __future__ import annotations

from math import atan2, copysign, degrees, sqrt, tan

import numpy as np

from carrom.equipment.sizes import PIECE_RADIUS, STRIKER_RADIUS
from carrom.physics.compiling import compiled
from carrom.players.eye.path_kernel import find_way, is_clear, speed_at_start

CONTACT = STRIKER_RADIUS + PIECE_RADIUS
# A piece that is met more thinly than at this tangent of the cut is drawn along as if it were met so.
_WIDEST_CUT = tan(1.5)


@compiled
def aims_along(pieces, goals, which, start, routes, hand, thinnest, rows, aims):  # type: ignore[no-untyped-def]
    """Aims from which goals, named by `which` and each with its own `start`, are begun along routes, route by route.

    Fills `rows` and `aims` (`carrom.players.eye.aiming.room`) and returns how many there are.
    """
    struck, heading, speed, swing = goals
    slowing, bounce, friction, transfer, grip = hand
    frames = routes.shape[1]
    points, kept, end = np.empty((frames + 2, 2)), np.empty(frames + 1), np.empty(2)
    count = 0
    for n in range(len(routes)):
        for row in range(len(which)):
            goal = which[row]
            piece = struck[goal]
            px, py, hx, hy = pieces[piece, 0], pieces[piece, 1], heading[goal, 0], heading[goal, 1]
            nx, ny = hx, hy
            # The first way says from where the striker comes, and so how its rim draws the piece along.
            for _ in range(2):
                end[0], end[1] = px - CONTACT * nx, py - CONTACT * ny
                possible, fx, fy, lx, ly, far, rim = find_way(
                    start[row], end, routes[n], STRIKER_RADIUS, bounce, friction, points, kept
                )
                nx, ny = against_throw(hx, hy, lx, ly, rim, friction, grip)
            fullness = lx * nx + ly * ny
            if not (possible and fullness > thinnest) or not is_clear(points, frames + 1, pieces, CONTACT, piece, -1):
                continue
            rows[count, 0], rows[count, 1], rows[count, 2] = goal, row, n
            aims[count, 0] = degrees(atan2(fx, fy))
            aims[count, 1] = speed_at_start(points, kept, frames, speed[goal] / (transfer * fullness), slowing)
            # A turn of the aim shifts the contact, which turns the piece, which shifts it beside the pocket.
            aims[count, 2] = far / (CONTACT * fullness) * swing[goal]
            aims[count, 3] = fullness
            count += 1
    return count


@compiled
def against_throw(hx, hy, lx, ly, rim, friction, grip):  # type: ignore[no-untyped-def]
    """The line of centres that sends a piece along a heading although the arriving disc's rim draws it along."""
    ahead, across = hx * lx + hy * ly, hx * ly - hy * lx
    throw = _throw(ahead, across, rim, friction, grip)
    # The throw belongs to the cut at the line of centres, which is wider than the cut at the heading by the throw.
    throw = _throw(ahead - across * throw, across + ahead * throw, rim, friction, grip)
    long = sqrt(1 + throw * throw)
    return (hx + throw * hy) / long, (hy - throw * hx) / long


@compiled
def _throw(ahead, across, rim, friction, grip):  # type: ignore[no-untyped-def]
    """The tangent of the angle at which a struck piece leaves the line of centres, drawn along by the striker's rim.

    `ahead` and `across` are the striker's way along and across the line of centres, `rim` its rim speed as a part of
    its speed, counter-clockwise. Friction gives at the most its part of the push, and no more than what stops the rims
    from slipping.
    """
    cut = across / ahead if ahead * _WIDEST_CUT > abs(across) else copysign(_WIDEST_CUT, across)
    held = (cut + rim * sqrt(1 + cut * cut)) / grip
    return min(max(held, -friction), friction)


@compiled
def pace_aims(rows, aims, paces, max_speed, which, speeds):  # type: ignore[no-untyped-def]
    """Aims at several multiples of their least speed, route by route and pace by pace: which, and how fast."""
    count, first = 0, 0
    while first < len(rows):
        last = first
        while last < len(rows) and rows[last, 2] == rows[first, 2]:
            last += 1
        for pace in paces:
            for row in range(first, last):
                if aims[row, 1] <= max_speed:
                    which[count], speeds[count] = row, min(aims[row, 1] * pace, max_speed)
                    count += 1
        first = last
    return count
