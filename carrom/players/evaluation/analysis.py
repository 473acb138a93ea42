"""Analyse one position for one decision."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from carrom.laws import StrokeFacts, judge
from carrom.physics import Profile, Stroke
from carrom.play.player import Perception
from carrom.play.sight import Floats, Ints
from carrom.play.skill import TAIL_FREEDOM, UNIT_SPREAD, difficulty, draw_errors, wrap_degrees
from carrom.players.candidates.generator import SeenPosition
from carrom.players.candidates.model import SkillOnSurface
from carrom.players.candidates.sweep import ALL_AROUND, FASTEST, Sweep, best_aims, sweep_grid
from carrom.players.evaluation.outcomes import OutcomeRulings, StrokeOutcomes, simulate_outcomes, strokes_with_errors
from carrom.players.evaluation.search import quasi_random_errors
from carrom.players.evaluation.side_evaluation import EvaluationMode, SideEvaluator

_STEPS = 49
_REACH = 3.5
_FARTHEST_AIM = 1.5
# Degrees. Even an exact player gets some width, to aim at the middle of a window, not its edge.
_LEAST_SPREAD = 0.08
_GRID = np.linspace(-_REACH, _REACH, _STEPS)
_AIMS = np.flatnonzero(np.abs(_GRID) <= _FARTHEST_AIM)


@dataclass(frozen=True, slots=True)
class PositionAnalysis:
    view: Perception
    scene: SeenPosition
    evaluator: SideEvaluator
    surfaces: tuple[Profile, ...]
    """The known surface, or several that the real one might be."""

    @classmethod
    def of(cls, view: Perception, surfaces: tuple[Profile, ...] = ()) -> PositionAnalysis:
        return cls(view, SeenPosition.of(view), SideEvaluator.of(view), surfaces or (view.profile,))

    @property
    def hand(self) -> SkillOnSurface:
        return self.evaluator.hand

    def exact(self, strokes: Floats) -> StrokeOutcomes:
        return simulate_outcomes(self.scene.pieces, strokes, self.view.profile)

    def noisy(self, strokes: Floats, count: int, rng: np.random.Generator) -> StrokeOutcomes:
        """Simulate each stroke `count` times at the player's skill, with the same random errors for all."""
        return self._tried(strokes, draw_errors(rng, count))

    def spread(self, strokes: Floats, count: int, rng: np.random.Generator) -> StrokeOutcomes:
        """Like `noisy`, with quasi-random errors: fewer tries tell as much."""
        return self._tried(strokes, quasi_random_errors(rng, count))

    def _tried(self, strokes: Floats, errors: Floats) -> StrokeOutcomes:
        made = strokes_with_errors(self.scene, strokes, errors, self.hand)
        turns = np.tile(np.arange(len(errors)) % len(self.surfaces), len(strokes))
        parts = [simulate_outcomes(self.scene.pieces, made[turns == at], on) for at, on in enumerate(self.surfaces)]
        return parts[0] if len(parts) == 1 else StrokeOutcomes.in_turns(parts, turns)

    def values(self, outcomes: StrokeOutcomes, look: EvaluationMode) -> Floats:
        """Value outcomes in points."""
        found = self.evaluator.verdicts(outcomes, self.view.situation)
        if look == EvaluationMode.COUNTS:
            return self.evaluator.values(outcomes, found, look)
        rows, back = _distinct_outcomes(self.scene.pieces, outcomes, found)
        return self.evaluator.values(outcomes.take(rows), found.take(rows), look)[back]

    def swept(
        self,
        simulations: int,
        rng: np.random.Generator,
        *,
        keep: int,
        look: EvaluationMode = EvaluationMode.COUNTS,
        fastest: float = FASTEST,
        how: Sweep = ALL_AROUND,
    ) -> Floats:
        """Most promising strokes of a sweep of about `simulations` strokes."""
        grid = sweep_grid(self.scene, simulations, self.view.profile.max_speed, rng, fastest=fastest, how=how)
        return best_aims(grid, self.values(self.exact(grid.strokes), look), self.hand, keep=keep)

    def value_of_miss(self) -> float:
        return self.evaluator.worth.after(judge(self.view.situation, StrokeFacts(), self.view.rulebook))


def _distinct_outcomes(pieces: Floats, outcomes: StrokeOutcomes, found: OutcomeRulings) -> tuple[Ints, Ints]:
    """One row for each distinct outcome, and which of these rows each stroke has.

    Strokes with the same pieces pocketed, the same ruling and no other piece moved are equal: the striker's place
    does not count.
    """
    stayed = (outcomes.rest[:, :, 0] == pieces[:, 0]) & (outcomes.rest[:, :, 1] == pieces[:, 1])
    still = np.flatnonzero((outcomes.fell | stayed).all(axis=1))
    gone = outcomes.fell[still] @ (1 << np.arange(len(pieces)))
    _, first, kind = np.unique(gone * len(found.rulings) + found.which[still], return_index=True, return_inverse=True)
    stands_for = np.arange(len(stayed))
    stands_for[still] = still[first[kind]]
    is_one = stands_for == np.arange(len(stayed))
    return np.flatnonzero(is_one), (np.cumsum(is_one) - 1)[stands_for]


def stroke_on_board(view: Perception, row: Floats) -> Stroke:
    x, y, direction, speed = row.tolist()
    return Stroke(*view.seat.to_board(x, y), direction, speed)


def _weights() -> Floats:
    """Compute for each aim the chance of each direction of the sweep; rows add up to 1."""
    t = (_GRID[None, :] - _GRID[_AIMS, None]) / UNIT_SPREAD
    density = (1 + t * t / TAIL_FREEDOM) ** (-(TAIL_FREEDOM + 1) / 2)
    return np.asarray(density / density.sum(axis=1, keepdims=True))


_WEIGHTS = _weights()


def centre_aims(study: PositionAnalysis, strokes: Floats, look: EvaluationMode) -> Floats:
    """Aim each stroke at the best point of its window."""
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
