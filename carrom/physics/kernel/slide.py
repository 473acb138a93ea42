"""Deceleration of a disc that slides and spins.

Friction opposes the motion of every point under a flat disc, so spin turns some of it sideways: a spinning disc slides
farther, and sliding and spinning end together (Farkas, Bartels, Unger and Wolf, Phys. Rev. Lett. 90, 248302, 2003; even
pressure). The law depends only on r = rim speed / sliding speed. It is followed in pieces of even deceleration, each
evaluated at its middle. Compared with the law, stopping distances are right to 0.1 % for r < 0.4 and to 1.3 % for every
r; without spin they are exact.
"""

from carrom.physics.kernel.arith import ratio, smaller
from carrom.physics.kernel.layout import NEVER

FINE = 0.5  # a piece removes this part of the speed (or of the spin, where that ends first)
SLIGHT = 0.22  # below this spin (r), one piece until rest: exact in distance, within 2 % in time
CREEP = 80.0  # mm/s; below this, a few mm are left, and one piece is enough
STEADY = 1.531  # the r that every disc approaches; there deceleration is even
STEADY_WIDTH = 0.08


def shares(r: float) -> tuple[float, float]:
    """Return friction force / (µ m g), which is 1 without spin, and torque / (µ m g R), which is 2/3 for pure spin.

    Fitted to the integrals over the disc, errors below 7e-5.
    """
    if r <= 1.0:
        z = r * r
        force = 1.00001918 + z * (
            -0.12623424 + z * (-0.00315484 + z * (-0.04866291 + z * (0.06096743 - z * 0.0340535)))
        )
        torque = 0.24998352 + z * (
            0.02189008 + z * (-0.00477527 + z * (0.03958748 + z * (-0.05191301 + z * 0.02812074)))
        )
        return force, r * torque
    part = ratio(1.0, r)
    z = part * part
    force = 1.0000209 + z * (-0.12626899 + z * (-0.00295944 + z * (-0.04910843 + z * (0.06141253 - z * 0.03421553))))
    torque = 0.66664382 + z * (-0.49852446 + z * (0.07877098 + z * (0.06593992 + z * (-0.07269748 + z * 0.0427467))))
    return force * part, torque


def stretch(r: float) -> float:
    """Return the stopping distance relative to a disc without spin."""
    if r < 1.6:
        return 1.0 + r * r * (0.25 + 0.010 * r)
    return 0.25 + 0.855 * r


def slowing(v: float, w: float, friction: float) -> tuple[float, float, float]:
    """Return the loss of speed and of rim speed per second, and for how long (s) these numbers hold."""
    turn = abs(w)
    if turn == 0.0:
        return friction, 0.0, NEVER
    if v == 0.0:
        return friction, 4.0 / 3.0 * friction, NEVER
    r = ratio(turn, v)
    if r < SLIGHT or v < CREEP or abs(r - STEADY) < STEADY_WIDTH:
        a = ratio(friction, stretch(r))
        return a, a * r, NEVER
    hold, at = 0.0, r
    while True:
        force, torque = shares(at)
        a, b = force * friction, 2.0 * torque * friction
        if hold > 0.0:
            return a, b, hold
        hold = FINE * ratio(v, a)
        if r > STEADY:
            hold = smaller(hold, FINE * ratio(turn, b))
        at = ratio(turn - 0.5 * b * hold, v - 0.5 * a * hold)
