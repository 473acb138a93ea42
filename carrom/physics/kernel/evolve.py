"""Where a disc is between its events. It slides along a straight line and slows evenly."""

import math

from carrom.physics.kernel.layout import (
    FRICTION,
    NEVER,
    T0,
    UNKNOWN,
    UNTIL,
    UX,
    UY,
    A,
    B,
    V,
    W,
    X,
    Y,
)
from carrom.physics.kernel.slide import slowing
from carrom.physics.kernel.types import Floats


def distance_at(speed: float, slowdown: float, time: float) -> float:
    """How far a disc has slid after `time`."""
    return (speed - 0.5 * slowdown * time) * time


def time_to(distance: float, speed: float, slowdown: float) -> float:
    """When a disc has slid that far; without the cancellation of the schoolbook formula."""
    left = speed * speed - 2.0 * slowdown * distance
    return 2.0 * distance / (speed + math.sqrt(max(left, 0.0)))


def place_at(s: Floats, i: int, now: float) -> tuple[float, float, float]:
    """Where disc `i` is at `now`, and how fast: its own event is not before."""
    v = s[V, i]
    if v == 0.0:
        return s[X, i], s[Y, i], 0.0
    dt = now - s[T0, i]
    d = distance_at(v, s[A, i], dt)
    return s[X, i] + s[UX, i] * d, s[Y, i] + s[UY, i] * d, max(v - s[A, i] * dt, 0.0)


def rim_at(s: Floats, i: int, now: float) -> float:
    """How fast its rim turns at `now`."""
    w = s[W, i]
    loss = s[B, i] * (now - s[T0, i])
    if w > 0.0:
        return max(w - loss, 0.0)
    return min(w + loss, 0.0)


def advance(s: Floats, i: int, now: float) -> None:
    """Bring disc `i` to `now`."""
    if s[W, i] != 0.0:
        s[W, i] = rim_at(s, i, now)
    if s[V, i] != 0.0:
        s[X, i], s[Y, i], s[V, i] = place_at(s, i, now)
    s[T0, i] = now


def push(s: Floats, i: int, vx: float, vy: float, w: float, stop_speed: float, p: Floats) -> None:
    """Give disc `i` a new velocity and a new spin. How a spinning one slows is looked up when it is predicted."""
    v = math.sqrt(vx * vx + vy * vy)
    if v < stop_speed:
        s[V, i] = 0.0
    else:
        s[V, i] = v
        s[UX, i] = vx / v
        s[UY, i] = vy / v
    s[W, i] = w
    s[A, i] = p[FRICTION]
    s[B, i] = 0.0
    s[UNTIL, i] = NEVER if w == 0.0 else UNKNOWN


def look_up(s: Floats, i: int, now: float, p: Floats) -> None:
    """How disc `i`, which spins and stands at `now`, slows from here on."""
    a, b, hold = slowing(s[V, i], s[W, i], p[FRICTION])
    s[A, i] = a
    s[B, i] = b
    s[UNTIL, i] = now + hold
