"""When does the next thing happen to a disc?

A moving disc's path is a ray: the frame, the pockets and the discs at rest are found in closed form along it, nearest
first, and only the winner is turned into a time. Two moving discs are found by conservative advancement: step to where
the projection on the line of centres says they could touch at the earliest, look again, never step past a touch.
"""

import math

from carrom.physics.kernel.capture import hole_ahead
from carrom.physics.kernel.evolve import place_at, time_to
from carrom.physics.kernel.layout import (
    EAST,
    FRAME,
    GRAZE,
    HALF,
    KIND,
    NEVER,
    NONE,
    NORTH,
    OVER,
    PAIR,
    REST,
    SOFT,
    SOUTH,
    T0,
    TE,
    TOUCH,
    TURN,
    UNTIL,
    UX,
    UY,
    WEST,
    WITH,
    A,
    R,
    V,
    W,
    X,
    Y,
)
from carrom.physics.kernel.rays import is_harmless, ray_to_circle
from carrom.physics.kernel.types import Floats, Ints


def meeting(dx: float, dy: float, vx: float, vy: float, ax: float, ay: float, radii: float, horizon: float) -> float:
    """When two moving discs touch, closing; NEVER if not before `horizon`. Accelerations are halved: d + vt + at²."""
    t = 0.0
    x, y, wx, wy = dx, dy, vx, vy
    for _ in range(64):
        d = math.sqrt(x * x + y * y)
        gap = d - radii
        closing = -(wx * x + wy * y) / d
        pressing = -(ax * x + ay * y) / d
        if gap <= TOUCH:
            if closing > 0.0:
                slip2 = wx * wx + wy * wy
                if pressing > 0.0 or closing >= SOFT or closing * closing >= GRAZE * GRAZE * slip2:
                    return t
                return NEVER
            if pressing <= 0.0:
                return NEVER
            step = -closing / pressing
            if step <= 0.0:
                return t
        else:
            if closing <= 0.0 and pressing <= 0.0:
                return NEVER
            root = closing * closing + 4.0 * pressing * gap
            if root < 0.0:
                return NEVER
            if closing > 0.0:
                step = 2.0 * gap / (closing + math.sqrt(root))
            else:
                step = 0.5 * (math.sqrt(root) - closing) / pressing
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
    """Place, velocity and half the acceleration of the moving disc `j` as seen from disc `i`, which is at (x, y)."""
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
    """Could they touch before `horizon`? The first step of `meeting` alone, without a division."""
    d2 = dx * dx + dy * dy
    d = math.sqrt(d2)
    gap = d2 - radii * d  # all of this times the distance
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


def predict(i: int, now: float, s: Floats, q: Ints, n: int, p: Floats, fresh: int, done: int) -> None:
    """Find the next event of disc `i`.

    `fresh` is the set (as bits) of discs that are being predicted together and were forgotten before; `done` those of
    them that are already predicted, whose pairs need no second look.
    """
    if s[V, i] == 0.0:
        predict_others(i, now, s, q, n, fresh)
        return
    x, y, v = place_at(s, i, now)
    ux, uy, a = s[UX, i], s[UY, i], s[A, i]
    kind, partner = REST, -1
    reach = 0.5 * v * v / a

    edge = p[HALF] - s[R, i]
    if ux > 0.0:
        if x + ux * reach > edge:
            reach, kind, partner = max((edge - x) / ux, 0.0), FRAME, EAST
    elif x + ux * reach < -edge:
        reach, kind, partner = max((-edge - x) / ux, 0.0), FRAME, WEST
    if uy > 0.0:
        if y + uy * reach > edge:
            reach, kind, partner = max((edge - y) / uy, 0.0), FRAME, NORTH
    elif y + uy * reach < -edge:
        reach, kind, partner = max((-edge - y) / uy, 0.0), FRAME, SOUTH

    reach, kind, partner = hole_ahead(x, y, ux, uy, s[R, i], q[OVER, i], reach, kind, partner, p)

    moving = 0
    for j in range(n):
        if s[V, j] != 0.0:
            moving |= 1 << j
        elif j != i:
            dx, dy = s[X, j] - x, s[Y, j] - y
            radii = s[R, i] + s[R, j]
            distance = ray_to_circle(dx, dy, ux, uy, reach, radii)
            if distance < NEVER and not is_harmless(dx, dy, ux, uy, v, radii):
                reach, kind, partner = distance, PAIR, j
    moving &= ~(done | (1 << i))

    wait = s[T0, i] + s[V, i] / a - now if kind == REST else time_to(reach, v, a)
    if s[W, i] != 0.0:
        valid = s[UNTIL, i] - now
        if valid < wait:
            wait, kind, partner = max(valid, 0.0), TURN, -1
    if now + wait < s[TE, i]:
        s[TE, i] = now + wait
        q[KIND, i] = kind
        q[WITH, i] = partner

    # First who may be met at all, then those one by one: on a graphics card strokes do either side by side.
    met = 0
    for j in range(n):
        if (moving >> j) & 1:
            horizon = min(s[TE, i], s[T0, j] + s[V, j] / s[A, j]) - now
            dx, dy, vx, vy, ax, ay = approach(i, j, now, x, y, v, s)
            if may_meet(dx, dy, vx, vy, ax, ay, s[R, i] + s[R, j], horizon):
                met |= 1 << j
    j = 0
    while met != 0:
        while not met & 1:
            met >>= 1
            j += 1
        horizon = min(s[TE, i], s[T0, j] + s[V, j] / s[A, j]) - now
        dx, dy, vx, vy, ax, ay = approach(i, j, now, x, y, v, s)
        t = meeting(dx, dy, vx, vy, ax, ay, s[R, i] + s[R, j], horizon)
        if now + t < s[TE, i]:
            s[TE, i] = now + t
            q[KIND, i] = PAIR
            q[WITH, i] = j
        met >>= 1
        j += 1

    if q[KIND, i] == PAIR:
        j = q[WITH, i]
        if s[V, j] != 0.0 and s[TE, i] < s[TE, j]:
            s[TE, j] = s[TE, i]
            q[KIND, j] = PAIR
            q[WITH, j] = i


def predict_others(i: int, now: float, s: Floats, q: Ints, n: int, fresh: int) -> None:
    """Disc `i` is at rest: who of the moving ones runs into it earlier than into anything else?"""
    for j in range(n):
        if s[V, j] != 0.0 and not (fresh >> j) & 1:
            x, y, v = place_at(s, j, now)
            dx, dy = s[X, i] - x, s[Y, i] - y
            radii = s[R, i] + s[R, j]
            reach = 0.5 * v * v / s[A, j]
            distance = ray_to_circle(dx, dy, s[UX, j], s[UY, j], reach, radii)
            if distance < NEVER and not is_harmless(dx, dy, s[UX, j], s[UY, j], v, radii):
                t = now + time_to(distance, v, s[A, j])
                if t < s[TE, j]:
                    s[TE, j] = t
                    q[KIND, j] = PAIR
                    q[WITH, j] = i


def forget(i: int, s: Floats, q: Ints) -> None:
    s[TE, i] = NEVER
    q[KIND, i] = NONE
    q[WITH, i] = -1
