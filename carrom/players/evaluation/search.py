"""Search within a budget: simulations or seconds, sequential halving, local refinement, quasi-random errors."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from math import ceil, log, sqrt
from statistics import NormalDist
from time import perf_counter
from typing import Final

import numpy as np

from carrom.base.errors import CarromError
from carrom.physics import simulate_batch
from carrom.play.player import Perception
from carrom.play.sight import Floats, Ints, first_contacts
from carrom.play.skill import UNIT_SPREAD, angle_chance, wrap_degrees
from carrom.players.candidates.generator import SeenPosition
from carrom.players.candidates.model import SkillOnSurface

# A break moves nineteen pieces and costs as much as ten other strokes.
_BREAK_COST = 10
# Share of a player's time that goes into simulation.
_SIMULATING = 0.4

_MOST = 10_000_000
"""All simulations of a decision are in memory at once."""
# Fixed cost of a stroke in pieces, and the number of pieces that costs are measured with.
_ALWAYS, _USUAL = 3, 12


@dataclass(frozen=True, slots=True)
class Budget:
    """Simulated strokes per decision, or seconds.

    With `seconds` None, the same seed gives the same stroke on every machine. With seconds, simulations depend on
    the machine's speed, and thinking stops when time is up.
    """

    simulations: int
    seconds: float | None = None

    def __post_init__(self) -> None:
        if self.simulations < 1:
            raise CarromError("bad-budget", f"a budget of {self.simulations} simulations: at least 1 is needed")
        if self.simulations > _MOST:
            raise CarromError(
                "bad-budget", f"a budget of {self.simulations} simulations: {_MOST:,} are the most that are remembered"
            )
        if self.seconds is not None and not self.seconds > 0:
            raise CarromError("bad-budget", f"a budget of {self.seconds} seconds: it must be more than 0")

    def for_stroke(self, view: Perception) -> int:
        total = self.simulations
        if self.seconds is not None:
            total = max(1, round(_SIMULATING * self.seconds * strokes_per_second()))
        return total if view.situation.break_attempt is None else max(1, total // _BREAK_COST)

    def start(self) -> ThinkingClock:
        return ThinkingClock(self.seconds, perf_counter())


def simulations_for_pieces(simulations: int, pieces: int) -> int:
    """Strokes with `pieces` on the board in the time of `simulations` with twelve."""
    return round(simulations * (_ALWAYS + _USUAL) / (_ALWAYS + pieces))


@dataclass(frozen=True, slots=True)
class ThinkingClock:
    seconds: float | None
    since: float

    def is_over(self) -> bool:
        return self.seconds is not None and perf_counter() - self.since >= self.seconds


@cache
def strokes_per_second() -> float:
    """Measured on this machine, with twelve pieces on the board."""
    rows, columns = np.meshgrid(np.linspace(-200, 200, 4), np.linspace(-100, 250, 3))
    places = np.column_stack((rows.ravel(), columns.ravel()))
    count = 400
    strokes = np.column_stack(
        (np.zeros(count), np.full(count, -252.6), np.linspace(-60, 60, count), np.linspace(1.5, 5.0, count))
    )
    simulate_batch(places, strokes[:2], threads=1)
    fastest = float("inf")
    for _ in range(3):
        since = perf_counter()
        simulate_batch(places, strokes, threads=1)
        fastest = min(fastest, perf_counter() - since)
    return count / fastest


Sample = Callable[[Ints, int], Floats]
"""Values (rows, number): `number` samples of each of these candidates."""

_PART = 3


def sequential_halving(
    candidates: int, simulations: int, clock: ThinkingClock, sample: Sample, *, finalists: int = 1
) -> tuple[Ints, Floats]:
    """Best candidates, best first, and every candidate's mean value over its samples.

    All get a few samples with common random numbers, the better ones more, until few are left.
    """
    total, count = np.zeros(candidates), np.zeros(candidates)
    alive = np.arange(candidates)
    rounds = max(1, ceil(log(max(candidates / max(finalists, 1), 1)) / log(_PART)) + 1)
    for number in range(rounds):
        each = max(2, simulations // (rounds * len(alive)))
        values = sample(alive, each)
        total[alive] += values.sum(axis=1)
        count[alive] += each
        keep = finalists if number == rounds - 1 else max(finalists, ceil(len(alive) / _PART))
        alive = _best(alive, total, count)[:keep]
        if clock.is_over():
            break
    return _best(alive, total, count)[:finalists], total / np.maximum(count, 1)


def _best(rows: Ints, total: Floats, count: Floats) -> Ints:
    return rows[np.argsort(-total[rows] / count[rows], kind="stable")]


# First changes: mm along the base line, degrees, part of the pace. Later ones are smaller.
STEP_ACROSS, STEP_TURN, STEP_PACE = 28.0, 0.7, 0.22
_NEARER = 0.6


@dataclass(frozen=True, slots=True)
class Refinement:
    """Rounds, variations of each stroke, tries of each, and strokes kept after a round."""

    rounds: int
    children: int
    tries: int
    keep: int


StrokeWorth = Callable[[Floats, int], Floats]
"""Mean value of each stroke over so many tries."""


def refine_strokes(
    scene: SeenPosition,
    hand: SkillOnSurface,
    strokes: Floats,
    rng: np.random.Generator,
    how: Refinement,
    worth: StrokeWorth,
    clock: ThinkingClock,
) -> Floats:
    """The best of these strokes and of small variations, best first."""
    step = 1.0
    for _ in range(how.rounds):
        relatives = vary_strokes(scene, hand, np.repeat(strokes, how.children, axis=0), step, rng)
        family = np.concatenate((strokes, relatives))
        strokes = family[np.argsort(-worth(family, how.tries), kind="stable")[: how.keep]]
        if clock.is_over():
            break
        step *= _NEARER
    return strokes


def vary_strokes(
    scene: SeenPosition, hand: SkillOnSurface, strokes: Floats, step: float, rng: np.random.Generator
) -> Floats:
    """Vary each stroke a little; from a changed position it still aims at the same contact."""
    out = strokes.copy()
    luck = rng.standard_normal((len(strokes), 3))
    moved = strokes[:, 0] + step * STEP_ACROSS * luck[:, 0]
    for left, right in scene.spans:
        inside = (strokes[:, 0] >= left - 1e-6) & (strokes[:, 0] <= right + 1e-6)
        out[inside, 0] = np.clip(moved[inside], left, right)
    contact = first_contacts(scene.pieces, strokes)
    before = np.arctan2(contact[:, 0] - strokes[:, 0], contact[:, 1] - strokes[:, 1])
    after = np.arctan2(contact[:, 0] - out[:, 0], contact[:, 1] - out[:, 1])
    out[:, 2] = wrap_degrees(strokes[:, 2] + np.degrees(after - before) + step * STEP_TURN * luck[:, 1])
    fastest = hand.max_speed / 1000.0
    out[:, 3] = np.clip(strokes[:, 3] * np.exp(step * STEP_PACE * luck[:, 2]), 0.3, fastest)
    return out


# Multiples of these, modulo 1, fill the unit interval more evenly than random numbers.
_STEPS: Final = np.array([sqrt(2) - 1, (sqrt(5) - 1) / 2, sqrt(3) - 1])
_FINE: Final = 2049
_GRID: Final = np.linspace(0.0, 1.0, _FINE)


def quasi_random_errors(rng: np.random.Generator, count: int) -> Floats:
    """`count` rows of unit errors (placing, direction, pace), spread evenly from a random start.

    Thirty of them tell two strokes apart as well as about a hundred random ones.
    """
    parts: Floats = (rng.random(3) + np.arange(count)[:, None] * _STEPS) % 1.0
    for column, quantiles in enumerate(_quantiles()):
        parts[:, column] = np.interp(parts[:, column], _GRID, quantiles)
    return parts


@cache
def _quantiles() -> tuple[Floats, Floats, Floats]:
    """Quantiles of placing, direction and pace errors at even steps from 0 to 1, ends cut off half a step in."""
    at = np.clip(_GRID, 0.5 / _FINE, 1 - 0.5 / _FINE)
    normal = np.array([NormalDist().inv_cdf(part) for part in at])
    errors = np.linspace(-14.0, 14.0, 20_001)
    below = 0.5 + 0.5 * np.sign(errors) * angle_chance(np.abs(errors) * UNIT_SPREAD, np.full(len(errors), UNIT_SPREAD))
    return normal, np.interp(at, below, errors), normal
