"""Detect the next event of a disc.

A moving disc's path is a ray: the frame, the pockets and resting discs along it are found in closed form, nearest
first, and only the nearest is converted to a time. Two moving discs are found by conservative advancement: step to the
earliest time at which they could touch, look again, never step past a touch.
"""

from carrom.physics.kernel.arith import larger, ratio, root, smaller
from carrom.physics.kernel.bits import bit, has
from carrom.physics.kernel.capture import hole_ahead
from carrom.physics.kernel.crew import first_of, least, me, others_of, stride, together, union
from carrom.physics.kernel.evolve import distance_at, place_at, time_to
from carrom.physics.kernel.layout import (
    EAST,
    END,
    FRAME,
    GRAZE,
    HALF,
    KINDS,
    NEVER,
    NEXT,
    NONE,
    NORTH,
    OVER,
    PAIR,
    REST,
    SOFT,
    T0,
    TE,
    TOUCH,
    TURN,
    UNTIL,
    UX,
    UY,
    A,
    R,
    V,
    X,
    Y,
    kind_of,
    whom_of,
)
from carrom.physics.kernel.rays import is_harmless, ray_to_circle
from carrom.physics.kernel.types import Floats, Ints

LEEWAY = 1e-3  # mm²; more than rounding errors, so that quick checks miss no disc


def meeting(dx: float, dy: float, vx: float, vy: float, ax: float, ay: float, radii: float, horizon: float) -> float:
    """Return when two moving discs touch while closing, or NEVER before `horizon`. Accelerations are halved: d + vt +
    at².
    """
    t = 0.0
    x, y, wx, wy = dx, dy, vx, vy
    for _ in range(64):
        d2 = x * x + y * y
        d = root(d2)
        gap = (d - radii) * d  # this, `closing` and `pressing` are multiplied by the distance
        closing = -(wx * x + wy * y)
        pressing = -(ax * x + ay * y)
        step = 0.0
        if gap <= TOUCH * d:
            if closing > 0.0:
                slip2 = wx * wx + wy * wy
                if pressing > 0.0 or closing >= SOFT * d or closing * closing >= GRAZE * GRAZE * slip2 * d2:
                    return t
                return NEVER
            if pressing <= 0.0:
                return NEVER
            if closing == 0.0:
                return t
            step = ratio(-closing, pressing)
        else:
            if closing <= 0.0 and pressing <= 0.0:
                return NEVER
            square = closing * closing + 4.0 * pressing * gap
            if square < 0.0:
                return NEVER
            over, under = 2.0 * gap, closing + root(square)
            if closing <= 0.0:
                over, under = 0.5 * under - closing, pressing
            step = ratio(over, under)
        t += step
        if t > horizon:
            return NEVER
        x = dx + (vx + ax * t) * t
        y = dy + (vy + ay * t) * t
        wx = vx + 2.0 * ax * t
        wy = vy + 2.0 * ay * t
    return t


def approach(
    i: int, j: int, now: float, x: float, y: float, v: float, s: Floats
) -> tuple[float, float, float, float, float, float]:
    """Return place, velocity and half the acceleration of moving disc `j` relative to disc `i`, which is at (x, y)."""
    xj, yj, vj = place_at(s, j, now)
    ux, uy, a = s[UX, i], s[UY, i], s[A, i]
    uxj, uyj, aj = s[UX, j], s[UY, j], s[A, j]
    return (
        xj - x,
        yj - y,
        uxj * vj - ux * v,
        uyj * vj - uy * v,
        0.5 * (ux * a - uxj * aj),
        0.5 * (uy * a - uyj * aj),
    )


def may_meet(dx: float, dy: float, vx: float, vy: float, ax: float, ay: float, radii: float, horizon: float) -> bool:
    """Return whether they could touch before `horizon`: the first step of `meeting`, without a division."""
    d2 = dx * dx + dy * dy
    d = root(d2)
    gap = d2 - radii * d  # multiplied by the distance, like the values below
    if gap <= TOUCH * d:
        return True
    closing = -(vx * dx + vy * dy)
    pressing = -(ax * dx + ay * dy)
    ends_apart = gap - (closing + pressing * horizon) * horizon > 0.0
    if pressing >= 0.0:
        return not ends_apart
    if closing <= 0.0 or closing * closing + 4.0 * pressing * gap < 0.0:
        return False
    return not ends_apart or closing < -2.0 * pressing * horizon


def frame_ahead(x: float, y: float, ux: float, uy: float, edge: float, reach: float) -> tuple[float, int]:
    """Return the side of the frame that a disc reaches, or its coming to rest."""
    what = REST * KINDS
    axis = me()
    while axis < 2:
        place, speed, side = x, ux, EAST
        if axis == 1:
            place, speed, side = y, uy, NORTH
        if speed < 0.0:
            place, speed, side = -place, -speed, side ^ 2
        if speed > 0.0 and speed * reach > edge - place:
            reach, what = larger(ratio(edge - place, speed), 0.0), FRAME * KINDS + side
        axis += stride()
    return reach, what


def lie_ahead(x: float, y: float, ux: float, uy: float, r: float, reach: float, s: Floats, n: int) -> int:
    """Return this worker's resting discs within `reach`, as bits: all that `ray_to_circle` finds.

    Branch-free, so that the processor checks many at once; the few that are left are checked closely.
    """
    found = 0 * me()
    j = me()
    while j < n:
        dx, dy, radius = s[X, j] - x, s[Y, j] - y, r + s[R, j]
        along, aside = dx * ux + dy * uy, dx * uy - dy * ux
        is_ahead = (along > 0.0) & (along - radius < reach) & (radius * radius - aside * aside > 0.0)
        found |= bit(j) if is_ahead & (s[V, j] == 0.0) else 0
        j += stride()
    return found


def come_near(i: int, now: float, x: float, y: float, v: float, soon: float, s: Floats, n: int) -> int:
    """Return this worker's moving discs that disc `i` may meet before `soon`, as bits: a superset of those `may_meet`
    finds. Branch-free.
    """
    ux, uy, a, r = s[UX, i], s[UY, i], s[A, i], s[R, i]
    found = 0 * me()
    j = me()
    while j < n:
        vj, aj, uxj, uyj = s[V, j], s[A, j], s[UX, j], s[UY, j]
        dt = now - s[T0, j]
        slid = distance_at(vj, aj, dt)
        dx, dy = s[X, j] + uxj * slid - x, s[Y, j] + uyj * slid - y
        speed = larger(vj - aj * dt, 0.0)
        d2 = dx * dx + dy * dy
        d = root(d2)
        gap = d2 - (r + s[R, j]) * d
        closing = -((uxj * speed - ux * v) * dx + (uyj * speed - uy * v) * dy)
        pressing = -(0.5 * (ux * a - uxj * aj) * dx + 0.5 * (uy * a - uyj * aj) * dy)
        horizon = smaller(soon, s[END, j]) - now
        meets = gap - (closing + pressing * horizon) * horizon <= LEEWAY
        turns = (closing > 0.0) & (closing * closing + 4.0 * pressing * gap >= 0.0)
        later = closing < -2.0 * pressing * horizon
        is_near = (gap <= TOUCH * d) | (meets & (pressing >= 0.0)) | (turns & (meets | later) & (pressing < 0.0))
        found |= bit(j) if is_near & (vj != 0.0) else 0
        j += stride()
    return found


def predict(i: int, now: float, s: Floats, q: Ints, n: int, p: Floats, fresh: int, done: int) -> None:
    """Find the next event of disc `i`.

    `fresh` is the set (as bits) of discs being predicted together, whose events were forgotten; `done` those of them
    already predicted, whose pairs need no second look.
    """
    if s[V, i] == 0.0:
        predict_others(i, now, s, q, n, fresh)
        return
    x, y, v = place_at(s, i, now)
    ux, uy, a, r = s[UX, i], s[UY, i], s[A, i], s[R, i]
    reach, what = frame_ahead(x, y, ux, uy, p[HALF] - r, larger(0.5 * v * (s[END, i] - now), 0.0))
    reach, what = hole_ahead(x, y, ux, uy, r, q[OVER, i], reach, what, p)
    ahead = lie_ahead(x, y, ux, uy, r, reach, s, n)
    while ahead != 0:
        j = first_of(ahead)
        ahead = others_of(ahead)
        dx, dy = s[X, j] - x, s[Y, j] - y
        distance = ray_to_circle(dx, dy, ux, uy, reach, r + s[R, j])
        if distance < NEVER and not is_harmless(dx, dy, ux, uy, v, r + s[R, j]):
            reach, what = distance, PAIR * KINDS + j
    reach, what = least(reach, what)

    first = s[END, i] if what == REST * KINDS else now + time_to(reach, v, a)
    if s[UNTIL, i] < first:
        first, what = larger(s[UNTIL, i], now), TURN * KINDS
    if s[TE, i] <= first:
        first, what = s[TE, i], q[NEXT, i]

    passed = done | bit(i)
    soon, whom, met = first, what, 0
    near = come_near(i, now, x, y, v, soon, s, n) & ~passed
    while near != 0:
        j = first_of(near)
        near = others_of(near)
        horizon = smaller(soon, s[END, j]) - now
        dx, dy, vx, vy, ax, ay = approach(i, j, now, x, y, v, s)
        if may_meet(dx, dy, vx, vy, ax, ay, r + s[R, j], horizon):
            t = now + meeting(dx, dy, vx, vy, ax, ay, r + s[R, j], horizon)
            if t < soon:
                soon, whom, met = t, PAIR * KINDS + j, met | bit(j)
    if union(met):
        soon, whom = least(soon, whom)

    together()
    if me() == 0:
        s[TE, i] = soon
        q[NEXT, i] = whom
        if kind_of(whom) == PAIR:
            j = whom_of(whom)
            if s[V, j] != 0.0 and soon < s[TE, j]:
                s[TE, j] = soon
                q[NEXT, j] = PAIR * KINDS + i


def predict_others(i: int, now: float, s: Floats, q: Ints, n: int, fresh: int) -> None:
    """Check whether a moving disc hits disc `i`, at rest, before its own next event."""
    j = me()
    while j < n:
        if s[V, j] != 0.0 and not has(fresh, j):
            x, y, v = place_at(s, j, now)
            dx, dy = s[X, i] - x, s[Y, i] - y
            ux, uy, radii = s[UX, j], s[UY, j], s[R, i] + s[R, j]
            distance = ray_to_circle(dx, dy, ux, uy, 0.5 * v * (s[END, j] - now), radii)
            if distance < NEVER and not is_harmless(dx, dy, ux, uy, v, radii):
                t = now + time_to(distance, v, s[A, j])
                if t < s[TE, j]:
                    s[TE, j] = t
                    q[NEXT, j] = PAIR * KINDS + i
        j += stride()


def forget(i: int, s: Floats, q: Ints) -> None:
    s[TE, i] = NEVER
    q[NEXT, i] = NONE * KINDS
