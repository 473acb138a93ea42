"""Accuracy on stored, analysed strokes: it orders the levels, and winners are not more accurate than losers beyond what
good choices win.

`data/weighed_strokes.json` has fifteen boards of each level against itself (skill `club`, seed 41, not the one of the
published table), both sides. A stroke is the loss by its choice, the loss by its execution, the stake, in points, the
chance to win the board that the choice lost, the value of the best stroke beyond the mean of forty on offer, and how
many of them were no better than the chosen one; `given` is what execution and luck gave that side over all its strokes.
"""

import json
from collections.abc import Callable, Sequence
from functools import cache
from itertools import pairwise
from math import hypot, sqrt
from pathlib import Path
from statistics import covariance
from typing import NamedTuple

import pytest

from carrom.players.coach.stroke_review import FEWEST, accuracy, stroke_accuracy

RUNGS = ("aimer", "greedy", "club", "planner")


class Stroke(NamedTuple):
    """A stored stroke."""

    choice: float
    hand: float
    at_stake: float
    chance: float
    over_mean: float
    no_better: float


class Side(NamedTuple):
    """One side of a board."""

    won: bool
    luckier: bool
    strokes: list[Stroke]


Measure = Callable[[Stroke], float]


def accurate(stroke: Stroke) -> float:
    return stroke_accuracy(stroke.choice, stroke.at_stake)


@cache
def sides(rung: str) -> list[Side]:
    text = Path(__file__).with_name("data").joinpath("weighed_strokes.json").read_text(encoding="utf-8")
    kept = [one for one in json.loads(text) if one["rung"] == rung]
    found = []
    for one in kept:
        (rival,) = [other for other in kept if other["board"] == one["board"] and other["won"] != one["won"]]
        strokes = [Stroke(*stroke) for stroke in one["strokes"]]
        found.append(Side(one["won"], one["given"] > rival["given"], strokes))
    return found


def mean(part: Sequence[Side], measure: Measure) -> tuple[float, float]:
    """Return the mean and its standard error, by boards, since the strokes of a board are not independent."""
    each = [(sum(map(measure, side.strokes)), len(side.strokes)) for side in part]
    count = sum(strokes for _, strokes in each)
    value = sum(total for total, _ in each) / count
    return value, sqrt(sum((total - value * strokes) ** 2 for total, strokes in each)) / count


def apart(rung: str, is_in: Callable[[Side], bool], measure: Measure = accurate) -> tuple[float, float]:
    one, other = (mean([side for side in sides(rung) if is_in(side) == wanted], measure) for wanted in (True, False))
    return one[0] - other[0], hypot(one[1], other[1])


def test_levels_are_ordered_by_accuracy() -> None:
    for lower, higher in pairwise(RUNGS):
        (low, low_off), (high, high_off) = (mean(sides(rung), accurate) for rung in (lower, higher))
        assert high - low > 1.96 * hypot(low_off, high_off), (lower, higher)


@pytest.mark.parametrize("rung", RUNGS)
def test_winners_are_not_more_accurate_than_losers(rung: str) -> None:
    """Neither in total nor beyond the part due to good choices."""
    value, off = apart(rung, lambda side: side.won)
    strokes = [stroke for side in sides(rung) for stroke in side.strokes]
    part = sum(len(side.strokes) for side in sides(rung) if side.won) / len(strokes)
    shared = covariance([accurate(one) for one in strokes], [one.chance for one in strokes])
    by_choosing = -shared / (part * (1 - part))
    assert 0 < by_choosing < 8
    assert abs(value) < 1.96 * off
    assert abs(value - by_choosing) < 1.96 * off


@pytest.mark.parametrize("rung", RUNGS)
def test_luck_does_not_change_accuracy(rung: str) -> None:
    value, off = apart(rung, lambda side: side.luckier)
    assert abs(value) < 1.96 * off


def test_measure_including_execution_is_biased() -> None:
    """These boards are enough to tell: with execution included, the winner was the better of the two."""
    both = [
        apart(rung, lambda side: side.won, lambda one: stroke_accuracy(one.choice + one.hand, one.at_stake))
        for rung in RUNGS
    ]
    assert sum(value > 1.96 * off for value, off in both) >= 2


def test_stroke_accuracy_is_relative_to_the_stake() -> None:
    assert stroke_accuracy(0.0, 3.0) == stroke_accuracy(0.0, 0.0) == 100.0
    assert stroke_accuracy(1.0, 2.0) == pytest.approx(stroke_accuracy(2.0, 4.0))
    assert stroke_accuracy(1.0, 4.0) > stroke_accuracy(1.0, 2.0) > stroke_accuracy(2.0, 2.0) > 20
    assert stroke_accuracy(0.1, 0.0) == stroke_accuracy(0.1, 1.0) > 80, "a hair's breadth is no mistake"


def test_few_strokes_get_no_verdict() -> None:
    assert accuracy([90.0] * (FEWEST - 1)) is None
    estimate = accuracy([100.0, 90.0, 80.0] * FEWEST)
    assert estimate is not None
    assert estimate.low < estimate.value < estimate.high < 100
