"""The easiest direct stroke at every piece, for thousands of layouts at once: the glance of a player at a leave.

The generator looks at one position thoroughly; this looks at many briefly: straight ways only, a few stands. It is
compiled, since it stands in the innermost loop of the players that plan.
"""

from __future__ import annotations

from math import atan, atan2, hypot, pi, sqrt

import numpy as np
from numba import njit

from carrom.equipment import Position, Seat, striker_spans
from carrom.equipment.sizes import PIECE_RADIUS, POCKET_CENTRE, STRIKER_RADIUS
from carrom.equipment.striker_place import MIDDLE
from carrom.play.sight import Bools, Floats
from carrom.play.skill import BACK_FACTOR, BACK_FROM, PACE_FACTOR, TAIL_FREEDOM, WIDE_FACTOR, WIDE_FROM
from carrom.players.aiming import POCKET_WINDOW, THINNEST
from carrom.players.goals import ARRIVAL
from carrom.players.hand import Hand

_CONTACT = STRIKER_RADIUS + PIECE_RADIUS
_PIECES = 2 * PIECE_RADIUS
_UNIT = sqrt((TAIL_FREEDOM - 2) / TAIL_FREEDOM)
_SPANS = striker_spans(Position(()), Seat.SOUTH)
_STANDS = np.array(
    [
        *(sum(_SPANS[i]) / 2 for i in (0, 2)),
        *np.linspace(_SPANS[1][0] + 1e-6, _SPANS[1][1] - 1e-6, 7),
    ]
)
_INNER = _SPANS[1][1]
_PACE = 1.4


def easiest(places: Floats, on: Bools, wanted: Bools, hand: Hand) -> tuple[Floats, Floats]:
    """For each layout and piece: the chance of its easiest direct stroke (0 for none), and that stroke.

    `places` (layouts, pieces, 2) as the striker's player sees them, `on` (layouts, pieces) which still lie there,
    `wanted` (pieces) which to look at. Strokes are rows of (x, y, direction, speed).
    """
    return _easiest(  # type: ignore[no-any-return]
        np.ascontiguousarray(places),
        np.ascontiguousarray(on),
        np.ascontiguousarray(wanted),
        hand.skill.angle * pi / 180,
        hand.slowing,
        hand.transfer,
        hand.max_speed,
        hand.contact_friction,
        3 * (1 + hand.restitution),
        POCKET_WINDOW,
    )


@njit(cache=True, error_model="numpy", nogil=True)
def _easiest(places, on, wanted, angle, slowing, transfer, max_speed, friction, grip, window):  # type: ignore[no-untyped-def]
    layouts, pieces = on.shape
    chance = np.zeros((layouts, pieces))
    strokes = np.zeros((layouts, pieces, 4))
    free = np.empty(len(_STANDS), dtype=np.bool_)
    for row in range(layouts):
        for k in range(len(_STANDS)):
            free[k] = _is_free(places[row], on[row], _STANDS[k])
        for i in range(pieces):
            if not (wanted[i] and on[row, i]):
                continue
            px, py = places[row, i, 0], places[row, i, 1]
            for corner in range(4):
                tx = POCKET_CENTRE if corner % 2 == 0 else -POCKET_CENTRE
                ty = POCKET_CENTRE if corner < 2 else -POCKET_CENTRE
                far = hypot(tx - px, ty - py)
                ux, uy = (tx - px) / far, (ty - py) / far
                if not _is_clear(places[row], on[row], px, py, tx, ty, _PIECES, i):
                    continue
                leave = sqrt(ARRIVAL * ARRIVAL + 2 * slowing * far)
                cx, cy = px - _CONTACT * ux, py - _CONTACT * uy
                for k in range(-1, len(_STANDS)):
                    if k >= 0:
                        if not free[k]:
                            continue
                        sx = _STANDS[k]
                    else:
                        # From straight behind the piece, where that is a lawful stand.
                        if abs(uy) < 1e-9:
                            continue
                        sx = cx - ux / uy * (cy - MIDDLE)
                        if abs(sx) > _INNER or not _is_free(places[row], on[row], sx):
                            continue
                    # The striker's rim draws the piece along (`Hand.throw`): strike it a little thinner.
                    nx, ny = ux, uy
                    for _ in range(3):
                        ex, ey = px - _CONTACT * nx, py - _CONTACT * ny
                        dx, dy = ex - sx, ey - MIDDLE
                        run = max(hypot(dx, dy), 1e-9)
                        fullness = (dx * nx + dy * ny) / run
                        if fullness < THINNEST:
                            break
                        throw = min(friction, abs(nx * dy - ny * dx) / (run * fullness * grip))
                        if nx * dy < ny * dx:
                            throw = -throw
                        long = hypot(1.0, throw)
                        nx, ny = (ux + throw * uy) / long, (uy - throw * ux) / long
                    if fullness < THINNEST:
                        continue
                    meet = leave / (transfer * fullness)
                    speed = _PACE * sqrt(meet * meet + 2 * slowing * run)
                    if speed > max_speed:
                        continue
                    direction = atan2(dx, dy) * 180 / pi
                    spread = angle * (1 + PACE_FACTOR * (speed / max_speed) ** 2)
                    if abs(direction) > WIDE_FROM:
                        spread *= WIDE_FACTOR
                    if abs(direction) > BACK_FROM:
                        spread *= BACK_FACTOR
                    shift = run / (_CONTACT * fullness) * far
                    found = _within(window / max(shift, 1.0), spread)
                    if found <= chance[row, i]:
                        continue
                    if _is_clear(places[row], on[row], sx, MIDDLE, ex, ey, _CONTACT, i):
                        chance[row, i] = found
                        strokes[row, i, 0] = sx
                        strokes[row, i, 1] = MIDDLE
                        strokes[row, i, 2] = direction
                        strokes[row, i, 3] = speed / 1000
    return chance, strokes


@njit(cache=True, error_model="numpy", nogil=True)
def _is_free(places, on, x):  # type: ignore[no-untyped-def]
    for j in range(len(on)):  # noqa: SIM110 - plain loops are what compiles well
        if on[j] and hypot(places[j, 0] - x, places[j, 1] - MIDDLE) < _CONTACT:
            return False
    return True


@njit(cache=True, error_model="numpy", nogil=True)
def _is_clear(places, on, x, y, to_x, to_y, apart, skip):  # type: ignore[no-untyped-def]
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
def _within(within, spread):  # type: ignore[no-untyped-def]
    """`carrom.play.skill.angle_chance` for one number."""
    if spread < 1e-12:
        return 1.0
    t = within / spread / _UNIT
    q = 1.0 + t * t / TAIL_FREEDOM
    r = t / sqrt(TAIL_FREEDOM)
    return 2.0 / pi * (atan(r) + r / q * (1.0 + 2.0 / (3.0 * q)))
