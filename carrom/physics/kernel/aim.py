"""Convert degrees to a unit vector with additions and multiplications only.

The C library's sine differs in the last bit between systems; this one does not, and is exact at quarter turns.
"""

import math

# Taylor terms are enough below 45°: the first one omitted is 2e-18 of the result.
DEGREE = math.pi / 180.0


def small_sine(angle: float) -> float:
    z = angle * angle
    tail = 1.0 / 355687428096000.0
    tail = -1.0 / 1307674368000.0 + z * tail
    tail = 1.0 / 6227020800.0 + z * tail
    tail = -1.0 / 39916800.0 + z * tail
    tail = 1.0 / 362880.0 + z * tail
    tail = -1.0 / 5040.0 + z * tail
    tail = 1.0 / 120.0 + z * tail
    tail = -1.0 / 6.0 + z * tail
    return angle + angle * (z * tail)


def small_cosine(angle: float) -> float:
    z = angle * angle
    tail = -1.0 / 6402373705728000.0
    tail = 1.0 / 20922789888000.0 + z * tail
    tail = -1.0 / 87178291200.0 + z * tail
    tail = 1.0 / 479001600.0 + z * tail
    tail = -1.0 / 3628800.0 + z * tail
    tail = 1.0 / 40320.0 + z * tail
    tail = -1.0 / 720.0 + z * tail
    tail = 1.0 / 24.0 + z * tail
    return 1.0 - (0.5 * z - z * z * tail)


def heading(degrees: float) -> tuple[float, float]:
    """Return the unit vector (right, ahead) of a direction: 0 is straight ahead, positive to the right."""
    turns = math.floor(degrees / 90.0 + 0.5)
    rest = (degrees - 90.0 * turns) * DEGREE
    quarter = int(turns) & 3
    right, ahead = small_sine(rest), small_cosine(rest)
    if quarter == 1:
        right, ahead = ahead, -right
    elif quarter == 2:
        right, ahead = -right, -ahead
    elif quarter == 3:
        right, ahead = -ahead, right
    return right, ahead
