"""Motion of a disc between events: a straight line with even deceleration."""

from carrom.physics.kernel.arith import inverse_root, larger, ratio, root, smaller
from carrom.physics.kernel.layout import (
    END,
    FRICTION,
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
    return (speed - 0.5 * slowdown * time) * time


def time_to(distance: float, speed: float, slowdown: float) -> float:
    """Return the time to slide a distance, without the cancellation of the textbook formula."""
    left = speed * speed - 2.0 * slowdown * distance
    return ratio(2.0 * distance, speed + root(left))


def place_at(s: Floats, i: int, now: float) -> tuple[float, float, float]:
    """Return place and speed of disc `i` at `now`, which is not after its next event."""
    v = s[V, i]
    if v == 0.0:
        return s[X, i], s[Y, i], 0.0
    dt = now - s[T0, i]
    d = distance_at(v, s[A, i], dt)
    return s[X, i] + s[UX, i] * d, s[Y, i] + s[UY, i] * d, larger(v - s[A, i] * dt, 0.0)


def rim_at(s: Floats, i: int, now: float) -> float:
    w = s[W, i]
    loss = s[B, i] * (now - s[T0, i])
    if w > 0.0:
        return larger(w - loss, 0.0)
    return smaller(w + loss, 0.0)


def advance(s: Floats, i: int, now: float) -> None:
    if s[W, i] != 0.0:
        s[W, i] = rim_at(s, i, now)
    if s[V, i] != 0.0:
        s[X, i], s[Y, i], s[V, i] = place_at(s, i, now)
    s[T0, i] = now


def set_off(s: Floats, i: int, stop_speed: float) -> None:
    """Set disc `i`, whose velocity is in (UX, UY), in motion. Its deceleration is looked up when it is predicted."""
    vx, vy = s[UX, i], s[UY, i]
    v2 = vx * vx + vy * vy
    if v2 < stop_speed * stop_speed:
        s[V, i] = 0.0
    else:
        part = inverse_root(v2)
        s[UX, i] = vx * part
        s[UY, i] = vy * part
        s[V, i] = v2 * part
    s[UNTIL, i] = UNKNOWN


def look_up(s: Floats, i: int, now: float, p: Floats) -> None:
    """Look up the deceleration of disc `i`, whose clock is at `now`."""
    a, b, hold = slowing(s[V, i], s[W, i], p[FRICTION])
    s[A, i] = a
    s[B, i] = b
    s[END, i] = now + ratio(s[V, i], a)
    s[UNTIL, i] = now + hold
