"""Even luck: a few errors of a hand that stand for all that can happen, spread out instead of drawn.

Thirty errors that lie evenly in what a hand does tell two strokes apart as well as some hundred drawn by chance.
"""

from functools import cache
from math import sqrt
from statistics import NormalDist
from typing import Final

import numpy as np

from carrom.play.sight import Floats
from carrom.play.skill import UNIT_SPREAD, angle_chance

# Multiples of such numbers fill the way from 0 to 1 more evenly than chance does, the golden section most evenly.
_STEPS: Final = np.array([sqrt(2) - 1, (sqrt(5) - 1) / 2, sqrt(3) - 1])
_FINE: Final = 2049
_GRID: Final = np.linspace(0.0, 1.0, _FINE)


def even_errors(rng: np.random.Generator, count: int) -> Floats:
    """`count` rows of unit errors (placing, direction, pace), spread evenly from a beginning by chance."""
    parts: Floats = (rng.random(3) + np.arange(count)[:, None] * _STEPS) % 1.0
    for column, quantiles in enumerate(_quantiles()):
        parts[:, column] = np.interp(parts[:, column], _GRID, quantiles)
    return parts


@cache
def _quantiles() -> tuple[Floats, Floats, Floats]:
    """Of errors of placing, direction and pace at even steps from 0 to 1; the ends are cut off half a step in."""
    at = np.clip(_GRID, 0.5 / _FINE, 1 - 0.5 / _FINE)
    normal = np.array([NormalDist().inv_cdf(part) for part in at])
    errors = np.linspace(-14.0, 14.0, 20_001)
    below = 0.5 + 0.5 * np.sign(errors) * angle_chance(np.abs(errors) * UNIT_SPREAD, np.full(len(errors), UNIT_SPREAD))
    return normal, np.interp(at, below, errors), normal
