"""pooltool: exact events for billiards, on a square table with our four pockets and balls as pieces.

With rolling friction equal to sliding friction, a ball slows down like a disc. The striker is one more ball: its
collisions assume equal masses and radii.
"""

from __future__ import annotations

import os
import tempfile
import warnings
from functools import cache
from typing import Any
from unittest.mock import patch

import numpy as np

from carrom.equipment import sizes

from .world import EVEN, GRAVITY, velocity

# On import it uses settings in the home folder, where another version's break it.
with tempfile.TemporaryDirectory() as home, patch.dict(os.environ, HOME=home), warnings.catch_warnings():
    warnings.simplefilter("ignore")
    import pooltool
    from pooltool.objects.table.components import Pocket
    from pooltool.objects.table.specs import BilliardTableSpecs

DIFFERS = "the same board and pockets; balls that roll, the striker like a piece, its own contacts, racks with its gaps"
SLIDING, POCKETED = 2, 4
SPACING = 1.001  # about its racks' gaps
MOST_EVENTS = 5_000  # its tests include an endless break


@cache
def _table() -> Any:
    # height relative to its balls as on its tables
    side, height = sizes.SURFACE / 1000, 0.64 * 2 * sizes.PIECE_RADIUS / 1000
    table = pooltool.Table.from_table_specs(BilliardTableSpecs(l=side, w=side, cushion_height=height))
    for number, (x, y) in enumerate(sizes.POCKETS):
        centre = np.array([*_metres(x, y), 0.0])
        table.pockets[str(number)] = Pocket(str(number), centre, sizes.POCKET_RADIUS / 1000)
    return table


def _metres(x: float, y: float) -> tuple[float, float]:
    return (x + sizes.HALF) / 1000, (y + sizes.HALF) / 1000


def play(places: Any, shot: Any) -> Any:
    """Records events and the history of every ball."""
    apart = places * SPACING if _is_touching(places) else places
    balls = {}
    for number, (x, y) in enumerate([*apart.tolist(), shot[:2]]):
        balls[str(number)] = pooltool.Ball.create(
            str(number),
            xy=_metres(x, y),
            m=sizes.PIECE_MASS / 1000,
            R=sizes.PIECE_RADIUS / 1000,
            u_s=EVEN.friction,
            u_r=EVEN.friction,
            e_c=EVEN.frame_restitution,
            g=GRAVITY / 1000,
        )
    striker = balls[str(len(apart))]
    striker.state.rvw[1, :2] = np.array(velocity(shot)) / 1000
    striker.state.s = SLIDING
    system = pooltool.System(cue=pooltool.Cue(cue_ball_id=striker.id), table=_table().copy(), balls=balls)
    pooltool.simulate(system, inplace=True, max_events=MOST_EVENTS)
    rest = np.array([ball.state.rvw[0, :2] * 1000 - sizes.HALF for ball in balls.values()])
    rest[[ball.state.s == POCKETED for ball in balls.values()]] = np.nan
    return rest


def _is_touching(places: Any) -> bool:
    gaps = np.hypot(*(places[:, None] - places[None]).T) + np.eye(len(places)) * 1e9
    return bool(gaps.min() < 2 * sizes.PIECE_RADIUS * (SPACING + 1) / 2)
