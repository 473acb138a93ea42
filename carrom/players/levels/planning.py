"""Levels that plan ahead: `planner` over its own turn, `tactician` over the rival's reply as well."""

import numpy as np

from carrom.equipment.sizes import SIDE_PIECES
from carrom.laws import Situation, after
from carrom.physics import Stroke
from carrom.play.player import Perception, Point
from carrom.play.sight import Floats, Ints
from carrom.play.skill import difficulty, draw_errors, wrap_degrees
from carrom.players.candidates.generator import generate_candidates
from carrom.players.candidates.model import Candidates
from carrom.players.evaluation.analysis import PositionAnalysis, centre_aims, stroke_on_board
from carrom.players.evaluation.direct_strokes import easiest_strokes_at
from carrom.players.evaluation.outcomes import simulate_outcomes
from carrom.players.evaluation.search import ThinkingClock, sequential_halving
from carrom.players.evaluation.side_evaluation import (
    EvaluationMode,
    SideEvaluator,
    is_better_forgone,
    most_harmful_place,
    rotate_layouts,
)
from carrom.players.levels.basic import SimulatingPlayer

# One in this many simulations looks for safe strokes, no faster than this (m/s).
_SAFETY_SHARE = 12
_SOFT = 2.5


def next_stroke_values(
    evaluator: SideEvaluator,
    places: Floats,
    situation: Situation,
    rng: np.random.Generator,
    *,
    look: EvaluationMode,
    strokes: int = 3,
    samples: int = 4,
) -> Floats:
    """Values of layouts to the side that strikes now, after its easiest strokes have been tried.

    In each layout a few strokes are played a few times at the side's own skill; the best average counts.
    """
    layouts, pieces = places.shape[:2]
    sides = evaluator.sides
    may_queen = situation.queen == "board" and situation.opened and not situation.owed.player
    last = situation.queen == "board" and situation.own == 1
    wanted = (sides.own & (not last)) | (sides.queen & may_queen)
    chance, found = easiest_strokes_at(places, ~np.isnan(places[:, :, 0]), wanted, evaluator.hand)
    strokes = min(strokes, pieces)
    order = np.argsort(-chance, axis=1, kind="stable")[:, :strokes]
    rows = np.arange(layouts)[:, None]
    tried = found[rows, order].reshape(-1, 4)
    possible = chance[rows, order] > 0
    made = _in_hand(tried, draw_errors(rng, samples), evaluator)
    # Impossible strokes are skipped; their rows stay, to keep the shape.
    use = np.repeat(possible.ravel(), samples)
    values = np.full(layouts * strokes * samples, -np.inf)
    if use.any():
        on = np.repeat(np.arange(layouts), strokes * samples)[use]
        outcomes = simulate_outcomes(places[on], made[use], evaluator.profile)
        values[use] = evaluator.values(outcomes, evaluator.verdicts(outcomes, situation), look)
    best = values.reshape(layouts, strokes, samples).mean(axis=2).max(axis=1)
    return np.asarray(best)


def _in_hand(strokes: Floats, errors: Floats, evaluator: SideEvaluator) -> Floats:
    """Every stroke with every row of errors, without the small error of placing."""
    hand = evaluator.hand
    made = np.repeat(strokes, len(errors), axis=0)
    luck = np.tile(errors, (len(strokes), 1))
    spread = hand.skill.angle * difficulty(made[:, 2], made[:, 3], hand.max_speed / 1000.0)
    made[:, 2] = wrap_degrees(made[:, 2] + spread * luck[:, 1])
    made[:, 3] = np.minimum(made[:, 3] * np.exp(hand.skill.pace * luck[:, 2]), hand.max_speed / 1000.0)
    return made


class Planner(SimulatingPlayer):
    """Looks two strokes ahead within its own turn and avoids strokes that lose the board by a law.

    Promising candidates are tried many times and judged by the next stroke they leave; the finalists' leaves are
    played on.
    """

    look = EvaluationMode.OWN
    hopeful = 28
    finalists = 4

    def stroke(self, view: Perception, rng: np.random.Generator) -> Stroke:
        clock = self.budget.start()
        study = PositionAnalysis.of(view)
        simulations = self.budget.for_stroke(view)
        strokes = self.proposals(study, simulations, rng)
        if view.situation.break_attempt is not None:
            best, _ = self._halve(study, strokes, simulations, clock, rng, 1)
            return stroke_on_board(view, strokes[best[0]])
        first, _ = self._halve(study, strokes, simulations // 4, clock, rng, 2 * self.finalists)
        if clock.is_over():
            return stroke_on_board(view, strokes[first[0]])
        strokes = np.concatenate((strokes[first], centre_aims(study, strokes[first], self.look)))
        second, means = self._halve(study, strokes, simulations // 4, clock, rng, self.finalists)
        if clock.is_over():
            return stroke_on_board(view, strokes[second[0]])
        values = means[second] + self.gain_ahead(study, strokes[second], rng)
        return stroke_on_board(view, strokes[second[int(np.argmax(values))]])

    def proposals(self, study: PositionAnalysis, simulations: int, rng: np.random.Generator) -> Floats:
        """Strokes worth weighing, from geometry and a sweep of the whole board."""
        known = self.screen(study, generate_candidates(study.view, study.hand))
        if study.view.situation.break_attempt is not None:
            return known
        return np.concatenate((known, study.swept(simulations // 2, rng, keep=self.hopeful)))

    def screen(self, study: PositionAnalysis, found: Candidates) -> Floats:
        """Promising strokes by value and chance; losing ones come last."""
        outcomes = study.exact(found.strokes)
        verdicts = study.evaluator.verdicts(outcomes, study.view.situation)
        values = study.evaluator.values(outcomes, verdicts, self.look)
        hoped = found.chance * values + (1 - found.chance) * study.value_of_miss()
        hoped = np.where(found.target < 0, values, hoped)
        lost = np.array([r.result is not None and r.result.winner == "opponent" for r in verdicts.rulings])
        cliff = lost[verdicts.which] | outcomes.striker
        hoped = np.where(cliff, hoped - 100.0, hoped)
        return found.strokes[np.argsort(-hoped, kind="stable")[: self.hopeful]]

    def gain_ahead(self, study: PositionAnalysis, strokes: Floats, rng: np.random.Generator) -> Floats:
        """How much better each stroke is with its leaves played on than at a glance."""
        each = max(8, self.budget.for_stroke(study.view) // 400)
        outcomes = study.noisy(strokes, each, rng)
        found = study.evaluator.verdicts(outcomes, study.view.situation)
        glanced = study.evaluator.values(outcomes, found, self.look)
        values = glanced.copy()
        before = study.view.situation
        for facts, ruling, rows in found.groups():
            if ruling.result is not None or ruling.own < 1 or ruling.opponent < 1:
                continue
            # not in the view, but visible from a pocketed piece of the rival
            situation = after(before, facts, ruling, waiting_opened=before.opponent < SIDE_PIECES).situation
            # Only plain strokes are played on, so the glance is a lower bound.
            if ruling.turn != "passes":
                ahead = next_stroke_values(study.evaluator, outcomes.rest[rows], situation, rng, look=self.look)
                values[rows] = np.maximum(ahead, values[rows])
            elif self.look == EvaluationMode.BOTH:
                places = rotate_layouts(outcomes.rest[rows], study.evaluator.quarters)
                ahead = next_stroke_values(study.evaluator.across(), places, situation, rng, look=EvaluationMode.OWN)
                values[rows] = np.minimum(-ahead, values[rows])
        return np.asarray((values - glanced).reshape(len(strokes), each).mean(axis=1))

    def _halve(
        self,
        study: PositionAnalysis,
        strokes: Floats,
        simulations: int,
        clock: ThinkingClock,
        rng: np.random.Generator,
        finalists: int,
    ) -> tuple[Ints, Floats]:
        def sample(rows: Ints, each: int) -> Floats:
            values = study.values(study.noisy(strokes[rows], each, rng), self.look)
            return values.reshape(len(rows), each)

        return sequential_halving(len(strokes), simulations, clock, sample, finalists=finalists)


class Tactician(Planner):
    """A planner that also weighs the rival's reply, plays safe where that is better, and places due pieces to hurt
    most."""

    look = EvaluationMode.BOTH

    def proposals(self, study: PositionAnalysis, simulations: int, rng: np.random.Generator) -> Floats:
        """The planner's strokes, and soft ones that leave little to the rival."""
        attacking = super().proposals(study, simulations, rng)
        if study.view.situation.break_attempt is not None:
            return attacking
        share = simulations // _SAFETY_SHARE
        safe = study.swept(share, rng, keep=self.hopeful // 3, look=self.look, fastest=_SOFT)
        return np.concatenate((attacking, safe))

    def place(self, view: Perception, rng: np.random.Generator) -> Point:
        return most_harmful_place(view, rng)

    def forgoes(self, view: Perception, count: int) -> bool:
        return is_better_forgone(view, count)
