"""The compiled part of `carrom.players.eye.goals`: ways of pieces into pockets, and through one other piece."""

from __future__ import annotations

from math import hypot

import numpy as np

from carrom.equipment.sizes import PIECE_RADIUS, POCKETS
from carrom.physics.compiling import compiled
from carrom.players.eye.path_kernel import find_way, is_clear, speed_at_start

_APART = 2 * PIECE_RADIUS
_POCKETS = np.array(POCKETS)
# Two that are so near to each other, mm, touch.
_TOUCH = 1.0


@compiled
def open_goals(pieces, wanted, routes, surface, arrival, whose, numbers):  # type: ignore[no-untyped-def]
    """Ways of wanted pieces into pockets along these routes, route by route; how many.

    `whose` gets rows of (piece, the same, pocket), `numbers` rows of (heading x, heading y, speed, swing).
    """
    slowing, bounce, friction = surface
    frames = routes.shape[1]
    points, kept = np.empty((frames + 2, 2)), np.empty(frames + 1)
    count = 0
    for n in range(len(routes)):
        for piece in wanted:
            for pocket in range(4):
                possible, hx, hy, _, _, swing, _ = find_way(
                    pieces[piece], _POCKETS[pocket], routes[n], PIECE_RADIUS, bounce, friction, points, kept
                )
                if not possible or not is_clear(points, frames + 1, pieces, _APART, piece, -1):
                    continue
                whose[count, 0], whose[count, 1], whose[count, 2] = piece, piece, pocket
                numbers[count, 0], numbers[count, 1] = hx, hy
                numbers[count, 2] = speed_at_start(points, kept, frames, arrival, slowing)
                numbers[count, 3] = swing
                count += 1
    return count


@compiled
def pair_goals(pieces, surface, restitution, fullest, whose, numbers, into, told):  # type: ignore[no-untyped-def]
    """One piece driven against another, which leaves along the line of centres and reaches a goal; how many.

    `whose` and `numbers` hold goals that are open, as `open_goals` fills them; `into` and `told` get the same columns
    of those through a pair, the piece that is struck first.
    """
    slowing, bounce, friction = surface
    straight = np.empty((0, 2), dtype=np.int64)
    points, kept, meet = np.empty((2, 2)), np.empty(1), np.empty(2)
    count = 0
    for goal in range(len(whose)):
        target = whose[goal, 1]
        gx, gy, speed, swing = numbers[goal, 0], numbers[goal, 1], numbers[goal, 2], numbers[goal, 3]
        meet[0], meet[1] = pieces[target, 0] - _APART * gx, pieces[target, 1] - _APART * gy
        for first in range(len(pieces)):
            if first == target:
                continue
            _, hx, hy, lx, ly, reach, _ = find_way(
                pieces[first], meet, straight, PIECE_RADIUS, bounce, friction, points, kept
            )
            fullness = lx * gx + ly * gy
            # Two that touch already are a pair too: then the way is a point, and the heading is the line of centres.
            touching = hypot(meet[0] - pieces[first, 0], meet[1] - pieces[first, 1]) < _TOUCH
            if not (fullness > fullest or touching) or not is_clear(points, 1, pieces, _APART, first, target):
                continue
            if touching:
                fullness, hx, hy, reach = 1.0, gx, gy, PIECE_RADIUS
            arrive = speed / ((1 + restitution) / 2 * fullness)
            into[count, 0], into[count, 1], into[count, 2] = first, target, whose[goal, 2]
            told[count, 0], told[count, 1] = hx, hy
            told[count, 2] = arrive if touching else speed_at_start(points, kept, 0, arrive, slowing)
            told[count, 3] = reach / (_APART * fullness) * swing
            count += 1
    return count
