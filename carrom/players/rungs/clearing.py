"""The search of the ladder alone at the board: every piece is one's own, and there is no rival to think of."""

import numpy as np

from carrom.equipment import Position, Seat
from carrom.equipment.sizes import OUTER_RADIUS, SIDE_PIECES
from carrom.physics import CLUB, Profile, Stroke
from carrom.play.sight import Floats, seen_from
from carrom.play.skill import Skill
from carrom.play.striker_stands import free_row
from carrom.players.eye.breaking import good_breaks
from carrom.players.eye.generator import Scene, attempts
from carrom.players.eye.hand import Hand
from carrom.players.eye.sweep import sweep_grid, windows_of
from carrom.players.mind.budget import Budget
from carrom.players.mind.easiest import easiest
from carrom.players.mind.finish_map import finish_map
from carrom.players.mind.halving import halve
from carrom.players.mind.imagine import Imagined, execute_each, imagine
from carrom.players.mind.luck import even_errors
from carrom.players.mind.refine import Refining, refined

RACK_PIECES = 2 * SIDE_PIECES + 1
# What it is worth, in pieces, that the next stroke is easy, and that a piece asks for a stroke less: as the board lies
# now, and as if it lay there alone.
_EASY, _STROKE, _LONE_STROKE = 0.45, 0.12, 0.5
_HARDEST = 3.0
"""A piece that lies badly now will lie better later: it asks for no more strokes than this."""
# Of the simulations, the parts that go into a sweep, telling the best apart, small changes, and the last choice.
_SWEEP, _TRIED, _REFINED, _LAST = 0.4, 0.25, 0.2, 0.15
_ROUNDS, _CHILDREN, _FINALISTS = 2, 5, 6


class Clearer:
    """Clears the board in few strokes: most pieces now, an easy stroke next, and few that lie badly."""

    def __init__(self, skill: Skill, budget: Budget, *, profile: Profile = CLUB, widest: float = 180.0) -> None:
        """`widest` is how many degrees to either side of straight ahead he may strike."""
        self.hand = Hand.of(skill, profile)
        self.lone = finish_map(skill.angle)
        self.profile = profile
        self.budget = budget
        self.widest = widest

    def stroke(self, position: Position, rng: np.random.Generator, *, spared: int | None = None) -> Stroke:
        """The stroke from the south that he intends; the row `spared` is a piece that had better not fall."""
        pieces = seen_from(position, Seat.SOUTH)
        everything, nothing = np.arange(len(pieces)), np.empty(0, dtype=np.int64)
        ahead, spans = free_row(position, Seat.SOUTH)
        scene = Scene(pieces, everything, nothing, nothing, ahead, spans)
        simulations, clock = self.budget.simulations, self.budget.start()

        def sample(strokes: Floats, each: int) -> Floats:
            made = execute_each(scene, strokes, even_errors(rng, each), self.hand)
            return self._values(imagine(pieces, made, self.profile), spared).reshape(len(strokes), each)

        def worth(strokes: Floats, each: int) -> Floats:
            return np.where(np.abs(strokes[:, 2]) <= self.widest, sample(strokes, each).mean(axis=1), -np.inf)

        if len(pieces) == RACK_PIECES and np.abs(pieces).max() < OUTER_RADIUS:
            breaks = good_breaks(pieces, everything, ahead, spans, self.hand).strokes
            best, _ = halve(len(breaks), simulations // 20, clock, lambda rows, each: sample(breaks[rows], each))
            return Stroke(*breaks[best[0]].tolist())
        strokes = self._proposals(scene, simulations, rng, spared)
        tried, _ = halve(
            len(strokes),
            int(_TRIED * simulations),
            clock,
            lambda rows, each: sample(strokes[rows], each),
            finalists=_FINALISTS,
        )
        each = max(8, int(_REFINED * simulations / _ROUNDS / (_FINALISTS * (1 + _CHILDREN))))
        how = Refining(_ROUNDS, _CHILDREN, each, _FINALISTS)
        finalists = refined(scene, self.hand, strokes[tried], rng, how, worth, clock)
        last = worth(finalists, max(16, int(_LAST * simulations / _FINALISTS)))
        return Stroke(*finalists[int(np.argmax(last))].tolist())

    def _proposals(self, scene: Scene, simulations: int, rng: np.random.Generator, spared: int | None) -> Floats:
        """What geometry proposes, and what a sweep of the whole board finds."""
        wanted = scene.own if spared is None else np.delete(scene.own, spared)
        known = attempts(scene, wanted, self.hand).best(60).strokes
        grid = sweep_grid(scene, int(_SWEEP * simulations), self.profile.max_speed, rng)
        counts = self._counts(imagine(scene.pieces, grid.strokes, self.profile), spared)
        strokes = np.concatenate((known, windows_of(grid, counts, self.hand, keep=40)))
        within = np.abs(strokes[:, 2]) <= self.widest
        return strokes[within] if within.any() else strokes

    def _counts(self, outcomes: Imagined, spared: int | None) -> Floats:
        fell = outcomes.fell.sum(axis=1)
        if spared is not None:
            fell = fell - 2 * (outcomes.fell[:, spared] & (fell == 1))
        return np.where(outcomes.striker, -0.5, fell)

    def _values(self, outcomes: Imagined, spared: int | None) -> Floats:
        on = ~np.isnan(outcomes.rest[:, :, 0])
        chance, _ = easiest(outcomes.rest, on, np.ones(on.shape[1], dtype=bool), self.hand)
        easy = np.where(on.any(axis=1), chance.max(axis=1, initial=0.0), 1.0)
        asked = np.where(on, np.minimum(1.0 / np.maximum(chance, 0.1), _HARDEST) - 1.0, 0.0).sum(axis=1)
        lone = np.where(on, self.lone.at(np.where(on[..., None], outcomes.rest, 0.0)) - 1.0, 0.0).sum(axis=1)
        return np.asarray(self._counts(outcomes, spared) + _EASY * easy - _STROKE * asked - _LONE_STROKE * lone)
