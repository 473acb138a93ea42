"""A sweep of all that can be played: stands, directions all around, paces, each once and without error.

It finds what no geometry thinks of: bursts into a pack, strokes off three frames, two pieces at once. What an aim is
worth in a given hand is the sweep weighed with the hand's errors around it, so one sweep serves every hand.
"""

from dataclasses import dataclass

import numpy as np

from carrom.play.sight import Floats
from carrom.play.skill import TAIL_FREEDOM, UNIT_SPREAD, difficulty, wrap_degrees
from carrom.play.striker_stands import spread_stands
from carrom.players.eye.generator import Scene
from carrom.players.eye.hand import Hand

# Slower than this (m/s) a stroke hardly reaches anything, faster it is wild.
SLOWEST, FASTEST = 1.3, 6.0
_REACH = 4.0


@dataclass(frozen=True, slots=True)
class Sweep:
    """How widely is swept: stands, paces, and how many degrees to either side of straight ahead."""

    stands: int = 7
    paces: int = 3
    widest: float = 180.0


ALL_AROUND = Sweep()


@dataclass(frozen=True, slots=True)
class SweepGrid:
    """The strokes of a sweep, in the order stand, pace, direction."""

    strokes: Floats
    """Rows of (x, y, direction, speed)."""
    directions: Floats
    speeds: Floats
    step: float
    """Degrees between directions."""
    is_round: bool
    """Whether the last direction is beside the first."""


def sweep_grid(
    scene: Scene,
    simulations: int,
    max_speed: float,
    rng: np.random.Generator,
    *,
    fastest: float = FASTEST,
    how: Sweep = ALL_AROUND,
) -> SweepGrid:
    """About so many strokes, to all sides from every stand; where the directions begin is left to chance."""
    stands = spread_stands(scene.ahead, scene.spans, how.stands)
    count = max(24, simulations // (how.paces * len(stands)))
    step = 2 * how.widest / count
    directions = wrap_degrees(np.linspace(-how.widest, how.widest, count, endpoint=False) + rng.uniform(0.0, step))
    speeds = np.geomspace(min(SLOWEST, max_speed), min(fastest, max_speed), how.paces)
    stand, speed, direction = (
        a.ravel() for a in np.meshgrid(np.arange(len(stands)), speeds, directions, indexing="ij")
    )
    strokes = np.column_stack((stands[stand], direction, speed))
    return SweepGrid(strokes, directions, speeds, step, how.widest >= 180.0)


def windows_of(grid: SweepGrid, values: Floats, hand: Hand, *, keep: int) -> Floats:
    """The best aims of a sweep in this hand, given what each of its strokes is worth; one aim for each window."""
    count = len(grid.directions)
    values = values.reshape(-1, len(grid.speeds), count)
    hoped = np.empty_like(values)
    for pace, speed in enumerate(grid.speeds):
        harder = difficulty(grid.directions, np.full(count, speed), hand.max_speed / 1000.0)
        hoped[:, pace] = values[:, pace] @ _weights(grid, hand.skill.angle * harder).T
    peak = (hoped >= np.roll(hoped, 1, axis=2)) & (hoped > np.roll(hoped, -1, axis=2))
    ranked = np.where(peak, hoped, -np.inf).ravel()
    best = np.argsort(-ranked, kind="stable")[:keep]
    return grid.strokes[best[np.isfinite(ranked[best])]]


def _weights(grid: SweepGrid, spread: Floats) -> Floats:
    """How likely each direction is struck when another is aimed at: one row for each aim, adding up to 1."""
    count, step = len(grid.directions), grid.step
    index = np.arange(count)
    apart = index[None, :] - index[:, None]
    if grid.is_round:
        apart = (apart + count // 2) % count - count // 2
    t = apart * step / np.maximum(spread, 0.25 * step)[:, None] / UNIT_SPREAD
    density = np.where(np.abs(t) < _REACH / UNIT_SPREAD, (1 + t * t / TAIL_FREEDOM) ** (-(TAIL_FREEDOM + 1) / 2), 0.0)
    return np.asarray(density / density.sum(axis=1, keepdims=True))
