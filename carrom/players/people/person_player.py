"""Decide like a person: notice some strokes, prefer one, and aim a little beside it."""

from dataclasses import dataclass, replace

import numpy as np

from carrom.laws import StrokeFacts, judge
from carrom.physics import Stroke
from carrom.play.player import Perception, PlainManners, Point
from carrom.play.sight import Floats, Ints, first_contacts
from carrom.play.skill import wrap_degrees
from carrom.play.striker_positions import Spans, spread_striker_positions
from carrom.players.candidates.generator import SeenPosition, touching_strokes, wanted_pieces
from carrom.players.candidates.geometry import cannon_strokes, find_goals, strokes_at_goals
from carrom.players.candidates.model import Candidates, Shape, SkillOnSurface
from carrom.players.evaluation.analysis import PositionAnalysis, stroke_on_board
from carrom.players.evaluation.side_evaluation import EvaluationMode, is_better_forgone, most_harmful_place
from carrom.players.people.person import Break, DecisionStyle, StrokeVision

_FRAME_ERROR = 1.6
"""Factor on the aiming error of strokes over a frame."""


def seen_strokes(
    view: Perception, scene: SeenPosition, eye: StrokeVision, hand: SkillOnSurface, rng: np.random.Generator
) -> Candidates:
    pieces, wanted = scene.pieces, wanted_pieces(view, scene)
    stands = spread_striker_positions(scene.ahead, scene.spans, eye.stands)
    every = find_goals(pieces, wanted, hand, frames=1 if eye.double else 0, pairs=eye.pair > 0)
    straight = every.take(every.shape == Shape.DIRECT)
    spans = scene.spans if eye.lines_up else None
    parts = [strokes_at_goals(pieces, every, stands, hand, spans=spans, paces=eye.paces)]
    if eye.rebound:
        parts.append(strokes_at_goals(pieces, straight, stands[::2], hand, frames=1, paces=eye.paces))
    if eye.cannon:
        parts.append(cannon_strokes(pieces, straight, stands[::3], hand))
    found = Candidates.joined(parts)
    goal = _goal_numbers(found)
    known, which = np.unique(goal, return_inverse=True)
    chances = np.array([1.0, eye.cut, eye.rebound, eye.double, eye.pair, eye.cannon, eye.back])
    noticed = rng.random(len(known)) < chances[known % len(Shape)]
    return found.take(noticed[which])


def best_for_each_goal(found: Candidates, liked: Floats) -> Ints:
    """Rows of the best stroke for each goal, best first."""
    order = np.argsort(-liked, kind="stable")
    _, first = np.unique(_goal_numbers(found)[order], return_index=True)
    return np.asarray(order[np.sort(first)])


def _goal_numbers(found: Candidates) -> Ints:
    return (found.target * 4 + found.pocket) * len(Shape) + found.shape


def break_stroke(habit: Break, ahead: float, spans: Spans, max_speed: float) -> Floats:
    """Make the break from the lawful position nearest to the habit."""
    places = [min(max(habit.stand, left), right) for left, right in spans]
    x = min(places, key=lambda place: abs(place - habit.stand))
    far = np.hypot(x, ahead)
    direction = np.degrees(np.arctan2(-x, -ahead) + np.arctan2(habit.beside, far))
    return np.array([x, ahead, direction, habit.part * max_speed])


def with_aiming_error(row: Floats, shape: int, pieces: Floats, error: float, turned: float) -> Floats:
    """The stroke with its contact misjudged by `error` mm to the right, and turned by `turned` degrees."""
    contact = first_contacts(pieces, row[None])[0]
    far = float(np.hypot(*(contact - row[:2])))
    if shape in (Shape.REBOUND, Shape.DOUBLE, Shape.CANNON):
        error *= _FRAME_ERROR
    out = row.copy()
    out[2] = wrap_degrees(np.array([row[2] + np.degrees(np.arctan2(error, far)) + turned]))[0]
    return out


@dataclass(frozen=True, slots=True)
class PersonChoice:
    stroke: Stroke
    """Includes misjudged aim, not the errors of execution."""
    shape: Shape


class PersonPlayer(PlainManners):
    """A player with a person's vision and style."""

    def __init__(self, mind: DecisionStyle, eye: StrokeVision) -> None:
        self.mind = mind
        self.eye = eye

    def stroke(self, view: Perception, rng: np.random.Generator) -> Stroke:
        return self.choose(view, rng).stroke

    def choose(self, view: Perception, rng: np.random.Generator) -> PersonChoice:
        believed = replace(view, skill=replace(view.skill, angle=view.skill.angle * self.mind.confidence))
        study = PositionAnalysis.of(believed)
        scene = study.scene
        if view.situation.break_attempt is not None:
            row = break_stroke(self.mind.break_, scene.ahead, scene.spans, view.profile.max_speed)
            shape = Shape.BREAK
        else:
            found = seen_strokes(view, scene, self.eye, study.hand, rng)
            found, liked = self._liking(study, found, rng)
            chosen = _by_whim(liked, self.mind.whim, rng)
            row, shape = found.strokes[chosen], Shape(int(found.shape[chosen]))
        beside = self.eye.error * float(rng.standard_normal())
        shaken = self._shaking(view) * float(rng.standard_normal())
        return PersonChoice(stroke_on_board(view, with_aiming_error(row, shape, scene.pieces, beside, shaken)), shape)

    def place(self, view: Perception, rng: np.random.Generator) -> Point:
        return most_harmful_place(view, rng) if self.mind.minds_rival else super().place(view, rng)

    def forgoes(self, view: Perception, count: int) -> bool:
        return self.mind.minds_rival and is_better_forgone(view, count)

    def _liking(
        self, study: PositionAnalysis, found: Candidates, rng: np.random.Generator
    ) -> tuple[Candidates, Floats]:
        mind = self.mind
        look = (
            EvaluationMode.BOTH if mind.minds_rival else EvaluationMode.OWN if mind.minds_own else EvaluationMode.COUNTS
        )
        if not len(found) or mind.tries > 1:
            found = Candidates.joined([found, self._plain_strokes(study)])
        liked = self._at_a_glance(study, found)
        if mind.tries > 0:
            found, liked = _best(found, liked, 4 * mind.weighs)
            liked = self._pictured(study, found, look)
        rows = best_for_each_goal(found, liked)[: mind.weighs]
        found, liked = found.take(rows), liked[rows]
        if mind.tries > 1:
            outcomes = study.noisy(found.strokes, mind.tries, rng)
            liked = study.values(outcomes, look).reshape(len(found), mind.tries).mean(axis=1)
            liked = liked + found.chance * self._queen_liking(study, found)
        return found, liked

    def _plain_strokes(self, study: PositionAnalysis) -> Candidates:
        wanted = wanted_pieces(study.view, study.scene)
        found = touching_strokes(study.scene, wanted if len(wanted) else study.scene.rival, study.hand)
        ahead = found.shape != Shape.BACK
        return found.take(ahead) if ahead.any() else found

    def _at_a_glance(self, study: PositionAnalysis, found: Candidates) -> Floats:
        view = study.view
        own = study.evaluator.worth.after(judge(view.situation, StrokeFacts(own=1), view.rulebook))
        gain = np.full(len(found), own)
        is_queen = np.isin(found.target, study.scene.queen)
        if is_queen.any():
            gain[is_queen] = study.evaluator.worth.after(judge(view.situation, StrokeFacts(queen=True), view.rulebook))
        gain += self._queen_liking(study, found)
        return np.asarray(found.chance * gain + (1 - found.chance) * study.value_of_miss())

    def _pictured(self, study: PositionAnalysis, found: Candidates, look: EvaluationMode) -> Floats:
        outcomes = study.exact(found.strokes)
        values = study.values(outcomes, look)
        miss = study.value_of_miss()
        meant = np.where(found.chance > 0, found.chance, np.where(outcomes.fell.any(axis=1), 0.0, 1.0))
        return np.asarray(meant * (values + self._queen_liking(study, found)) + (1 - meant) * miss)

    def _queen_liking(self, study: PositionAnalysis, found: Candidates) -> Floats:
        return np.where(np.isin(found.target, study.scene.queen), self.mind.queen, 0.0)

    def _shaking(self, view: Perception) -> float:
        """Extra error in degrees on the last piece or the queen's cover."""
        situation = view.situation
        return self.mind.nerves * view.skill.angle if situation.own == 1 or situation.queen == "pending" else 0.0


def _best(found: Candidates, liked: Floats, count: int) -> tuple[Candidates, Floats]:
    rows = np.argsort(-liked, kind="stable")[:count]
    return found.take(rows), liked[rows]


def _by_whim(liked: Floats, whim: float, rng: np.random.Generator) -> int:
    if whim <= 0:
        return int(np.argmax(liked))
    weight = np.exp((liked - liked.max()) / whim)
    return int(rng.choice(len(liked), p=weight / weight.sum()))
