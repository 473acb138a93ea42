"""Striker positions and executed strokes for many players at once, compiled.

Tunable numbers are arguments: a cached kernel never uses old ones. Only board sizes are built in.
"""

from math import atan2, copysign, cos, exp, pi, sin, sqrt

import numpy as np

from carrom.equipment.sizes import (
    ARROW_THICKNESS,
    BASE_CIRCLE_ACROSS,
    BASE_CIRCLE_RADIUS,
    HALF,
    PIECE_RADIUS,
    STRIKER_RADIUS,
)
from carrom.equipment.striker_place import FARTHEST, MIDDLE, NEAREST
from carrom.physics.build import compiled
from carrom.play.sight import NEAREST_AIM

_COVERS = STRIKER_RADIUS - BASE_CIRCLE_RADIUS
_CLEARS = STRIKER_RADIUS + BASE_CIRCLE_RADIUS
_APART = STRIKER_RADIUS + PIECE_RADIUS
_WALL = HALF - STRIKER_RADIUS
_ROUNDING = 1e-9
_MOST = 24
# The end of a stretch is lawful; a hair inside, it stays so after rounding.
_HAIR = 1e-6
_HEIGHTS = 25


@compiled
def spans_at(places, ahead, low, high):  # type: ignore[no-untyped-def]
    """Stretches where the striker may stand, left to right: how many, with ends in `low` and `high`."""
    off = ahead - MIDDLE
    if ahead < NEAREST - _ROUNDING or ahead > FARTHEST + _ROUNDING:
        return 0
    inner = BASE_CIRCLE_ACROSS - sqrt(_CLEARS**2 - off * off)
    low[0], high[0], count = -inner, inner, 1
    if abs(off) <= _COVERS:
        half = sqrt(_COVERS**2 - off * off)
        outer = min(BASE_CIRCLE_ACROSS + half, -ahead - (STRIKER_RADIUS + ARROW_THICKNESS / 2) * sqrt(2.0))
        if outer >= BASE_CIRCLE_ACROSS - half:
            low[0], high[0] = -outer, half - BASE_CIRCLE_ACROSS
            low[1], high[1] = -inner, inner
            low[2], high[2] = BASE_CIRCLE_ACROSS - half, outer
            count = 3
    for j in range(len(places)):
        square = _APART**2 - (places[j, 1] - ahead) ** 2
        if not square > 0:
            continue
        left, right = places[j, 0] - sqrt(square), places[j, 0] + sqrt(square)
        k = 0
        while k < count:
            if high[k] <= left or low[k] >= right:
                k += 1
                continue
            keeps_left, keeps_right = low[k] < left, high[k] > right
            if keeps_left and keeps_right:
                for m in range(count, k + 1, -1):
                    low[m], high[m] = low[m - 1], high[m - 1]
                low[k + 1], high[k + 1] = right, high[k]
                high[k] = left
                count += 1
                k += 2
            elif keeps_left:
                high[k] = left
                k += 1
            elif keeps_right:
                low[k] = right
                k += 1
            else:
                for m in range(k, count - 1):
                    low[m], high[m] = low[m + 1], high[m + 1]
                count -= 1
    return count


@compiled
def free_spans(places, low, high):  # type: ignore[no-untyped-def]
    """How many stretches a row with room has (0: no room), and its y, midway between the lines if possible."""
    for step in range(-1, _HEIGHTS):
        ahead = MIDDLE if step < 0 else NEAREST + (FARTHEST - NEAREST) * step / (_HEIGHTS - 1)
        count = spans_at(places, ahead, low, high)
        kept = 0
        for k in range(count):
            if high[k] - low[k] > 2 * _HAIR:
                low[kept], high[kept] = low[k] + _HAIR, high[k] - _HAIR
                kept += 1
        if kept:
            return kept, ahead
    return 0, MIDDLE


@compiled
def stand_at(places, part):  # type: ignore[no-untyped-def]
    """Position at this fraction (0 to 1) of the free base line; NaN across without room."""
    low, high = np.empty(_MOST), np.empty(_MOST)
    count, ahead = free_spans(places, low, high)
    if count == 0:
        return np.nan, ahead
    total = 0.0
    for k in range(count):
        total += high[k] - low[k]
    far = part * total
    for k in range(count):
        if far <= high[k] - low[k]:
            return low[k] + far, ahead
        far -= high[k] - low[k]
    return high[count - 1], ahead


@compiled
def stands_at(places, parts):  # type: ignore[no-untyped-def]
    out = np.empty((len(parts), 2))
    for row in range(len(parts)):
        out[row, 0], out[row, 1] = stand_at(places[row], parts[row])
    return out


@compiled
def nearest_stands(places, across):  # type: ignore[no-untyped-def]
    """Lawful positions nearest to these x, on the row of `free_spans`; NaN without room."""
    low, high = np.empty(_MOST), np.empty(_MOST)
    out = np.empty((len(across), 2))
    for row in range(len(across)):
        count, ahead = free_spans(places[row], low, high)
        x, least = np.nan, np.inf
        for k in range(count):
            stand = min(max(across[row], low[k]), high[k])
            if abs(stand - across[row]) < least:
                x, least = stand, abs(stand - across[row])
        out[row, 0], out[row, 1] = x, ahead
    return out


@compiled
def strokes_of_actions(places, actions, softest, max_speed, out):  # type: ignore[no-untyped-def]
    """Convert actions (three numbers from −1 to 1, see `carrom.env.spaces`) to strokes."""
    for row in range(len(actions)):
        across, turn, pace = actions[row, 0], actions[row, 1], actions[row, 2]
        out[row, 0], out[row, 1] = stand_at(places[row], (across + 1) / 2)
        out[row, 2] = 180.0 if turn == -1.0 else 180.0 * turn
        out[row, 3] = softest + (pace + 1) / 2 * (max_speed - softest)


@compiled
def execute_many(places, intended, errors, skills, tuning, max_speed, out):  # type: ignore[no-untyped-def]
    """`carrom.play.skill.execute_many`, with a layout and a skill (angle, pace, placing) for each stroke."""
    low, high = np.empty(_MOST), np.empty(_MOST)
    for row in range(len(intended)):
        execute_one(places[row], intended[row], errors[row], skills[row], tuning, max_speed, low, high, out[row])


@compiled
def execute_one(places, intended, errors, skill, tuning, max_speed, low, high, out):  # type: ignore[no-untyped-def]
    x, y = intended[0], intended[1]
    count = spans_at(places, y, low, high)
    least, most = _room_around(x, low[:count], high[:count])
    stands = min(max(x + skill[2] * errors[0], least), most)
    aimed = first_contact(places, x, y, intended[2]) if stands != x else (x, y)
    _strike(intended, stands, aimed, errors, skill, tuning, max_speed, out)


@compiled
def execute_with_errors(places, intended, errors, skill, low, high, tuning, max_speed, out):  # type: ignore[no-untyped-def]
    """Execute every stroke with every row of errors, stroke by stroke: one layout, one skill, these stretches."""
    tries = len(errors)
    for row in range(len(intended)):
        x = intended[row, 0]
        least, most = _room_around(x, low, high)
        aimed = first_contact(places, x, intended[row, 1], intended[row, 2])
        for k in range(tries):
            stands = min(max(x + skill[2] * errors[k, 0], least), most)
            _strike(intended[row], stands, aimed, errors[k], skill, tuning, max_speed, out[row * tries + k])


@compiled
def _room_around(x, low, high):  # type: ignore[no-untyped-def]
    least, most = x, x
    for k in range(len(low)):
        if low[k] - 1e-6 <= x <= high[k] + 1e-6:
            least, most = min(low[k], x), max(high[k], x)
    return least, most


@compiled
def _strike(intended, stands, aimed, errors, skill, tuning, max_speed, out):  # type: ignore[no-untyped-def]
    pace_factor, wide_factor, wide_from, back_factor, back_from = tuning
    x, y, direction, speed = intended[0], intended[1], intended[2], intended[3]
    turned = 0.0
    if stands != x:
        turned = (atan2(aimed[0] - stands, aimed[1] - y) - atan2(aimed[0] - x, aimed[1] - y)) * 180.0 / pi
    wide = abs(direction)
    spread = skill[0] * (1.0 + pace_factor * (speed / max_speed) ** 2)
    if wide > wide_from:
        spread *= wide_factor
    if wide > back_from:
        spread *= back_factor
    towards = direction + turned + spread * errors[1]
    out[0], out[1] = stands, y
    out[2] = 180.0 - (180.0 - towards) % 360.0
    out[3] = min(speed * exp(skill[1] * errors[2]), max_speed)


@compiled
def first_contact(places, x, y, direction):  # type: ignore[no-untyped-def]
    """The point that a stroke is aimed at (`carrom.play.sight.first_contacts`)."""
    ux, uy = sin(direction * pi / 180.0), cos(direction * pi / 180.0)
    reach = min(_to_frame(x, ux), _to_frame(y, uy))
    for j in range(len(places)):
        dx, dy = places[j, 0] - x, places[j, 1] - y
        along = dx * ux + dy * uy
        chord = _APART**2 - (dx * uy - dy * ux) ** 2
        if along > 0 and chord > 0:
            reach = min(reach, along - sqrt(chord))
    reach = max(reach, NEAREST_AIM)
    return x + reach * ux, y + reach * uy


@compiled
def _to_frame(start, heading):  # type: ignore[no-untyped-def]
    return np.inf if heading == 0 else (copysign(_WALL, heading) - start) / heading


@compiled
def has_middle_room(places):  # type: ignore[no-untyped-def]
    low, high = np.empty(_MOST), np.empty(_MOST)
    out = np.empty(len(places), dtype=np.bool_)
    for row in range(len(places)):
        out[row] = spans_at(places[row], MIDDLE, low, high) > 0
    return out
