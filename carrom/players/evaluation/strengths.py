"""How strong minds are, and what that is worth in a board: the learned value knows both hands and takes both sides for
equally good at choosing.

Strengths are Elo of boards with equal hands, `club` is 0. A difference bends the chances of points that the learned
value gives: each point more for the stronger side is so many times likelier. So it counts in full before the first
stroke, less and less as pieces go, and not at all when a board is over.
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
"""What 518 boards between 40 pairs and the steps of the tables in docs/players.md are likeliest with together; `master`
and `champion` by the tables alone. People see few of the strokes there are: their minds are weak, their hands say the
rest."""
ELO_GAPS: Final = np.arange(-1200.0, 1201.0, 150.0)
"""Differences for which chances are counted; between them they are drawn out straight."""
_BEND: Final = 0.00048
"""For each Elo of difference and each point: makes boards of equal `club` hands come out as Elo says."""


def gap_weights(gap: float) -> Floats:
    """(29,): how much likelier −14 … 14 points are for a side that is so many Elo stronger than its rival."""
    return np.exp(_BEND * gap * POINTS.astype(np.float64))


def chances_with_gap(chances: Floats, gap: float) -> Floats:
    """Chances of −14 … 14 points between equal minds, as they are with this difference."""
    out = chances * gap_weights(gap)
    return np.asarray(out / out.sum(axis=-1, keepdims=True))


@lru_cache(maxsize=64)
def next_board_chances(own: Skill, rival: Skill, profile: Profile) -> Floats:
    """(2, 29): the chances of points in a board still to be played between these hands, for the first one: if he
    breaks, and if his rival does."""
    return np.stack((_breaking(own, rival, profile), _breaking(rival, own, profile)[::-1]))


def _breaking(own: Skill, rival: Skill, profile: Profile) -> Floats:
    view = replace(practice_view(Position.start(), profile=profile), skill=own, rival=rival)
    stance = replace(SideEvaluator.of(view), aim=np.eye(len(POINTS)))
    chances = stance.before(seen_from(view.position, view.seat), view.situation)
    return np.asarray(chances / chances.sum())
