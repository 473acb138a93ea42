"""Elo from boards won and lost: the Bradley–Terry model.

P(a beats b) = 1 / (1 + 10^(−(Ra − Rb) / 400)), for boards of which each side breaks one half, as pairs are played. So
the step between two who met nobody else is what the share of the boards that they won says, here, in meetings and in
the sequential test alike. Fitted by maximum likelihood.
"""

from math import exp, log

import numpy as np

from carrom.play.sight import Floats, Ints

_SCALE = log(10) / 400
_HINT = 0.01
"""Of a drawn board in each meeting: somebody who never lost is far above, not endlessly."""
_NEARLY = 1e-3


def expected_score(elo: float) -> float:
    """The share of boards that somebody so much stronger wins, breaks shared evenly."""
    return 1 / (1 + exp(-elo * _SCALE))


def elo_from_score(score: float) -> float:
    """How much stronger somebody is who wins this share; a share of nothing or all counts as nearly that."""
    share = min(max(score, _NEARLY), 1 - _NEARLY)
    return log(share / (1 - share)) / _SCALE


def bradley_terry(met: Ints, won: Floats, boards: Floats, players: int) -> Floats:
    """Ratings around 0, in Elo. Each row of `met`: two players, how much of so many boards the first one won."""
    weight = np.concatenate((won, boards - won)) + _HINT / 2
    rows, against = np.concatenate((met, met[:, ::-1])).T
    ratings = _fitted(_design(rows, against, players), weight)
    return np.asarray(ratings - ratings.mean())


def break_advantage(first: Ints, second: Ints, score: Floats, players: int) -> float:
    """What it is worth to break, in Elo, between players of any strength. Each row: who broke, who did not, 1 or 0 (½:
    nobody won)."""
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
    """What makes these wins likeliest, each as often as its weight says: Newton's steps."""
    theta = np.zeros(design.shape[1])
    # The ratings are known up to a shift: a light pull towards 0 settles it.
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
