"""Ratings agree with cases worked out by hand and with boards drawn from known strengths."""

from __future__ import annotations

from math import log10

import numpy as np
import pytest

from carrom.players.arena.rating import bradley_terry, break_advantage
from carrom.players.arena.tally import mean_margin


def test_rating_of_two_players() -> None:
    # 60 boards of 80 won: the logit of three quarters.
    ratings = bradley_terry(np.array([[0, 1]]), np.array([60.0]), np.array([80.0]), 2)
    assert ratings[0] - ratings[1] == pytest.approx(400 * log10(3), abs=0.1)
    assert ratings.sum() == pytest.approx(0)
    # The breaker won 60 of them.
    first = np.array([0, 1] * 40)
    worth = break_advantage(first, 1 - first, np.array([1.0] * 60 + [0.0] * 20), 2)
    assert worth == pytest.approx(400 * log10(3), abs=0.1)


def test_known_strengths_and_break_are_recovered() -> None:
    rng = np.random.default_rng(0)
    truth, worth = np.array([200.0, 50.0, -250.0]), 60.0
    met = np.array([[0, 1], [1, 2], [2, 0]])
    chance = 1 / (1 + 10 ** (-(truth[met[:, 0]] - truth[met[:, 1]]) / 400))
    won = rng.binomial(10_000, chance).astype(float)
    assert np.abs(bradley_terry(met, won, np.full(3, 10_000.0), 3) - truth).max() < 12
    first, second = rng.integers(3, size=(2, 30_000))
    first, second = first[first != second], second[first != second]
    chance = 1 / (1 + 10 ** (-(truth[first] - truth[second] + worth) / 400))
    score = (rng.random(len(first)) < chance).astype(float)
    assert break_advantage(first, second, score, 3) == pytest.approx(worth, abs=12)


def test_undefeated_player_has_a_rating() -> None:
    ratings = bradley_terry(np.array([[0, 1]]), np.array([100.0]), np.array([100.0]), 2)
    assert 400 < ratings[0] - ratings[1] < 3000


def test_margin_is_the_standard_one() -> None:
    mean, margin = mean_margin([1.0, 3.0, 5.0, 7.0])
    assert mean == 4.0
    assert margin == pytest.approx(1.96 * (20 / 3) ** 0.5 / 2)
    assert mean_margin([2.0]) == (2.0, float("inf"))
