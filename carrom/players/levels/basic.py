"""The simple levels: random, geometry only, and candidates tried once or many times."""

import numpy as np

from carrom.equipment import striker_spans
from carrom.equipment.striker_place import FARTHEST, NEAREST
from carrom.physics import Profile, Stroke
from carrom.play.player import Perception, PlainManners
from carrom.play.sight import Floats, Ints
from carrom.play.skill import Skill
from carrom.play.striker_positions import free_striker_row, spread_striker_positions
from carrom.players.candidates.breaks import preferred_rack_angle
from carrom.players.candidates.generator import SeenPosition, generate_candidates, touching_strokes, wanted_pieces
from carrom.players.candidates.geometry import find_goals, strokes_at_goals
from carrom.players.candidates.model import SkillOnSurface
from carrom.players.evaluation.analysis import PositionAnalysis, stroke_on_board
from carrom.players.evaluation.search import Budget, sequential_halving
from carrom.players.evaluation.side_evaluation import EvaluationMode


class Random(PlainManners):
    """Plays a random lawful stroke: the bottom of the ladder."""

    def stroke(self, view: Perception, rng: np.random.Generator) -> Stroke:
        ahead = float(rng.uniform(NEAREST, FARTHEST))
        spans = striker_spans(view.position, view.seat, ahead)
        lengths = np.array([right - left for left, right in spans])
        if not lengths.sum() > 0:
            ahead, spans = free_striker_row(view.position, view.seat)
            lengths = np.array([right - left for left, right in spans])
        left, right = spans[int(rng.choice(len(spans), p=lengths / lengths.sum()))]
        across = float(rng.uniform(left, right))
        direction = 180.0 - float(rng.uniform(0.0, 360.0))
        speed = view.profile.max_speed * (1.0 - float(rng.random()))
        return Stroke(*view.seat.to_board(across, ahead), direction, speed)


class Aimer(PlainManners):
    """Plays the fullest direct stroke at the piece nearest to an open pocket, by geometry only.

    It ignores its own skill and the striker's way; with nothing open it strikes the nearest piece.
    """

    def stroke(self, view: Perception, rng: np.random.Generator) -> Stroke:
        scene = SeenPosition.of(view)
        hand = SkillOnSurface.of(view.skill, view.profile)
        if view.situation.break_attempt is not None:
            family = generate_candidates(view, hand)
            return stroke_on_board(view, family.strokes[int(rng.integers(len(family)))])
        wanted = wanted_pieces(view, scene)
        open_goals = find_goals(scene.pieces, wanted, hand, frames=0, pairs=False)
        nearest = open_goals.take(np.argsort(open_goals.swing, kind="stable"))
        stands = spread_striker_positions(scene.ahead, scene.spans, 9)
        for row in range(len(nearest)):
            found = strokes_at_goals(scene.pieces, nearest.take(np.array([row])), stands, hand, paces=(1.5,))
            if len(found):
                return stroke_on_board(view, found.best(1).strokes[0])
        found = touching_strokes(scene, wanted, hand)
        far = np.hypot(*(found.strokes[:, :2] - scene.pieces[found.target]).T)
        return stroke_on_board(view, found.strokes[int(np.argmin(far))])


class SimulatingPlayer(PlainManners):
    """A player that simulates strokes within a budget."""

    def __init__(self, budget: Budget) -> None:
        self.budget = budget

    def turns_rack(self, skill: Skill, profile: Profile) -> float:
        return preferred_rack_angle(skill)


class Greedy(SimulatingPlayer):
    """Tries every candidate once without error, and weights its value with the chance by geometry."""

    def stroke(self, view: Perception, rng: np.random.Generator) -> Stroke:
        study = PositionAnalysis.of(view)
        found = generate_candidates(view, study.hand, limit=self.budget.simulations, thorough=False)
        values = study.values(study.exact(found.strokes), EvaluationMode.COUNTS)
        hoped = found.chance * values + (1 - found.chance) * study.value_of_miss()
        return stroke_on_board(view, found.strokes[int(np.argmax(hoped))])


class Club(SimulatingPlayer):
    """Tries candidates many times at its own skill, and takes the best average."""

    def stroke(self, view: Perception, rng: np.random.Generator) -> Stroke:
        clock = self.budget.start()
        study = PositionAnalysis.of(view)
        found = generate_candidates(view, study.hand, limit=60, thorough=False)

        def sample(rows: Ints, each: int) -> Floats:
            outcomes = study.noisy(found.strokes[rows], each, rng)
            return study.values(outcomes, EvaluationMode.COUNTS).reshape(len(rows), each)

        best, _ = sequential_halving(len(found), self.budget.for_stroke(view), clock, sample)
        return stroke_on_board(view, found.strokes[best[0]])
