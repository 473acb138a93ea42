"""Elo from boards won and lost: the Bradley–Terry model with an advantage for the break.

P(a beats b, a breaking) = 1 / (1 + 10^(−(Ra − Rb + break) / 400)). Fitted by maximum likelihood; one drawn board of
each meeting is added, so that somebody who never lost has a rating too.
"""

from math import log

import numpy as np

from carrom.play.sight import Floats, Ints

_SCALE = log(10) / 400
_PRIOR = 0.5


def bradley_terry(first: Ints, second: Ints, score: Floats, players: int) -> tuple[Floats, float]:
    """Ratings around 0 and the break's worth, in Elo. Each row: who broke, who did not, 1 or 0 (½: nobody won)."""
    met = np.unique(np.stack((np.minimum(first, second), np.maximum(first, second))), axis=1)
    rows = np.concatenate((first, met[0], met[1]))
    against = np.concatenate((second, met[1], met[0]))
    wins = np.concatenate((score, np.full(2 * met.shape[1], _PRIOR)))
    design = np.zeros((len(rows), players + 1))
    index = np.arange(len(rows))
    design[index, rows] = 1.0
    design[index, against] = -1.0
    design[: len(first), players] = 1.0
    weight = np.concatenate((np.ones(len(first)), np.full(2 * met.shape[1], 0.5)))
    theta = np.zeros(players + 1)
    # The ratings are known up to a shift: a light pull towards 0 settles it.
    pull = np.diag([*[1e-6] * players, 1e-6])
    for _ in range(60):
        chance = 1 / (1 + np.exp(-np.clip(design @ theta, -30, 30)))
        slope = design.T @ (weight * (wins - chance)) - pull @ theta
        curve = (design * (weight * chance * (1 - chance))[:, None]).T @ design + pull
        step = np.linalg.solve(curve, slope)
        theta = theta + np.clip(step, -2, 2)
        if np.abs(step).max() < 1e-9:
            break
    ratings = theta[:players] / _SCALE
    return np.asarray(ratings - ratings.mean()), float(theta[players] / _SCALE)
