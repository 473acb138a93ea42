"""Elo ratings from boards: the Bradley–Terry model, fitted by maximum likelihood.

P(a beats b) = 1 / (1 + 10^(−(Ra − Rb) / 400)), breaks shared evenly.
"""

from math import exp, log

import numpy as np

from carrom.play.sight import Floats, Ints

_SCALE = log(10) / 400
_HINT = 0.01
"""Part of a drawn board added to each meeting: a player who never lost gets a finite rating."""
_NEARLY = 1e-3


def expected_score(elo: float) -> float:
    """Share of boards that a player this much stronger wins, breaks shared evenly."""
    return 1 / (1 + exp(-elo * _SCALE))


def elo_from_score(score: float) -> float:
    """Elo difference for this share of boards; 0 and 1 count as nearly that."""
    share = min(max(score, _NEARLY), 1 - _NEARLY)
    return log(share / (1 - share)) / _SCALE


def bradley_terry(met: Ints, won: Floats, boards: Floats, players: int) -> Floats:
    """Ratings around 0, in Elo. Each row of `met` has two players; `won` of `boards` went to the first."""
    weight = np.concatenate((won, boards - won)) + _HINT / 2
    rows, against = np.concatenate((met, met[:, ::-1])).T
    ratings = _fitted(_design(rows, against, players), weight)
    return np.asarray(ratings - ratings.mean())


def break_advantage(first: Ints, second: Ints, score: Floats, players: int) -> float:
    """Value of the break in Elo. Each row: who broke, who did not, and 1, 0 or ½ for a draw."""
    breaks = np.column_stack((_design(first, second, players), np.ones(len(first))))
    weight = np.concatenate((score, 1 - score)) + _HINT / len(breaks)
    return float(_fitted(np.concatenate((breaks, -breaks)), weight)[players])


def _design(winners: Ints, losers: Ints, players: int) -> Floats:
    design = np.zeros((len(winners), players))
    index = np.arange(len(winners))
    design[index, winners] = 1.0
    design[index, losers] = -1.0
    return design


def _fitted(design: Floats, weight: Floats) -> Floats:
    theta = np.zeros(design.shape[1])
    # Ratings are defined up to a shift; a tiny pull towards 0 fixes it.
    pull = 1e-9 * np.eye(len(theta))
    for _ in range(60):
        miss = 1 / (1 + np.exp(np.clip(design @ theta, -30, 30)))
        slope = design.T @ (weight * miss) - pull @ theta
        curve = (design * (weight * miss * (1 - miss))[:, None]).T @ design + pull
        step = np.linalg.solve(curve, slope)
        theta = theta + np.clip(step, -2, 2)
        if np.abs(step).max() < 1e-9:
            break
    return np.asarray(theta / _SCALE)
