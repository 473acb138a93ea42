"""Aim windows: how far a stroke may miss and still do its work, and where in that window to aim.

A fine sweep of the direction without error is played once. What an aim is worth in a given hand is that sweep,
weighed with the hand's errors around the aim: one sweep answers for every aim near by.
"""

import numpy as np

from carrom.play.sight import Floats
from carrom.play.skill import TAIL_FREEDOM, UNIT_SPREAD, difficulty, wrap_degrees
from carrom.players.mind.side_worth import Look
from carrom.players.mind.study import Study

_STEPS = 49
_REACH = 3.5
_FARTHEST_AIM = 1.5
# Even a hand without error is given a width, so that it aims at the middle of a window and not at its edge.
_LEAST_SPREAD = 0.08

_GRID = np.linspace(-_REACH, _REACH, _STEPS)
_AIMS = np.flatnonzero(np.abs(_GRID) <= _FARTHEST_AIM)


def _weights() -> Floats:
    """For each aim, how likely the hand strikes each direction of the sweep; rows add up to 1."""
    t = (_GRID[None, :] - _GRID[_AIMS, None]) / UNIT_SPREAD
    density = (1 + t * t / TAIL_FREEDOM) ** (-(TAIL_FREEDOM + 1) / 2)
    return np.asarray(density / density.sum(axis=1, keepdims=True))


_WEIGHTS = _weights()


def centre_in_windows(study: Study, strokes: Floats, look: Look) -> Floats:
    """The same strokes, each aimed at the best point of its window."""
    hand = study.hand
    spread = np.maximum(
        hand.skill.angle * difficulty(strokes[:, 2], strokes[:, 3], hand.max_speed / 1000.0), _LEAST_SPREAD
    )
    swept = np.repeat(strokes, _STEPS, axis=0)
    swept[:, 2] = wrap_degrees(swept[:, 2] + (spread[:, None] * _GRID).ravel())
    values = study.values(study.exact(swept), look).reshape(len(strokes), _STEPS)
    best = _AIMS[np.argmax(values @ _WEIGHTS.T, axis=1)]
    out = strokes.copy()
    out[:, 2] = wrap_degrees(out[:, 2] + spread * _GRID[best])
    return out
