"""Accuracy: how good somebody's choices were, as one number from 0 to 100 that does not depend on whether he won.

Of what a stroke lost by its choice alone, over what was at stake there: neither the hand nor luck can spoil it, a
stroke that was the only one there counts as good as the best of many, and a position in which much can be lost counts
as much as one in which little can.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import exp, sqrt
from statistics import fmean, stdev

FEWEST = 15
"""With fewer strokes than this no verdict is given."""
_STEEP = 1.5
_LEAST = 1.0
"""Points. Where less is at stake than this, it counts as so much: a hair's breadth is no mistake."""

_USUAL, _AS_MANY = 65.0, 20
"""What people are taken for before they have made a stroke, and by how many strokes of theirs that is outweighed."""
_CLUB, _ELO = 79.0, 15.0
"""The accuracy of the rung `club`, and what one more is worth: by the table of rungs in docs/coach.md."""


@dataclass(frozen=True, slots=True)
class Accuracy:
    """With the interval in which it lies with 95 %."""

    value: float
    low: float
    high: float


def stroke_accuracy(lost: float, at_stake: float) -> float:
    """0 … 100 for one stroke, by the points that its choice lost of those at stake: 22 if it lost them all."""
    return 100.0 * exp(-_STEEP * max(lost, 0.0) / max(at_stake, _LEAST))


def accuracy(each: Sequence[float]) -> Accuracy | None:
    """Of strokes that are so accurate; None when they are too few for a verdict."""
    if len(each) < FEWEST:
        return None
    value, off = fmean(each), 1.96 * stdev(each) / sqrt(len(each))
    return Accuracy(value, max(0.0, value - off), min(100.0, value + off))


def mind_of(each: Sequence[float]) -> float:
    """How well somebody chooses whose strokes are so accurate, in Elo (`mind.strengths`); few strokes tell little."""
    value = (_USUAL * _AS_MANY + sum(each)) / (_AS_MANY + len(each))
    return (value - _CLUB) * _ELO
