"""The compiled part of `carrom.players.eye.cannons`: glances of the striker, and the goals that they begin."""

from __future__ import annotations

from math import asin, atan2, cos, degrees, hypot, sin, sqrt

import numpy as np

from carrom.equipment.sizes import PIECE_MASS, STRIKER_MASS
from carrom.physics.compiling import compiled
from carrom.players.eye.aim_kernel import CONTACT
from carrom.players.eye.path_kernel import is_clear

_MASS = PIECE_MASS / (STRIKER_MASS + PIECE_MASS)


@compiled
def glancing_aims(pieces, goals, stands, fan, hand, thinnest, nearest, rows, aims):  # type: ignore[no-untyped-def]
    """Aims at one piece off which the striker goes on to begin a goal, from the left to the right of each.

    Fills `rows` and `aims` (`carrom.players.eye.aiming.room`) and returns how many there are.
    """
    struck, heading, speed, swing = goals
    slowing, transfer, restitution = hand
    share = (1 + restitution) * _MASS
    beside, along = np.empty((2, len(struck))), np.empty((2, len(struck)))
    points, count = np.empty((3, 2)), 0
    for stand in range(len(stands)):
        sx, sy = stands[stand, 0], stands[stand, 1]
        for first in range(len(pieces)):
            px, py = pieces[first, 0], pieces[first, 1]
            for k in range(len(fan)):
                new, old = k % 2, 1 - k % 2
                x, y, ux, uy, _, _, _ = _glance(sx, sy, px, py, fan[k], share)
                for goal in range(len(struck)):
                    # How far beside the wanted point the striker passes.
                    to_x = pieces[struck[goal], 0] - CONTACT * heading[goal, 0] - x
                    to_y = pieces[struck[goal], 1] - CONTACT * heading[goal, 1] - y
                    beside[new, goal], along[new, goal] = ux * to_y - uy * to_x, ux * to_x + uy * to_y
                if k == 0 or fan[k - 1] * fan[k] < 0:
                    continue
                for goal in range(len(struck)):
                    piece = struck[goal]
                    near, far = beside[old, goal], beside[new, goal]
                    if not (near * far < 0 and along[old, goal] > 0 and along[new, goal] > 0) or piece == first:
                        continue
                    angle = fan[k - 1] + (fan[k] - fan[k - 1]) * near / (near - far)
                    x, y, ux, uy, kept, length, way = _glance(sx, sy, px, py, angle, share)
                    points[0, 0], points[0, 1], points[1, 0], points[1, 1] = sx, sy, x, y
                    points[2, 0] = pieces[piece, 0] - CONTACT * heading[goal, 0]
                    points[2, 1] = pieces[piece, 1] - CONTACT * heading[goal, 1]
                    run = hypot(points[2, 0] - x, points[2, 1] - y)
                    fullness = ux * heading[goal, 0] + uy * heading[goal, 1]
                    if not (fullness > thinnest and run > nearest):
                        continue
                    if not is_clear(points, 1, pieces, CONTACT, first, -1):
                        continue
                    if not is_clear(points[1:], 1, pieces, CONTACT, first, piece):
                        continue
                    meet = speed[goal] / (transfer * fullness)
                    leave = sqrt(meet * meet + 2 * slowing * run) / kept
                    # The aim's turn shifts the first contact, which turns the striker's way out, which shifts the
                    # second contact.
                    turn = max(abs((fan[k] - fan[k - 1]) / (far - near)), 1e-9)
                    rows[count, 0], rows[count, 1], rows[count, 2] = goal, stand, 0
                    aims[count, 0] = 180.0 - (180.0 - degrees(way)) % 360.0
                    aims[count, 1] = sqrt(leave * leave + 2 * slowing * length)
                    aims[count, 2] = abs(length / (CONTACT * cos(angle)) / turn / (CONTACT * fullness) * swing[goal])
                    aims[count, 3] = fullness
                    count += 1
    return count


@compiled
def _glance(sx, sy, px, py, angle, share):  # type: ignore[no-untyped-def]
    """Where the striker's centre is when it glances off a piece, its unit heading then, how much of its speed it keeps,
    and the length and heading of its way there.

    `angle` is between the way in and the line of centres; its sign says on which side it passes.
    """
    run_x, run_y = px - sx, py - sy
    apart = max(hypot(run_x, run_y), CONTACT)
    # Law of sines in the triangle start, contact, piece.
    off = asin(min(max(CONTACT * sin(angle) / apart, -1.0), 1.0))
    way = atan2(run_x, run_y) + off
    nx, ny = sin(way - angle), cos(way - angle)
    push = share * cos(angle)
    out_x, out_y = sin(way) - push * nx, cos(way) - push * ny
    kept = max(hypot(out_x, out_y), 1e-9)
    length = apart * cos(off) - CONTACT * cos(angle)
    return px - CONTACT * nx, py - CONTACT * ny, out_x / kept, out_y / kept, kept, length, way
