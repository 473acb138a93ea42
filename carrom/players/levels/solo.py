"""A player that clears the board alone."""

import numpy as np

from carrom.equipment import Position, Seat
from carrom.equipment.sizes import OUTER_RADIUS, SIDE_PIECES
from carrom.physics import CLUB, Profile, Stroke
from carrom.play.sight import Floats, seen_from
from carrom.play.skill import Skill
from carrom.play.striker_positions import free_striker_row
from carrom.players.candidates.breaks import break_family, good_breaks
from carrom.players.candidates.generator import SeenPosition, pocketing_strokes
from carrom.players.candidates.model import SkillOnSurface
from carrom.players.candidates.sweep import Sweep, best_aims, sweep_grid
from carrom.players.evaluation.outcomes import simulate_outcomes, strokes_with_errors
from carrom.players.evaluation.search import (
    Budget,
    Refinement,
    quasi_random_errors,
    refine_strokes,
    sequential_halving,
    simulations_for_pieces,
)
from carrom.players.evaluation.strokes_left import StrokesLeft, lone_piece_map

RACK_PIECES = 2 * SIDE_PIECES + 1
# Shares of the simulations: sweep, selection, refinement, final choice.
_SWEEP, _TRIED, _REFINED, _LAST = 0.5, 0.2, 0.18, 0.12
_ROUNDS, _CHILDREN, _FINALISTS = 2, 5, 6
_KNOWN, _FOUND = 40, 60
_FASTEST = 8.0
"""m/s: without a rival, wild strokes are fine."""
_MANY = 40_000
_COARSE, _FINE = Sweep(), Sweep(stands=13, paces=5)
"""Sweeps with few and with many simulations: more positions and paces rather than finer directions."""
# Share of the simulations for a break: nineteen pieces cost as much as several strokes.
_BREAKS = 0.35
_BREAK_TRIED, _BREAK_ROUNDS = 0.5, 3


class SoloPlayer:
    """Chooses strokes that leave a board needing the fewest further strokes."""

    def __init__(self, skill: Skill, budget: Budget, *, profile: Profile = CLUB, widest: float = 180.0) -> None:
        """Strikes at most `widest` degrees to either side of straight ahead."""
        self.hand = SkillOnSurface.of(skill, profile)
        self.left = StrokesLeft.of(lone_piece_map(skill.angle))
        self.profile = profile
        self.budget = budget
        self.widest = widest

    def stroke(self, position: Position, rng: np.random.Generator, *, spared: int | None = None) -> Stroke:
        """Choose a stroke from the south. The piece in row `spared` comes back if pocketed alone."""
        pieces = seen_from(position, Seat.SOUTH)
        everything, nothing = np.arange(len(pieces)), np.empty(0, dtype=np.int64)
        scene = SeenPosition(pieces, everything, nothing, nothing, *free_striker_row(position, Seat.SOUTH))
        clock = self.budget.start()

        def sample(strokes: Floats, each: int) -> Floats:
            made = strokes_with_errors(scene, strokes, quasi_random_errors(rng, each), self.hand)
            left = self.left.after(simulate_outcomes(pieces, made, self.profile), spared)
            return -left.reshape(len(strokes), each)

        def worth(strokes: Floats, each: int) -> Floats:
            return np.where(np.abs(strokes[:, 2]) <= self.widest, sample(strokes, each).mean(axis=1), -np.inf)

        if len(pieces) == RACK_PIECES and np.abs(pieces).max() < OUTER_RADIUS:
            simulations, tried, rounds = int(_BREAKS * self.budget.simulations), _BREAK_TRIED, _BREAK_ROUNDS
            strokes = self._breaks(scene)
        else:
            simulations, tried, rounds = simulations_for_pieces(self.budget.simulations, len(pieces)), _TRIED, _ROUNDS
            strokes = self._proposals(scene, simulations, rng, spared)
        best, _ = sequential_halving(
            len(strokes),
            int(tried * simulations),
            clock,
            lambda rows, each: sample(strokes[rows], each),
            finalists=_FINALISTS,
        )
        each = max(8, int(_REFINED * simulations / rounds / (_FINALISTS * (1 + _CHILDREN))))
        how = Refinement(rounds, _CHILDREN, each, _FINALISTS)
        finalists = refine_strokes(scene, self.hand, strokes[best], rng, how, worth, clock)
        last = worth(finalists, max(16, int(_LAST * simulations / _FINALISTS)))
        return Stroke(*finalists[int(np.argmax(last))].tolist())

    def _breaks(self, scene: SeenPosition) -> Floats:
        ahead, spans = scene.ahead, scene.spans
        known = good_breaks(scene.pieces, scene.own, ahead, spans, self.hand).strokes
        return np.concatenate((known, break_family(ahead, spans, self.hand).strokes))

    def _proposals(self, scene: SeenPosition, simulations: int, rng: np.random.Generator, spared: int | None) -> Floats:
        wanted = scene.own if spared is None else np.delete(scene.own, spared)
        known = pocketing_strokes(scene, wanted, self.hand).best(_KNOWN).strokes
        how = _FINE if simulations > _MANY else _COARSE
        grid = sweep_grid(scene, int(_SWEEP * simulations), self.profile.max_speed, rng, fastest=_FASTEST, how=how)
        left = self.left.after(simulate_outcomes(scene.pieces, grid.strokes, self.profile), spared)
        strokes = np.concatenate((known, best_aims(grid, -left, self.hand, keep=_FOUND)))
        within = np.abs(strokes[:, 2]) <= self.widest
        return strokes[within] if within.any() else strokes
