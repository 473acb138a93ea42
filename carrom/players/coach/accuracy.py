"""Accuracy: how good somebody's choices were, as one number from 0 to 100 that does not depend on whether he won.

Of what a stroke lost by its choice alone: neither the hand nor luck can spoil it, and a stroke that was the only one
there counts as good as the best of many.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import exp, sqrt
from statistics import fmean, stdev

FEWEST = 15
"""With fewer strokes than this no verdict is given."""
_SCALE = 1.5
"""Points lost by a choice that make a stroke count a third."""


@dataclass(frozen=True, slots=True)
class Accuracy:
    """With the interval in which it lies with 95 %."""

    value: float
    low: float
    high: float


def stroke_accuracy(lost: float) -> float:
    """0 … 100 for one stroke, by the points that its choice lost."""
    return 100.0 * exp(-max(lost, 0.0) / _SCALE)


def accuracy(lost: Sequence[float]) -> Accuracy | None:
    """Of strokes whose choices lost so much; None when they are too few for a verdict."""
    if len(lost) < FEWEST:
        return None
    each = [stroke_accuracy(points) for points in lost]
    value, off = fmean(each), 1.96 * stdev(each) / sqrt(len(each))
    return Accuracy(value, max(0.0, value - off), min(100.0, value + off))
