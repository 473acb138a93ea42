"""A sweep of all that can be played: stands, directions all around, paces, each once and without error.

It finds what no geometry thinks of: bursts into a pack, strokes off three frames, two pieces at once. What an aim is
worth in a given hand is the sweep weighed with the hand's errors around it, so one sweep serves every hand.
"""

from __future__ import annotations

import numpy as np

from carrom.play.sight import Floats
from carrom.play.skill import TAIL_FREEDOM, UNIT_SPREAD, difficulty, wrap_degrees
from carrom.players.stance import Look
from carrom.players.stands import spread_stands
from carrom.players.study import Study

# Slower than this (m/s) a stroke hardly reaches anything, faster it is wild.
_SLOWEST, _FASTEST = 1.3, 6.0
_REACH = 4.0
_STANDS = 7
_PACES = 3


def swept(study: Study, simulations: int, rng: np.random.Generator, *, keep: int) -> Floats:
    """The most promising strokes of a sweep of about so many simulations, rows of (x, y, direction, speed)."""
    paces = _PACES
    stands = spread_stands(study.scene.ahead, study.scene.spans, _STANDS)
    count = max(24, simulations // (paces * len(stands)))
    step = 360.0 / count
    directions = wrap_degrees(np.linspace(-180.0, 180.0, count, endpoint=False) + rng.uniform(0.0, step))
    speeds = np.geomspace(_SLOWEST, min(_FASTEST, study.view.profile.max_speed), paces)
    stand, speed, direction = (
        a.ravel() for a in np.meshgrid(np.arange(len(stands)), speeds, directions, indexing="ij")
    )
    strokes = np.column_stack((stands[stand], direction, speed))
    values = study.values(study.exact(strokes), Look.COUNTS).reshape(len(stands), paces, count)
    hoped = np.empty_like(values)
    for pace, speed_now in enumerate(speeds):
        spread = study.hand.skill.angle * difficulty(
            directions, np.full(count, speed_now), study.view.profile.max_speed
        )
        hoped[:, pace] = values[:, pace] @ _weights(count, step, spread).T
    # One aim for each window: a direction that is better than its neighbours.
    peak = (hoped >= np.roll(hoped, 1, axis=2)) & (hoped > np.roll(hoped, -1, axis=2))
    ranked = np.where(peak, hoped, -np.inf).ravel()
    best = np.argsort(-ranked, kind="stable")[:keep]
    return strokes[best[np.isfinite(ranked[best])]]


def _weights(count: int, step: float, spread: Floats) -> Floats:
    """How likely each direction is struck when another is aimed at: one row for each aim, adding up to 1."""
    index = np.arange(count)
    apart = (index[None, :] - index[:, None] + count // 2) % count - count // 2
    t = apart * step / np.maximum(spread, 0.25 * step)[:, None] / UNIT_SPREAD
    density = np.where(np.abs(t) < _REACH / UNIT_SPREAD, (1 + t * t / TAIL_FREEDOM) ** (-(TAIL_FREEDOM + 1) / 2), 0.0)
    return np.asarray(density / density.sum(axis=1, keepdims=True))
