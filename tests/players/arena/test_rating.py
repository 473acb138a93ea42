"""Ratings against cases that can be worked out by hand, and against boards drawn from known strengths."""

from __future__ import annotations

from math import log10

import numpy as np
import pytest

from carrom.players.arena.rating import bradley_terry
from carrom.players.arena.tally import mean_margin


def test_two_players_by_hand() -> None:
    # 60 boards of 80 won, breaks shared evenly and won alike. With the one drawn board that is added, the estimate is
    # the logit of 60.5 in 81.
    first = np.array([0, 1] * 40)
    score = np.array([1.0, 0.0] * 30 + [0.0, 1.0] * 10)
    ratings, worth = bradley_terry(first, 1 - first, score, 2)
    assert ratings[0] - ratings[1] == pytest.approx(400 * log10(60.5 / 20.5), abs=1.0)
    assert ratings.sum() == pytest.approx(0)
    assert worth == pytest.approx(0, abs=1.0)


def test_known_strengths_and_break_are_found_again() -> None:
    rng = np.random.default_rng(0)
    truth, worth = np.array([200.0, 50.0, -250.0]), 60.0
    first, second = rng.integers(3, size=(2, 30_000))
    first, second = first[first != second], second[first != second]
    chance = 1 / (1 + 10 ** (-(truth[first] - truth[second] + worth) / 400))
    score = (rng.random(len(first)) < chance).astype(float)
    ratings, found = bradley_terry(first, second, score, 3)
    assert np.abs(ratings - truth).max() < 12
    assert found == pytest.approx(worth, abs=12)


def test_somebody_who_never_lost_has_a_rating_too() -> None:
    ratings, _ = bradley_terry(np.array([0, 1] * 50), np.array([1, 0] * 50), np.array([1.0, 0.0] * 50), 2)
    assert 400 < ratings[0] - ratings[1] < 2000


def test_the_margin_is_the_usual_one() -> None:
    mean, margin = mean_margin([1.0, 3.0, 5.0, 7.0])
    assert mean == 4.0
    assert margin == pytest.approx(1.96 * (20 / 3) ** 0.5 / 2)
    assert mean_margin([2.0]) == (2.0, float("inf"))
