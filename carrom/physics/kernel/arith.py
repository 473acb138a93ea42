"""Division, roots and similar operations.

These are exact, for the processor. `carrom.physics.gpu` has shorter versions for graphics cards, right to the last bit
or two, since there the exact ones are long code and slow to fetch.
"""

import math


def ratio(a: float, b: float) -> float:
    """Return a / b; b is not 0."""
    return a / b


def root(x: float) -> float:
    """Return the square root, and 0 for small negative rounding errors."""
    return math.sqrt(x) if x > 0.0 else 0.0


def inverse_root(x: float) -> float:
    """Return one over the square root of a positive number."""
    return 1.0 / math.sqrt(x)


def larger(a: float, b: float) -> float:
    return a if a > b else b


def smaller(a: float, b: float) -> float:
    return a if a < b else b


def added(sum_so_far: float, lost: float, more: float) -> tuple[float, float]:
    """Add a number and update the rounding error lost so far (Knuth's two-sum), so that the order of a sum does not
    matter.
    """
    new = sum_so_far + more
    part = new - sum_so_far
    return new, lost + ((sum_so_far - (new - part)) + (more - part))
