"""The top levels: sweep the board and evaluate outcomes by the learned value."""

import numpy as np

from carrom.physics import Stroke
from carrom.play.player import Perception
from carrom.play.sight import Floats, Ints
from carrom.players.candidates.generator import generate_candidates
from carrom.players.candidates.sweep import Sweep
from carrom.players.evaluation.analysis import PositionAnalysis, stroke_on_board
from carrom.players.evaluation.search import (
    Budget,
    Refinement,
    ThinkingClock,
    refine_strokes,
    sequential_halving,
    simulations_for_pieces,
)
from carrom.players.evaluation.side_evaluation import EvaluationMode
from carrom.players.levels.planning import Tactician

_TOGETHER = 20
"""Most candidates for which the quick value is not used."""
_LITTLE = 1000
_HARDLY = Refinement(rounds=1, children=1, tries=4, keep=2)
"""Refinement with fewer simulations than `_LITTLE`."""


class Champion(Tactician):
    """Proposes strokes by geometry and a sweep, tries them with quasi-random errors, and refines the best."""

    quick, look = EvaluationMode.QUICK, EvaluationMode.LEARNED
    hopeful, found = 40, 40
    """Strokes of geometry and of the sweep that are tried."""
    swept = Sweep(stands=11, paces=4)
    sweep = 0.4
    """Share of the simulations for the sweep."""
    tried = 0.25
    """Share for the first selection."""
    first = 12
    refined_by = EvaluationMode.LEARNED
    refining = Refinement(rounds=3, children=5, tries=32, keep=12)
    breaking = Refinement(rounds=2, children=5, tries=12, keep=4)
    final = 400
    """Tries of each finalist."""
    surface_samples = 0
    """Sampled surfaces to try strokes on; 0 trusts the given one."""

    def stroke(self, view: Perception, rng: np.random.Generator) -> Stroke:
        clock = self.budget.start()
        study = PositionAnalysis.of(view, tuple(view.profile.sampled(rng) for _ in range(self.surface_samples)))
        simulations, is_break = self.budget.for_stroke(view), view.situation.break_attempt is not None
        if not is_break:
            simulations = simulations_for_pieces(simulations, len(study.scene.pieces))
        strokes = self.proposals(study, simulations, rng)
        refining = self.breaking if is_break else self.refining if simulations > _LITTLE else _HARDLY
        strokes = strokes[self._tried(study, strokes, int(self.tried * simulations), clock, rng)]
        if clock.is_over():
            return stroke_on_board(view, strokes[0])

        def worth(rows: Floats, tries: int) -> Floats:
            tried = study.values(study.spread(rows, tries, rng), self.refined_by)
            return np.asarray(tried.reshape(len(rows), tries).mean(axis=1))

        better = refine_strokes(study.scene, study.hand, strokes, rng, refining, worth, clock)
        finalists = better[: max(2, refining.keep // 2)]
        if clock.is_over():
            return stroke_on_board(view, finalists[0])
        each = max(4, min(self.final, simulations // 40))
        values = study.values(study.spread(finalists, each, rng), self.look).reshape(len(finalists), each)
        return stroke_on_board(view, finalists[int(np.argmax(values.mean(axis=1)))])

    def proposals(self, study: PositionAnalysis, simulations: int, rng: np.random.Generator) -> Floats:
        found = generate_candidates(study.view, study.hand)
        if study.view.situation.break_attempt is not None:
            return found.strokes
        values = study.values(study.exact(found.strokes), self.quick)
        miss = float(values.min())
        hoped = np.where(found.target < 0, values, found.chance * values + (1 - found.chance) * miss)
        known = found.strokes[np.argsort(-hoped, kind="stable")[: self.hopeful]]
        swept = study.swept(int(self.sweep * simulations), rng, keep=self.found, look=self.quick, how=self.swept)
        return np.concatenate((known, swept))

    def _tried(
        self, study: PositionAnalysis, strokes: Floats, simulations: int, clock: ThinkingClock, rng: np.random.Generator
    ) -> Ints:
        def sample(rows: Ints, each: int) -> Floats:
            look = self.quick if len(rows) > _TOGETHER else self.look
            return study.values(study.spread(strokes[rows], each, rng), look).reshape(len(rows), each)

        best, _ = sequential_halving(len(strokes), simulations, clock, sample, finalists=self.first)
        return best


class RobustChampion(Champion):
    """Chooses strokes that work on all surfaces the real one might be."""

    surface_samples = 5


class Master(Champion):
    """The champion in a twentieth of a second: fewer candidates and tries, a sweep to the front only."""

    hopeful, found = 12, 24
    swept = Sweep(stands=4, paces=3, widest=95.0)
    sweep, tried, first, final = 0.5, 0.25, 4, 120
    refined_by = EvaluationMode.QUICK
    refining = Refinement(rounds=1, children=3, tries=12, keep=6)
    breaking = Refinement(rounds=1, children=3, tries=6, keep=2)


def robust_champion(simulations: int = 60_000, seconds: float | None = None) -> RobustChampion:
    """A player for a real board whose surface is only roughly known."""
    return RobustChampion(Budget(simulations, seconds))
