"""The capture rule, which decides when a disc falls: CENTRE_OVER_HOLE or BOUNCE_OUT.

CENTRE_OVER_HOLE, the default: a disc falls as soon as its centre is over the hole. BOUNCE_OUT: a disc faster than
CAPTURE_SPEED flies on over the hole; it may hit the frame's rounded corner and come out again, and falls once it is
slower. In both, a disc may come to rest at the mouth, its rim over the hole and its centre beside it.
"""

from carrom.physics.kernel.arith import larger, root
from carrom.physics.kernel.crew import me, stride
from carrom.physics.kernel.layout import (
    BOUNCE_OUT,
    CAPTURE,
    CAPTURE_SPEED,
    CORNER,
    HAIR,
    HOLE,
    HOLE_AT,
    KINDS,
    LEAVE,
    NEVER,
    POCKET,
    V,
    X,
    Y,
)
from carrom.physics.kernel.rays import ray_to_circle
from carrom.physics.kernel.types import Floats


def hole_x(k: int, p: Floats) -> float:
    return p[HOLE_AT] if k == 0 or k == 3 else -p[HOLE_AT]


def hole_y(k: int, p: Floats) -> float:
    return p[HOLE_AT] if k < 2 else -p[HOLE_AT]


def hole_ahead(
    x: float, y: float, ux: float, uy: float, r: float, over: int, reach: float, what: int, p: Floats
) -> tuple[float, int]:
    """Return the nearer of the event found before and the rims of the pockets."""
    if over >= 0:
        return over_hole(x, y, ux, uy, r, over, reach, what, p)
    k = me()
    while k < 4:
        distance = ray_to_circle(hole_x(k, p) - x, hole_y(k, p) - y, ux, uy, reach, p[HOLE])
        if distance < NEVER:
            reach, what = distance, POCKET * KINDS + k
        k += stride()
    return reach, what


def over_hole(
    x: float, y: float, ux: float, uy: float, r: float, over: int, reach: float, what: int, p: Floats
) -> tuple[float, int]:
    """Return the next event of a disc flying over pocket `over`: hitting the rounded corner or leaving the hole."""
    cx, cy = hole_x(over, p), hole_y(over, p)
    dx, dy = cx - x, cy - y
    along, aside = dx * ux + dy * uy, dx * uy - dy * ux
    leave = along + root(p[HOLE] * p[HOLE] - aside * aside)
    if leave < reach:
        reach, what = larger(leave, 0.0), LEAVE * KINDS + over
    bend = p[HOLE] - r
    if aside * aside < bend * bend:
        strike = along + root(bend * bend - aside * aside)
        outward_x, outward_y = (x + ux * strike - cx) * cx, (y + uy * strike - cy) * cy
        if outward_x > 0.0 and outward_y > 0.0 and -1e-6 < strike < reach:
            reach, what = larger(strike, 0.0), CORNER * KINDS + over
    return reach, what


def falls(i: int, s: Floats, p: Floats) -> bool:
    """Return whether disc `i`, over a hole, falls now."""
    return p[CAPTURE] != BOUNCE_OUT or s[V, i] <= p[CAPTURE_SPEED]


def hole_under(i: int, s: Floats, p: Floats) -> int:
    """Return the hole that disc `i` lies over, by a hair more than rounding, or -1."""
    dx, dy = abs(s[X, i]) - p[HOLE_AT], abs(s[Y, i]) - p[HOLE_AT]
    rim = p[HOLE] + HAIR
    if dx * dx + dy * dy >= rim * rim:
        return -1
    if s[Y, i] > 0.0:
        return 0 if s[X, i] > 0.0 else 1
    return 2 if s[X, i] < 0.0 else 3
