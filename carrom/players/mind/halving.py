"""Sequential halving: imagined strokes go where they decide something.

Every candidate gets a few samples with common luck; the better part of them gets more; until few are left. So most of
the budget is spent on telling the best apart, and none on the hopeless.
"""

from collections.abc import Callable
from math import ceil, log

import numpy as np

from carrom.play.sight import Floats, Ints
from carrom.players.mind.budget import Clock

Sample = Callable[[Ints, int], Floats]
"""Given rows of candidates and a number, the values of so many samples of each: (rows, number)."""

_PART = 3


def halve(
    candidates: int, simulations: int, clock: Clock, sample: Sample, *, finalists: int = 1
) -> tuple[Ints, Floats]:
    """The best candidates, best first, and the mean value of every candidate over its samples."""
    total, count = np.zeros(candidates), np.zeros(candidates)
    alive = np.arange(candidates)
    rounds = max(1, ceil(log(max(candidates / max(finalists, 1), 1)) / log(_PART)) + 1)
    for number in range(rounds):
        each = max(2, simulations // (rounds * len(alive)))
        values = sample(alive, each)
        total[alive] += values.sum(axis=1)
        count[alive] += each
        keep = finalists if number == rounds - 1 else max(finalists, ceil(len(alive) / _PART))
        alive = _best(alive, total, count)[:keep]
        if clock.is_over():
            break
    return _best(alive, total, count)[:finalists], total / np.maximum(count, 1)


def _best(rows: Ints, total: Floats, count: Floats) -> Ints:
    return rows[np.argsort(-total[rows] / count[rows], kind="stable")]
