"""What a touch does: restitution along the normal, Coulomb friction along the rim, momentum kept.

All discs are full and even, so a tangential impulse changes the rim speed by twice what it changes the velocity.
"""

import math

from carrom.physics.kernel.evolve import push
from carrom.physics.kernel.layout import (
    CONTACT_FRICTION,
    FRAME_RESTITUTION,
    HIT,
    HOP,
    NEARLY_ELASTIC,
    RECENT,
    RESTITUTION,
    SOFT_SPEED,
    STOP_SPEED,
    UX,
    UY,
    A,
    M,
    V,
    W,
    X,
    Y,
)
from carrom.physics.kernel.types import Floats


def rub(slip: float, mass: float, limit: float) -> float:
    """The tangential impulse: what stops the slip, or what friction can give, whichever is less."""
    wanted = -slip * mass / 3.0
    if wanted > limit:
        return limit
    if wanted < -limit:
        return -limit
    return wanted


def closing_speed(i: int, j: int, s: Floats) -> float:
    """How fast two touching discs approach; both stand at the same time."""
    dx, dy = s[X, j] - s[X, i], s[Y, j] - s[Y, i]
    vx = s[UX, i] * s[V, i] - s[UX, j] * s[V, j]
    vy = s[UY, i] * s[V, i] - s[UY, j] * s[V, j]
    return (vx * dx + vy * dy) / math.sqrt(dx * dx + dy * dy)


def collide(i: int, j: int, now: float, s: Floats, g: Floats, p: Floats) -> None:
    """Two discs touch."""
    dx, dy = s[X, j] - s[X, i], s[Y, j] - s[Y, i]
    d = math.sqrt(dx * dx + dy * dy)
    nx, ny = dx / d, dy / d
    ivx, ivy = s[UX, i] * s[V, i], s[UY, i] * s[V, i]
    jvx, jvy = s[UX, j] * s[V, j], s[UY, j] * s[V, j]
    closing = (ivx - jvx) * nx + (ivy - jvy) * ny
    mass = s[M, i] * s[M, j] / (s[M, i] + s[M, j])

    restitution = p[RESTITUTION]
    if now - s[HIT, i] < RECENT or now - s[HIT, j] < RECENT:
        restitution = max(restitution, NEARLY_ELASTIC)
    opening = restitution * max(closing, 0.0)
    if s[V, i] > 0.0 and s[V, j] > 0.0:
        # Friction may press them onto each other. Then they part by a hair, and so stay two discs.
        pressing = s[A, j] * (s[UX, j] * nx + s[UY, j] * ny) - s[A, i] * (s[UX, i] * nx + s[UY, i] * ny)
        if pressing > 0.0:
            opening = max(opening, math.sqrt(2.0 * pressing * HOP))
    impulse = mass * (closing + opening)

    along = 0.0
    if p[CONTACT_FRICTION] > 0.0:
        slip = (jvy - ivy) * nx - (jvx - ivx) * ny - s[W, i] - s[W, j]
        along = rub(slip, mass, p[CONTACT_FRICTION] * impulse)
    jx, jy = impulse * nx - along * ny, impulse * ny + along * nx
    mi, mj = 1.0 / s[M, i], 1.0 / s[M, j]
    push(s, i, ivx - jx * mi, ivy - jy * mi, s[W, i] - 2.0 * along * mi, g[STOP_SPEED], p)
    push(s, j, jvx + jx * mj, jvy + jy * mj, s[W, j] - 2.0 * along * mj, g[STOP_SPEED], p)
    s[HIT, i] = now
    s[HIT, j] = now


def rebound(i: int, nx: float, ny: float, s: Floats, g: Floats, p: Floats) -> float:
    """Disc `i` strikes the frame, whose outward normal is (nx, ny). Returns the closing speed."""
    vx, vy = s[UX, i] * s[V, i], s[UY, i] * s[V, i]
    closing = vx * nx + vy * ny
    opening = p[FRAME_RESTITUTION] * closing
    if closing < g[SOFT_SPEED]:
        opening = 0.0
    change = closing + opening
    along = 0.0
    if p[CONTACT_FRICTION] > 0.0:
        slip = vy * nx - vx * ny + s[W, i]
        along = rub(slip, 1.0, p[CONTACT_FRICTION] * change)
    vx += -change * nx - along * ny
    vy += -change * ny + along * nx
    if opening == 0.0:
        # Exactly along the frame, so that it is not met again.
        if ny == 0.0:
            vx = 0.0
        elif nx == 0.0:
            vy = 0.0
    push(s, i, vx, vy, s[W, i] + 2.0 * along, g[STOP_SPEED], p)
    return closing
