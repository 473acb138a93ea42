"""Division, roots and the like.

On the processor these are the exact ones. `carrom.physics.gpu` has quicker and shorter ones for graphics cards, right
to the last bit or two: there the exact ones are long pieces of code, and waiting for code is what takes the time.
"""

import math


def ratio(a: float, b: float) -> float:
    """a / b; b is not 0."""
    return a / b


def root(x: float) -> float:
    """The square root; of rounding below 0 it is 0."""
    return math.sqrt(x) if x > 0.0 else 0.0


def inverse_root(x: float) -> float:
    """One over the square root of something above 0."""
    return 1.0 / math.sqrt(x)


def larger(a: float, b: float) -> float:
    return a if a > b else b


def smaller(a: float, b: float) -> float:
    return a if a < b else b


def added(sum_so_far: float, lost: float, more: float) -> tuple[float, float]:
    """One more summand, and what rounding has lost by now (Knuth's two-sum): with that the order does not matter."""
    new = sum_so_far + more
    part = new - sum_so_far
    return new, lost + ((sum_so_far - (new - part)) + (more - part))
