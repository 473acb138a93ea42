"""The tactician's search alone at the board: every piece is his, and there is no rival to think of."""

import numpy as np

from carrom.equipment import Position, Seat
from carrom.equipment.sizes import OUTER_RADIUS, SIDE_PIECES
from carrom.physics import CLUB, Profile, Stroke
from carrom.play.sight import Floats, Ints, seen_from
from carrom.play.skill import Skill, draw_errors
from carrom.play.striker_stands import free_row
from carrom.players.eye.breaking import good_breaks
from carrom.players.eye.generator import Scene, attempts
from carrom.players.eye.hand import Hand
from carrom.players.eye.sweep import sweep_grid, windows_of
from carrom.players.mind.budget import Budget
from carrom.players.mind.easiest import easiest
from carrom.players.mind.halving import halve
from carrom.players.mind.imagine import Imagined, execute_each, imagine

RACK_PIECES = 2 * SIDE_PIECES + 1
_LEAVE = 0.6
"""What an easy next stroke is worth, in pieces."""


class Clearer:
    """Clears the board in few strokes: most pieces now, and an easy stroke next."""

    def __init__(self, skill: Skill, budget: Budget, *, profile: Profile = CLUB) -> None:
        self.hand = Hand.of(skill, profile)
        self.profile = profile
        self.budget = budget

    def stroke(self, position: Position, rng: np.random.Generator) -> Stroke:
        """The stroke from the south that he intends."""
        pieces = seen_from(position, Seat.SOUTH)
        everything, nothing = np.arange(len(pieces)), np.empty(0, dtype=np.int64)
        ahead, spans = free_row(position, Seat.SOUTH)
        scene = Scene(pieces, everything, nothing, nothing, ahead, spans)
        simulations = self.budget.simulations
        if len(pieces) == RACK_PIECES and np.abs(pieces).max() < OUTER_RADIUS:
            strokes = good_breaks(ahead, spans, self.hand).strokes
            simulations //= 10
        else:
            known = attempts(scene, everything, self.hand).best(60).strokes
            grid = sweep_grid(scene, simulations // 2, self.profile.max_speed, rng)
            counts = self._counts(imagine(pieces, grid.strokes, self.profile))
            strokes = np.concatenate((known, windows_of(grid, counts, self.hand, keep=40)))

        def sample(rows: Ints, each: int) -> Floats:
            made = execute_each(scene, strokes[rows], draw_errors(rng, each), self.hand)
            return self._values(imagine(pieces, made, self.profile)).reshape(len(rows), each)

        best, _ = halve(len(strokes), simulations // 2, self.budget.start(), sample)
        x, y, direction, speed = strokes[best[0]].tolist()
        return Stroke(x, y, direction, speed)

    def _counts(self, outcomes: Imagined) -> Floats:
        return np.where(outcomes.striker, -0.5, outcomes.fell.sum(axis=1))

    def _values(self, outcomes: Imagined) -> Floats:
        on = ~np.isnan(outcomes.rest[:, :, 0])
        chance, _ = easiest(outcomes.rest, on, np.ones(on.shape[1], dtype=bool), self.hand)
        leave = np.where(on.any(axis=1), chance.max(axis=1, initial=0.0), 1.0)
        return np.asarray(self._counts(outcomes) + _LEAVE * leave)
