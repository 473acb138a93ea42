"""One stroke weighed: what was best in this hand, and what was lost by the choice, by the hand and by luck.

Everything is what boards like those left behind have led to (`mind.learned`), in points of the board and in the chance
to win the match, which is counted for all differences of strength (`mind.strengths`). Between the best stroke and what
came of it lie three steps:

- *choice*: the best stroke in this hand, less the chosen one in this hand;
- *hand*: the chosen stroke in this hand, less the stroke that was made, struck by a hand as steady as a robot's;
- *luck*: what came of it, less that stroke: what a hair's breadth decided, for or against.

So best − choice − hand + luck is what came of it, exactly.
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
"""With fewer strokes than this no verdict is given."""
_STEEP = 1.5
_LEAST = 1.0
"""Points. Where less is at stake than this, it counts as so much: a hair's breadth is no mistake."""

_USUAL, _AS_MANY = 65.0, 20
"""What people are taken for before they have made a stroke, and by how many strokes of theirs that is outweighed."""
_CLUB, _ELO = 79.0, 15.0
"""The accuracy of the rung `club`, and what one more is worth: by the table of rungs in docs/coach.md."""


@dataclass(frozen=True, slots=True)
class Accuracy:
    """With the interval in which it lies with 95 %."""

    value: float
    low: float
    high: float


def stroke_accuracy(lost: float, at_stake: float) -> float:
    """0 … 100 for one stroke, by the points that its choice lost of those at stake: 22 if it lost them all."""
    return 100.0 * exp(-_STEEP * max(lost, 0.0) / max(at_stake, _LEAST))


def accuracy(each: Sequence[float]) -> Accuracy | None:
    """Of strokes that are so accurate; None when they are too few for a verdict."""
    if len(each) < FEWEST:
        return None
    value, off = fmean(each), 1.96 * stdev(each) / sqrt(len(each))
    return Accuracy(value, max(0.0, value - off), min(100.0, value + off))


def strength_from_accuracy(each: Sequence[float]) -> float:
    """How well somebody chooses whose strokes are so accurate, in Elo (`mind.strengths`); few strokes tell little."""
    value = (_USUAL * _AS_MANY + sum(each)) / (_AS_MANY + len(each))
    return (value - _CLUB) * _ELO


SIMULATIONS = 5000
"""For a stroke's proposals and the choice between them."""
_TRIES, _FINALISTS, _SURE = 16, 6, 240
_STEADY = LEVELS["robot"]
# What somebody meant who did not say so: around the direction that he struck, as far as his hand misses (in standard
# deviations), the one that promises most to points by which he chooses.
_OFF = np.linspace(-2.5, 2.5, 21)
_WHIM = 0.3
_ALIKE = 0.05
"""Points. A stroke that is no worse than the best by more than this is as good."""


@dataclass(frozen=True, slots=True)
class ValueParts:
    """A value before a stroke and what became of it, in one currency."""

    best: float
    choice: float
    hand: float
    luck: float

    @property
    def after(self) -> float:
        """What came of it."""
        return self.best - self.choice - self.hand + self.luck

    @classmethod
    def of(cls, best: float, chosen: float, made: float, came: float) -> ValueParts:
        """By what each of them was worth."""
        return cls(best, best - chosen, chosen - made, came - made)


@dataclass(frozen=True, slots=True)
class StrokeReview:
    """A stroke with the coach's verdict."""

    played: RecordedStroke
    best: Stroke
    """What would have been best in this hand; the chosen stroke itself where nothing was better."""
    chosen: Stroke
    """What was meant, as the record says or as is likeliest."""
    points: ValueParts
    winning: ValueParts
    """The same in the chance to win the match, 0 … 1, between sides as strong as they are believed to be."""
    by_gap: tuple[ValueParts, ...]
    """The same for each of `GAPS`: how much stronger his side's mind is than the other one's."""
    at_stake: float
    """Points between the best stroke and one that moves nothing and passes the turn."""
    stated: float
    """The chance to keep the turn that the chosen stroke had in this hand."""
    best_stated: float
    kept: bool
    shape: Shape
    """What kind of stroke was chosen."""
    best_shape: Shape

    @property
    def is_best(self) -> bool:
        return self.points.choice == 0.0

    def with_gap(self, gap: float) -> StrokeReview:
        """The same between sides whose minds are so far apart."""
        parts = np.array([astuple(one) for one in self.by_gap])
        return replace(self, winning=ValueParts(*(float(np.interp(gap, ELO_GAPS, column)) for column in parts.T)))

    @property
    def accuracy(self) -> float:
        """0 … 100, by what the choice lost of what was at stake."""
        return stroke_accuracy(self.points.choice, self.at_stake)


def review_stroke(played: RecordedStroke, own: Skill, rival: Skill, *, simulations: int = SIMULATIONS) -> StrokeReview:
    """The verdict on a stroke, by one whose hand is `own`. The same stroke is always weighed alike."""
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
    """What he meant: as he says, or near what he struck, where it promises most."""
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
    """The most promising of these, by some tries each and then more of the better ones."""
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
    """Mean values of strokes: in points (rows), and in the chance to win the match for each gap (rows, gaps)."""
    bends = np.stack([gap_weights(gap) for gap in ELO_GAPS], axis=1)
    games = _match_chances(study, played)
    both = replace(
        study.evaluator, aim=np.concatenate((POINTS[:, None].astype(np.float64), bends * games, bends), axis=1)
    )
    values = both.values(outcomes, judged, EvaluationMode.LEARNED)
    # What each outcome makes of the match, with the chances of its points bent by the difference of strength.
    match = values[:, 1 : len(ELO_GAPS) + 1] / values[:, len(ELO_GAPS) + 1 :]
    return values[:, 0].reshape(rows, -1).mean(axis=1), match.reshape(rows, -1, len(ELO_GAPS)).mean(axis=1)


def _match_chances(study: PositionAnalysis, played: RecordedStroke) -> Floats:
    """(29, gaps): the chance to win the match after −14 … 14 points of this board."""
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
    """The very stroke that was made, by the steadiest hand."""
    hand = replace(study.hand, skill=_STEADY)
    strokes = strokes_with_errors(study.scene, made[None], quasi_random_errors(rng, _SURE), hand)
    return simulate_outcomes(study.scene.pieces, strokes, study.view.profile)


def _actual_outcome(study: PositionAnalysis, played: RecordedStroke, made: Floats) -> StrokeOutcomes:
    """What came of it, by the record where that says more than the aim: boards differ, and so do simulators."""
    exact = study.exact(made[None])
    act, sides = played.act, study.evaluator.sides
    told = (act.own, act.opponent, act.queen, act.striker)
    fell = exact.fell[0]
    seen = (
        int(fell[sides.own].sum()),
        int(fell[sides.rival].sum()),
        bool(fell[sides.queen].any()),
        bool(exact.striker[0]),
    )
    return exact if told == seen else _outcome_from_record(study, played)


def _unmoved_outcome(study: PositionAnalysis) -> StrokeOutcomes:
    """A lawful stroke after which everything lies as it lay."""
    pieces = study.scene.pieces
    return StrokeOutcomes(
        pieces[None].copy(), np.zeros((1, len(pieces)), dtype=bool), np.array([False]), np.array([True])
    )


def _outcome_from_record(study: PositionAnalysis, played: RecordedStroke) -> StrokeOutcomes:
    """An outcome in which so many pieces fell as the record says, wherever the others lie now."""
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
    """What kind of stroke players would call this."""
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
    """A stroke as the player at this seat sees it."""
    return np.array([*seat.from_board(stroke.x, stroke.y), stroke.direction, stroke.speed])
