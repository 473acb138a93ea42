"""Playing strengths in Elo, and their effect on the points of a board.

The learned value assumes equally good decisions. A difference in Elo (boards at equal skill, `club` is 0) makes
each point more for the stronger side so many times likelier: fully before the first stroke, fading as pieces
go.
"""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache
from typing import Final

import numpy as np

from carrom.equipment import Position
from carrom.physics import Profile
from carrom.play.player import practice_view
from carrom.play.sight import Floats, seen_from
from carrom.play.skill import Skill
from carrom.players.evaluation.side_evaluation import SideEvaluator
from carrom.players.evaluation.value_network import POINTS

PLAYER_ELO: Final = {
    "random": -1010.0,
    "aimer": -230.0,
    "greedy": -145.0,
    "club": 0.0,
    "planner": 165.0,
    "tactician": 215.0,
    "master": 215.0,
    "champion": 330.0,
    "asha": -475.0,
    "emil": -460.0,
    "meena": -460.0,
    "bilal": -570.0,
    "yuki": -480.0,
    "nazmul": -370.0,
    "dilrukshi": -235.0,
    "faisal": -200.0,
    "kavita": -120.0,
    "mariyam": -45.0,
    "robot": 330.0,
}
"""Fitted to 518 boards between 40 pairs together with the tables in docs/players.md; `master` and `champion` from the
tables alone. People see few strokes, so their decisions rate low; their skill comes on top."""
ELO_GAPS: Final = np.arange(-1200.0, 1201.0, 150.0)
"""Differences for which chances are computed; between them they are interpolated."""
_BEND: Final = 0.00048
"""Per Elo and per point; makes boards of equal `club` skill come out as Elo predicts."""


def gap_weights(gap: float) -> Floats:
    """(29,): how much likelier −14 … 14 points are for a side this many Elo stronger."""
    return np.exp(_BEND * gap * POINTS.astype(np.float64))


def chances_with_gap(chances: Floats, gap: float) -> Floats:
    """Adjust chances of −14 … 14 points between equal players to this Elo difference."""
    out = chances * gap_weights(gap)
    return np.asarray(out / out.sum(axis=-1, keepdims=True))


@lru_cache(maxsize=64)
def next_board_chances(own: Skill, rival: Skill, profile: Profile) -> Floats:
    """(2, 29): chances of points in a new board for the first skill: breaking, and with the rival breaking."""
    return np.stack((_breaking(own, rival, profile), _breaking(rival, own, profile)[::-1]))


def _breaking(own: Skill, rival: Skill, profile: Profile) -> Floats:
    view = replace(practice_view(Position.start(), profile=profile), skill=own, rival=rival)
    evaluator = replace(SideEvaluator.of(view), aim=np.eye(len(POINTS)))
    chances = evaluator.before(seen_from(view.position, view.seat), view.situation)
    return np.asarray(chances / chances.sum())
