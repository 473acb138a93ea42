"""Review one stroke: the best one at this skill, and what choice, execution and luck cost or gave.

Values are learned (`value_network`), in points of the board and in the chance to win the match, for all
differences of strength (`strengths`):

- *choice*: the best stroke at this skill, less the chosen one;
- *hand*: the chosen stroke at this skill, less the stroke made, executed with a robot's precision;
- *luck*: the result, less that stroke.

So best − choice − hand + luck is exactly the value of the result.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import astuple, dataclass, replace
from math import exp, sqrt
from statistics import fmean, stdev

import numpy as np

from carrom.equipment import Seat
from carrom.physics import Stroke
from carrom.play import LEVELS, Skill
from carrom.play.sight import Floats, Ints
from carrom.play.skill import TAIL_FREEDOM, UNIT_SPREAD, difficulty, wrap_degrees
from carrom.players.candidates.generator import SeenPosition, generate_candidates
from carrom.players.candidates.model import Shape
from carrom.players.coach.recorded_strokes import RecordedStroke
from carrom.players.evaluation.analysis import PositionAnalysis, stroke_on_board
from carrom.players.evaluation.outcomes import OutcomeRulings, StrokeOutcomes, simulate_outcomes, strokes_with_errors
from carrom.players.evaluation.search import Budget, quasi_random_errors
from carrom.players.evaluation.side_evaluation import EvaluationMode
from carrom.players.evaluation.strengths import ELO_GAPS, chances_with_gap, gap_weights, next_board_chances
from carrom.players.evaluation.value_network import POINTS
from carrom.players.evaluation.winning_chances import game_chance, win_chances
from carrom.players.levels.planning import Tactician

FEWEST = 15
_STEEP = 1.5
_LEAST = 1.0
"""Points. Lower stakes count as this much: trifles are no mistakes."""

_USUAL, _AS_MANY = 65.0, 20
"""Assumed accuracy before the first stroke, and how many strokes it counts for."""
_CLUB, _ELO = 79.0, 15.0
"""Accuracy of the level `club`, and Elo per point of accuracy, from the table in docs/coach.md."""

SIMULATIONS = 5000
"""Simulations for proposing strokes and choosing between them."""
_TRIES, _FINALISTS, _SURE = 16, 6, 240
_STEADY = LEVELS["robot"]
# Without a recorded intention: search within these standard deviations of the direction played, weighing value against
# likelihood.
_OFF = np.linspace(-2.5, 2.5, 21)
_WHIM = 0.3
_ALIKE = 0.05
"""Points. A stroke this close to the best counts as equally good."""


@dataclass(frozen=True, slots=True)
class Accuracy:
    """Quality of choices from 0 to 100, with its 95 % interval.

    Points lost by choices against points at stake: execution, luck and the result do not matter.
    """

    value: float
    low: float
    high: float


def stroke_accuracy(lost: float, at_stake: float) -> float:
    """0 … 100 for one stroke, from the points its choice lost of those at stake; losing all of them gives 22."""
    return 100.0 * exp(-_STEEP * max(lost, 0.0) / max(at_stake, _LEAST))


def accuracy(each: Sequence[float]) -> Accuracy | None:
    """Mean accuracy; None with too few strokes."""
    if len(each) < FEWEST:
        return None
    value, off = fmean(each), 1.96 * stdev(each) / sqrt(len(each))
    return Accuracy(value, max(0.0, value - off), min(100.0, value + off))


def strength_from_accuracy(each: Sequence[float]) -> float:
    """Playing strength in Elo (`strengths`) from accuracies; few strokes change it little."""
    value = (_USUAL * _AS_MANY + sum(each)) / (_AS_MANY + len(each))
    return (value - _CLUB) * _ELO


@dataclass(frozen=True, slots=True)
class ValueParts:
    """A value before a stroke and its parts, in one currency."""

    best: float
    choice: float
    hand: float
    luck: float

    @property
    def after(self) -> float:
        return self.best - self.choice - self.hand + self.luck

    @classmethod
    def of(cls, best: float, chosen: float, made: float, came: float) -> ValueParts:
        return cls(best, best - chosen, chosen - made, came - made)


@dataclass(frozen=True, slots=True)
class StrokeReview:
    """The coach's verdict on a stroke."""

    played: RecordedStroke
    best: Stroke
    """The best stroke at this skill; the chosen one if nothing was clearly better."""
    chosen: Stroke
    """The intended stroke, recorded or inferred."""
    points: ValueParts
    winning: ValueParts
    """Chances to win the match, 0 … 1, with the believed strengths of both sides."""
    by_gap: tuple[ValueParts, ...]
    """The same for each of `ELO_GAPS`, by which this side is stronger."""
    at_stake: float
    """Points between the best stroke and one that moves nothing and passes the turn."""
    stated: float
    """Chance of the chosen stroke to keep the turn at this skill."""
    best_stated: float
    kept: bool
    shape: Shape
    best_shape: Shape

    @property
    def is_best(self) -> bool:
        return self.points.choice == 0.0

    def with_gap(self, gap: float) -> StrokeReview:
        """The review for sides with this difference in strength."""
        parts = np.array([astuple(one) for one in self.by_gap])
        return replace(self, winning=ValueParts(*(float(np.interp(gap, ELO_GAPS, column)) for column in parts.T)))

    @property
    def accuracy(self) -> float:
        """0 … 100."""
        return stroke_accuracy(self.points.choice, self.at_stake)


def review_stroke(played: RecordedStroke, own: Skill, rival: Skill, *, simulations: int = SIMULATIONS) -> StrokeReview:
    """Review a stroke by a player of skill `own`. The same stroke always gets the same review."""
    view = played.with_skills(own, rival)
    rng = np.random.default_rng((played.number, 1))
    study = PositionAnalysis.of(view)
    proposed = _proposed(study, simulations, rng)
    chosen = _chosen(study, played)
    rows = np.concatenate((chosen[None], proposed))
    rows = rows[_best_rows(study, rows, rng)]
    rows = np.concatenate((chosen[None], rows[~(rows == chosen).all(axis=1)]))
    sure = study.spread(rows, _SURE, np.random.default_rng((played.number, 2)))
    judged = study.evaluator.verdicts(sure, view.situation)
    kept = judged.succeeds.reshape(len(rows), _SURE).mean(axis=1)
    in_points, in_match = _both_values(study, played, sure, judged, len(rows))
    best = int(np.argmax(in_points))
    if in_points[best] - in_points[0] <= _ALIKE:
        best = 0
    made = _row(played.made, view.seat)
    steady = _steady_outcomes(study, made, np.random.default_rng((played.number, 3)))
    came = _actual_outcome(study, played, made)
    now = study.evaluator.verdicts(came, view.situation)
    still = _unmoved_outcome(study)
    (unmoved,), _ = _both_values(study, played, still, study.evaluator.verdicts(still, view.situation), 1)
    (made_points,), (made_match,) = _both_values(
        study, played, steady, study.evaluator.verdicts(steady, view.situation), 1
    )
    (came_points,), (came_match,) = _both_values(study, played, came, now, 1)
    points = ValueParts.of(*map(float, (in_points[best], in_points[0], made_points, came_points)))
    by_gap = tuple(
        ValueParts.of(*row)
        for row in zip(
            in_match[best].tolist(), in_match[0].tolist(), made_match.tolist(), came_match.tolist(), strict=True
        )
    )
    return StrokeReview(
        played,
        stroke_on_board(view, rows[best]),
        stroke_on_board(view, chosen),
        points,
        by_gap[len(ELO_GAPS) // 2],
        by_gap,
        points.best - float(unmoved),
        float(kept[0]),
        float(kept[best]),
        bool(now.succeeds[0]),
        _shape(study, chosen),
        _shape(study, rows[best]),
    )


def _proposed(study: PositionAnalysis, simulations: int, rng: np.random.Generator) -> Floats:
    return Tactician(Budget(simulations)).proposals(study, simulations, rng)


def _chosen(study: PositionAnalysis, played: RecordedStroke) -> Floats:
    seat, view = played.view.seat, played.view
    if played.meant is not None:
        return _row(played.meant, seat)
    made = _row(played.made, seat)
    if view.situation.break_attempt is not None:
        return made
    spread = float(study.hand.skill.angle * difficulty(made[2:3], made[3:4], view.profile.max_speed)[0])
    near = np.repeat(made[None], len(_OFF), axis=0)
    near[:, 2] = wrap_degrees(made[2] + _OFF * spread)
    tried = study.spread(near, 24, np.random.default_rng((played.number, 0)))
    hoped = study.values(tried, EvaluationMode.QUICK).reshape(len(near), 24).mean(axis=1)
    likely = -(TAIL_FREEDOM + 1) / 2 * np.log1p((_OFF / UNIT_SPREAD) ** 2 / TAIL_FREEDOM)
    meant: Floats = near[int(np.argmax(likely + hoped / _WHIM))]
    return meant


def _best_rows(study: PositionAnalysis, rows: Floats, rng: np.random.Generator) -> Ints:
    alive = np.arange(len(rows))
    for tries, left, look in (
        (_TRIES, 3 * _FINALISTS, EvaluationMode.QUICK),
        (4 * _TRIES, _FINALISTS, EvaluationMode.LEARNED),
    ):
        values = study.values(study.spread(rows[alive], tries, rng), look).reshape(len(alive), tries).mean(axis=1)
        alive = alive[np.argsort(-values, kind="stable")[:left]]
    return alive


def _both_values(
    study: PositionAnalysis, played: RecordedStroke, outcomes: StrokeOutcomes, judged: OutcomeRulings, rows: int
) -> tuple[Floats, Floats]:
    """Mean values in points (rows), and in chances to win the match for each gap (rows, gaps)."""
    bends = np.stack([gap_weights(gap) for gap in ELO_GAPS], axis=1)
    games = _match_chances(study, played)
    both = replace(
        study.evaluator, aim=np.concatenate((POINTS[:, None].astype(np.float64), bends * games, bends), axis=1)
    )
    values = both.values(outcomes, judged, EvaluationMode.LEARNED)
    # chance to win the match from each outcome, its points weighted by the difference in strength
    match = values[:, 1 : len(ELO_GAPS) + 1] / values[:, len(ELO_GAPS) + 1 :]
    return values[:, 0].reshape(rows, -1).mean(axis=1), match.reshape(rows, -1, len(ELO_GAPS)).mean(axis=1)


def _match_chances(study: PositionAnalysis, played: RecordedStroke) -> Floats:
    """(29, gaps): chances to win the match after −14 … 14 points of this board."""
    view = study.view
    score, rulebook = view.situation.score, view.rulebook
    equal = next_board_chances(view.skill, view.rival, view.profile)
    columns = []
    for gap in ELO_GAPS.tolist():
        ahead = chances_with_gap(equal, gap)
        lost, won = played.stakes(game_chance(rulebook, ahead))
        games = win_chances(
            rulebook, score.player, score.opponent, view.board, ahead, breaks_next=view.colour == "black"
        )
        columns.append(lost + (won - lost) * games)
    return np.stack(columns, axis=1)


def _steady_outcomes(study: PositionAnalysis, made: Floats, rng: np.random.Generator) -> StrokeOutcomes:
    hand = replace(study.hand, skill=_STEADY)
    strokes = strokes_with_errors(study.scene, made[None], quasi_random_errors(rng, _SURE), hand)
    return simulate_outcomes(study.scene.pieces, strokes, study.view.profile)


def _actual_outcome(study: PositionAnalysis, played: RecordedStroke, made: Floats) -> StrokeOutcomes:
    """The result, from the record where the simulation disagrees: boards and simulators differ."""
    exact = study.exact(made[None])
    act, sides = played.act, study.evaluator.sides
    recorded = (act.own, act.opponent, act.queen, act.striker)
    fell = exact.fell[0]
    simulated = (
        int(fell[sides.own].sum()),
        int(fell[sides.rival].sum()),
        bool(fell[sides.queen].any()),
        bool(exact.striker[0]),
    )
    return exact if recorded == simulated else _outcome_from_record(study, played)


def _unmoved_outcome(study: PositionAnalysis) -> StrokeOutcomes:
    pieces = study.scene.pieces
    return StrokeOutcomes(
        pieces[None].copy(), np.zeros((1, len(pieces)), dtype=bool), np.array([False]), np.array([True])
    )


def _outcome_from_record(study: PositionAnalysis, played: RecordedStroke) -> StrokeOutcomes:
    act, sides = played.act, study.evaluator.sides
    fell = np.zeros(len(study.scene.pieces), dtype=bool)
    for mask, count in ((sides.own, act.own), (sides.rival, act.opponent), (sides.queen, int(act.queen))):
        fell[np.flatnonzero(mask)[:count]] = True
    rest = study.scene.pieces.copy()
    if act.rests is not None:
        view = replace(played.view, position=act.rests)
        there = SeenPosition.of(view)
        for mask, rows in ((sides.own, there.own), (sides.rival, there.rival), (sides.queen, there.queen)):
            left = np.flatnonzero(mask & ~fell)
            rest[left[: len(rows)]] = there.pieces[rows[: len(left)]]
    rest[fell] = np.nan
    return StrokeOutcomes(rest[None], fell[None], np.array([act.striker]), np.array([act.touched]))


def _shape(study: PositionAnalysis, row: Floats) -> Shape:
    if study.view.situation.break_attempt is not None:
        return Shape.BREAK
    found = generate_candidates(study.view, study.hand)
    if not len(found):
        return Shape.TOUCH
    off = np.abs(wrap_degrees(found.strokes[:, 2] - row[2])) + np.abs(found.strokes[:, 0] - row[0]) / 20.0
    nearest = int(np.argmin(off))
    if off[nearest] > 6.0:
        return Shape.BACK if abs(row[2]) > 90 else Shape.TOUCH
    return Shape(int(found.shape[nearest]))


def _row(stroke: Stroke, seat: Seat) -> Floats:
    return np.array([*seat.from_board(stroke.x, stroke.y), stroke.direction, stroke.speed])
