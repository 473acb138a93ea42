"""The compiled part of `carrom.players.candidates.geometry`."""

from __future__ import annotations

from math import asin, atan2, copysign, cos, degrees, hypot, sin, sqrt, tan

import numpy as np

from carrom.equipment.sizes import PIECE_MASS, PIECE_RADIUS, POCKETS, STRIKER_MASS, STRIKER_RADIUS
from carrom.physics.build import compiled
from carrom.players.candidates.path_kernel import find_way, is_way_clear, speed_at_start

CONTACT = STRIKER_RADIUS + PIECE_RADIUS
# Tangent of the thinnest cut for which throw is computed.
_WIDEST_CUT = tan(1.5)

_APART = 2 * PIECE_RADIUS
_POCKETS = np.array(POCKETS)
# Distance below which two pieces touch, mm.
_TOUCH = 1.0
_MASS = PIECE_MASS / (STRIKER_MASS + PIECE_MASS)


@compiled
def aims_along(pieces, goals, which, start, routes, hand, thinnest, rows, aims):  # type: ignore[no-untyped-def]
    """Aims that begin the goals `which`, each from its own `start`, route by route.

    Fill `rows` and `aims` (`carrom.players.candidates.geometry.aim_arrays`); return how many.
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
            # The first pass gives the direction of arrival, and so the throw that the second allows for.
            for _ in range(2):
                end[0], end[1] = px - CONTACT * nx, py - CONTACT * ny
                possible, fx, fy, lx, ly, far, rim = find_way(
                    start[row], end, routes[n], STRIKER_RADIUS, bounce, friction, points, kept
                )
                nx, ny = against_throw(hx, hy, lx, ly, rim, friction, grip)
            fullness = lx * nx + ly * ny
            if not (possible and fullness > thinnest) or not is_way_clear(
                points, frames + 1, pieces, CONTACT, piece, -1
            ):
                continue
            rows[count, 0], rows[count, 1], rows[count, 2] = goal, row, n
            aims[count, 0] = degrees(atan2(fx, fy))
            aims[count, 1] = speed_at_start(points, kept, frames, speed[goal] / (transfer * fullness), slowing)
            # Turning the aim shifts the contact, which turns the piece, which shifts it beside the pocket.
            aims[count, 2] = far / (CONTACT * fullness) * swing[goal]
            aims[count, 3] = fullness
            count += 1
    return count


@compiled
def against_throw(hx, hy, lx, ly, rim, friction, grip):  # type: ignore[no-untyped-def]
    """Line of centres that sends a piece along a heading in spite of throw from the arriving disc's rim."""
    ahead, across = hx * lx + hy * ly, hx * ly - hy * lx
    throw = _throw(ahead, across, rim, friction, grip)
    # Throw depends on the cut at the line of centres, wider than that at the heading by the throw.
    throw = _throw(ahead - across * throw, across + ahead * throw, rim, friction, grip)
    long = sqrt(1 + throw * throw)
    return (hx + throw * hy) / long, (hy - throw * hx) / long


@compiled
def _throw(ahead, across, rim, friction, grip):  # type: ignore[no-untyped-def]
    """Tangent of the throw: the angle between the line of centres and the way of the struck piece.

    `ahead` and `across` are the striker's way along and across the line of centres, `rim` its rim speed as a part
    of its speed, counter-clockwise. Friction is limited by its coefficient and by what stops the rims from
    slipping.
    """
    cut = across / ahead if ahead * _WIDEST_CUT > abs(across) else copysign(_WIDEST_CUT, across)
    throw = (cut + rim * sqrt(1 + cut * cut)) / grip
    return min(max(throw, -friction), friction)


@compiled
def pace_aims(rows, aims, paces, max_speed, which, speeds):  # type: ignore[no-untyped-def]
    """Fill `which` and `speeds` with aims at multiples of their least speed, route by route and pace by pace."""
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


@compiled
def open_goals(pieces, wanted, routes, surface, arrival, whose, numbers):  # type: ignore[no-untyped-def]
    """Ways of wanted pieces into pockets, route by route; return how many.

    `whose` gets rows of (piece, same piece, pocket), `numbers` rows of (heading x, heading y, speed, swing).
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
                if not possible or not is_way_clear(points, frames + 1, pieces, _APART, piece, -1):
                    continue
                whose[count, 0], whose[count, 1], whose[count, 2] = piece, piece, pocket
                numbers[count, 0], numbers[count, 1] = hx, hy
                numbers[count, 2] = speed_at_start(points, kept, frames, arrival, slowing)
                numbers[count, 3] = swing
                count += 1
    return count


@compiled
def pair_goals(pieces, surface, restitution, fullest, whose, numbers, pair_whose, pair_numbers):  # type: ignore[no-untyped-def]
    """Goals through a pair, one piece driven against another along an open goal; return how many.

    `whose` and `numbers` come from `open_goals`; `pair_whose` and `pair_numbers` get the same columns for the
    pairs, with the piece that the striker meets first.
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
            # For touching pieces the way is a point, and the heading is the line of centres.
            touching = hypot(meet[0] - pieces[first, 0], meet[1] - pieces[first, 1]) < _TOUCH
            if not (fullness > fullest or touching) or not is_way_clear(points, 1, pieces, _APART, first, target):
                continue
            if touching:
                fullness, hx, hy, reach = 1.0, gx, gy, PIECE_RADIUS
            arrive = speed / ((1 + restitution) / 2 * fullness)
            pair_whose[count, 0], pair_whose[count, 1], pair_whose[count, 2] = first, target, whose[goal, 2]
            pair_numbers[count, 0], pair_numbers[count, 1] = hx, hy
            pair_numbers[count, 2] = arrive if touching else speed_at_start(points, kept, 0, arrive, slowing)
            pair_numbers[count, 3] = reach / (_APART * fullness) * swing
            count += 1
    return count


@compiled
def glancing_aims(pieces, goals, stands, fan, hand, thinnest, nearest, rows, aims):  # type: ignore[no-untyped-def]
    """Aims that glance off one piece to begin a goal of another, from left to right of each first piece.

    Fill `rows` and `aims` (`carrom.players.candidates.geometry.aim_arrays`); return how many.
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
                    # how far beside the wanted point the striker passes
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
                    if not is_way_clear(points, 1, pieces, CONTACT, first, -1):
                        continue
                    if not is_way_clear(points[1:], 1, pieces, CONTACT, first, piece):
                        continue
                    meet = speed[goal] / (transfer * fullness)
                    leave = sqrt(meet * meet + 2 * slowing * run) / kept
                    # Turning the aim shifts the first contact, which turns the striker's way out, which shifts the
                    # second.
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
    """The striker's centre and unit heading after glancing off a piece, the part of its speed it keeps, and length and
    heading of its way there.

    `angle` lies between the way in and the line of centres; its sign is the side on which the striker passes.
    """
    run_x, run_y = px - sx, py - sy
    apart = max(hypot(run_x, run_y), CONTACT)
    # law of sines in the triangle start, contact, piece
    off = asin(min(max(CONTACT * sin(angle) / apart, -1.0), 1.0))
    way = atan2(run_x, run_y) + off
    nx, ny = sin(way - angle), cos(way - angle)
    push = share * cos(angle)
    out_x, out_y = sin(way) - push * nx, cos(way) - push * ny
    kept = max(hypot(out_x, out_y), 1e-9)
    length = apart * cos(off) - CONTACT * cos(angle)
    return px - CONTACT * nx, py - CONTACT * ny, out_x / kept, out_y / kept, kept, length, way
