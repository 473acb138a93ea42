"""Resolve touches: restitution along the normal, Coulomb friction along the rim, momentum preserved.

All discs are solid and uniform, so a tangential impulse changes the rim speed by twice the change of velocity.
"""

from carrom.physics.kernel.arith import inverse_root, larger, ratio, root
from carrom.physics.kernel.layout import (
    CONTACT_FRICTION,
    FRAME_RESTITUTION,
    HIT,
    HOP,
    LIGHT,
    NEARLY_ELASTIC,
    RECENT,
    RESTITUTION,
    SOFT_SPEED,
    UX,
    UY,
    A,
    V,
    W,
    X,
    Y,
)
from carrom.physics.kernel.types import Floats


def rub(slip: float, mass: float, limit: float) -> float:
    """Return the tangential impulse: enough to stop the slip, at most what friction can give."""
    wanted = -slip * mass * (1.0 / 3.0)
    if wanted > limit:
        return limit
    if wanted < -limit:
        return -limit
    return wanted


def closing_speed(i: int, j: int, s: Floats) -> float:
    """Return how fast two touching discs approach; their clocks must agree."""
    dx, dy = s[X, j] - s[X, i], s[Y, j] - s[Y, i]
    vx = s[UX, i] * s[V, i] - s[UX, j] * s[V, j]
    vy = s[UY, i] * s[V, i] - s[UY, j] * s[V, j]
    return (vx * dx + vy * dy) * inverse_root(dx * dx + dy * dy)


def collide(i: int, j: int, now: float, s: Floats, p: Floats) -> None:
    """Let two discs collide: new velocities, not yet set in motion, and new spins."""
    dx, dy = s[X, j] - s[X, i], s[Y, j] - s[Y, i]
    part = inverse_root(dx * dx + dy * dy)
    nx, ny = dx * part, dy * part
    ivx, ivy = s[UX, i] * s[V, i], s[UY, i] * s[V, i]
    jvx, jvy = s[UX, j] * s[V, j], s[UY, j] * s[V, j]
    closing = (ivx - jvx) * nx + (ivy - jvy) * ny
    mass = ratio(1.0, s[LIGHT, i] + s[LIGHT, j])

    restitution = p[RESTITUTION]
    if now - s[HIT, i] < RECENT or now - s[HIT, j] < RECENT:
        restitution = larger(restitution, NEARLY_ELASTIC)
    opening = restitution * larger(closing, 0.0)
    if s[V, i] > 0.0 and s[V, j] > 0.0:
        # If friction presses them together, they part by a hair, so that they remain two discs.
        pressing = s[A, j] * (s[UX, j] * nx + s[UY, j] * ny) - s[A, i] * (s[UX, i] * nx + s[UY, i] * ny)
        if pressing > 0.0:
            opening = larger(opening, root(2.0 * pressing * HOP))
    impulse = mass * (closing + opening)

    along = 0.0
    if p[CONTACT_FRICTION] > 0.0:
        slip = (jvy - ivy) * nx - (jvx - ivx) * ny - s[W, i] - s[W, j]
        along = rub(slip, mass, p[CONTACT_FRICTION] * impulse)
    jx, jy = impulse * nx - along * ny, impulse * ny + along * nx
    s[UX, i], s[UY, i] = ivx - jx * s[LIGHT, i], ivy - jy * s[LIGHT, i]
    s[UX, j], s[UY, j] = jvx + jx * s[LIGHT, j], jvy + jy * s[LIGHT, j]
    s[W, i] -= 2.0 * along * s[LIGHT, i]
    s[W, j] -= 2.0 * along * s[LIGHT, j]
    s[HIT, i] = now
    s[HIT, j] = now


def rebound(i: int, nx: float, ny: float, s: Floats, g: Floats, p: Floats) -> float:
    """Let disc `i` rebound from the frame with outward normal (nx, ny): a new velocity, not yet set in motion, and a
    new spin.

    Returns the closing speed.
    """
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
        # Exactly along the frame, so that it does not meet it again.
        if ny == 0.0:
            vx = 0.0
        elif nx == 0.0:
            vy = 0.0
    s[UX, i], s[UY, i] = vx, vy
    s[W, i] += 2.0 * along
    return closing
