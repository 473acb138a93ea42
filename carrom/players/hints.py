"""Best strokes of a position for a given skill, and how often they succeed."""

from collections import Counter
from dataclasses import dataclass
from math import hypot

import numpy as np

from carrom.base.errors import CarromError
from carrom.equipment import has_striker_room
from carrom.physics import Stroke
from carrom.play.player import Perception
from carrom.play.sight import Floats
from carrom.players.evaluation.analysis import PositionAnalysis, centre_aims, stroke_on_board
from carrom.players.evaluation.search import Budget
from carrom.players.evaluation.side_evaluation import EvaluationMode
from carrom.players.levels.planning import Tactician

_WEIGHED = 12
_AT_ONE_PIECE = 3
# Strokes that differ by less are the same advice.
_STAND, _DIRECTION = 30.0, 4.0


@dataclass(frozen=True, slots=True)
class Hint:
    """One stroke with its prospects at the given skill."""

    stroke: Stroke
    chance: float
    """An own piece or the queen falls and the turn is kept, or the board is won."""
    striker: float
    falls: tuple[tuple[int, float], ...]
    """Indices of the pieces that fall, and how often; most likely first."""
    value: float
    """Expected points of the board, as the tactician evaluates it."""


def hints(
    view: Perception, *, count: int = 3, simulations: int = 8000, samples: int = 400, seed: int = 0
) -> list[Hint]:
    """Best first, no two alike. The same seed gives the same advice."""
    if not has_striker_room(view.position, view.seat):
        raise CarromError(
            "no-room-for-striker", "the striker has no room on the base lines: the board would be replayed (Law 142)"
        )
    rng = np.random.default_rng(seed)
    study = PositionAnalysis.of(view)
    budget = Budget(simulations).for_stroke(view)
    strokes = Tactician(Budget(simulations)).proposals(study, budget, rng)
    best = _best_of_each(study, strokes, max(8, budget // (4 * len(strokes))), rng)
    if view.situation.break_attempt is None:
        best = np.concatenate((best, centre_aims(study, best, EvaluationMode.OWN)))
    weighed = sorted((evaluate_hint(study, row, samples, seed) for row in best), key=lambda hint: -hint.value)
    chosen: list[Hint] = []
    for is_alike in (_has_same_target, _is_alike):
        for hint in weighed:
            if len(chosen) < count and not any(is_alike(hint, other) for other in chosen):
                chosen.append(hint)
    return sorted(chosen, key=lambda hint: -hint.value)


def _best_of_each(study: PositionAnalysis, strokes: Floats, each: int, rng: np.random.Generator) -> Floats:
    outcomes = study.noisy(strokes, each, rng)
    means = study.values(outcomes, EvaluationMode.BOTH).reshape(len(strokes), each).mean(axis=1)
    often = outcomes.fell.reshape(len(strokes), each, -1).mean(axis=1)
    target = np.where(often.max(axis=1) > 0, often.argmax(axis=1), -1)
    taken: Counter[int] = Counter()
    kept: list[int] = []
    for row in np.argsort(-means, kind="stable").tolist():
        if len(kept) < _WEIGHED and taken[int(target[row])] < _AT_ONE_PIECE:
            taken[int(target[row])] += 1
            kept.append(row)
    return strokes[kept]


def evaluate_hint(study: PositionAnalysis, row: Floats, samples: int, seed: int) -> Hint:
    outcomes = study.noisy(row[None], samples, np.random.default_rng((seed, 1)))
    found = study.evaluator.verdicts(outcomes, study.view.situation)
    often = outcomes.fell.mean(axis=0)
    order = [int(piece) for piece in np.argsort(-often, kind="stable") if often[piece] > 0]
    return Hint(
        stroke_on_board(study.view, row),
        float(found.succeeds.mean()),
        float(outcomes.striker.mean()),
        tuple((piece, float(often[piece])) for piece in order),
        float(study.evaluator.values(outcomes, found, EvaluationMode.BOTH).mean()),
    )


def _has_same_target(one: Hint, other: Hint) -> bool:
    return bool(one.falls) and bool(other.falls) and one.falls[0][0] == other.falls[0][0]


def _is_alike(one: Hint, other: Hint) -> bool:
    apart = hypot(one.stroke.x - other.stroke.x, one.stroke.y - other.stroke.y)
    turn = abs((one.stroke.direction - other.stroke.direction + 180) % 360 - 180)
    return apart < _STAND and turn < _DIRECTION
