"""Sweep the whole board: striker positions, directions all around and paces, each once and without error.

It finds what geometry misses: bursts into a pack, three frames, two pieces at once. One sweep serves every
skill.
"""

from dataclasses import dataclass

import numpy as np

from carrom.play.sight import Floats
from carrom.play.skill import TAIL_FREEDOM, UNIT_SPREAD, difficulty, wrap_degrees
from carrom.play.striker_positions import spread_striker_positions
from carrom.players.candidates.generator import SeenPosition
from carrom.players.candidates.model import SkillOnSurface

# m/s. Slower strokes hardly reach anything, faster ones are wild.
SLOWEST, FASTEST = 1.3, 6.0
_REACH = 4.0


@dataclass(frozen=True, slots=True)
class Sweep:
    """Striker positions, paces, and degrees to either side of straight ahead."""

    stands: int = 7
    paces: int = 3
    widest: float = 180.0


ALL_AROUND = Sweep()


@dataclass(frozen=True, slots=True)
class SweepGrid:
    """Ordered by position, pace and direction."""

    strokes: Floats
    directions: Floats
    speeds: Floats
    step: float
    """Degrees between directions."""
    is_round: bool
    """The last direction is next to the first."""


def sweep_grid(
    scene: SeenPosition,
    simulations: int,
    max_speed: float,
    rng: np.random.Generator,
    *,
    fastest: float = FASTEST,
    how: Sweep = ALL_AROUND,
) -> SweepGrid:
    """About `simulations` strokes in all directions from every position; the first direction is random."""
    stands = spread_striker_positions(scene.ahead, scene.spans, how.stands)
    count = max(24, simulations // (how.paces * len(stands)))
    step = 2 * how.widest / count
    directions = wrap_degrees(np.linspace(-how.widest, how.widest, count, endpoint=False) + rng.uniform(0.0, step))
    speeds = np.geomspace(min(SLOWEST, max_speed), min(fastest, max_speed), how.paces)
    stand, speed, direction = (
        a.ravel() for a in np.meshgrid(np.arange(len(stands)), speeds, directions, indexing="ij")
    )
    strokes = np.column_stack((stands[stand], direction, speed))
    return SweepGrid(strokes, directions, speeds, step, how.widest >= 180.0)


def best_aims(grid: SweepGrid, values: Floats, hand: SkillOnSurface, *, keep: int) -> Floats:
    """Best aims of a sweep for this skill, one for each peak."""
    from carrom.players.candidates.sweep_kernel import find_summits, weigh_misses  # loads Numba

    values = np.ascontiguousarray(values.reshape(-1, len(grid.speeds), len(grid.directions)))
    harder = difficulty(grid.directions, grid.speeds[:, None], hand.max_speed / 1000.0)
    spreads = np.maximum(hand.skill.angle * harder, 0.25 * grid.step) * UNIT_SPREAD
    hoped, is_summit = np.empty_like(values), np.zeros(values.shape, dtype=bool)
    weigh_misses(values, spreads, grid.step, grid.is_round, _REACH / UNIT_SPREAD, float(TAIL_FREEDOM), hoped)
    find_summits(hoped, grid.is_round, is_summit)
    summits = np.flatnonzero(is_summit)
    return grid.strokes[summits[np.argsort(-hoped.ravel()[summits], kind="stable")[:keep]]]
