"""Search thoroughly for the best stroke of a position, to check a puzzle's solution."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import Final

import numpy as np

from carrom.physics import Stroke
from carrom.play.player import Perception
from carrom.play.sight import Floats, Ints
from carrom.players.candidates.sweep import Sweep
from carrom.players.evaluation.analysis import PositionAnalysis, centre_aims
from carrom.players.evaluation.search import Budget, Refinement, refine_strokes
from carrom.players.evaluation.side_evaluation import EvaluationMode
from carrom.players.hints import Hint, evaluate_hint
from carrom.players.levels.champion import Champion
from carrom.players.levels.planning import Tactician

_PROPOSED: Final = 60_000
"""Simulations for `champion`'s proposals; the tactician gets a fifth."""
_SWEEP: Final = Sweep(stands=60, paces=9)
_SWEPT, _KEPT = 60 * 9 * 720, 300
"""Strokes of the sweep, 7 mm and half a degree apart at nine paces, and how many to keep."""
_GLANCES: Final = 24
_WAYS, _MOST_WAYS, _APART, _TURN, _OTHER_PACE = 24, 40, 25.0, 3.0, 1.4
"""Distinct strokes looked at closely, for each piece and in all; they differ by these mm, degrees or factor of pace."""
_LOCAL: Final = Refinement(rounds=4, children=8, tries=60, keep=2)
_LAST: Final = Refinement(rounds=4, children=8, tries=240, keep=3)
"""Refinement of the finalists."""
_FINALISTS, _FINAL, _FRESH = 4, 600, 3000
"""Finalists refined once more, tries of each, and fresh tries for the final comparison."""
_SURE: Final = 1.96
_DOUBT: Final = 0.1
"""Points by which a stroke has to be better, beyond chance."""


@dataclass(frozen=True, slots=True)
class BestStrokeSearch:
    """The best stroke found, with the stroke to check."""

    best: Hint
    shown: Hint
    gain: float
    """Points by which the best stroke is better; 0 if nothing better was found."""
    within: float
    gap: float
    """Points to the best stroke at another piece; infinite without one."""

    @property
    def is_surely_better(self) -> bool:
        return self.gain - self.within > _DOUBT


def search_best_stroke(view: Perception, shown: Stroke, *, seed: int = 0) -> BestStrokeSearch:
    """Compare the best stroke with `shown`. The same seed gives the same result."""
    study, rng = PositionAnalysis.of(view), np.random.default_rng((seed, 7))
    row = np.array([[*view.seat.from_board(shown.x, shown.y), shown.direction, shown.speed]])
    proposed = _proposals(study, rng)
    values, target = _tried(study, proposed, _GLANCES, rng)
    order = np.argsort(-values, kind="stable")
    ways = np.concatenate((row, _ways(proposed[order], target[order])))
    rows = np.concatenate([row, *(_made_better(study, way[None], _LOCAL, rng) for way in ways)])
    values, _ = _tried(study, rows, _FINAL, rng)
    first = rows[np.argsort(-values, kind="stable")[:_FINALISTS]]
    rows = np.concatenate((rows, *(_made_better(study, one[None], _LAST, rng) for one in first)))
    values, target = _tried(study, rows, _FINAL, rng)
    best = int(np.argmax(values))
    others = np.flatnonzero(target != target[best])
    compared = [0, best, *others[np.argsort(-values[others], kind="stable")[:1]].tolist()]
    fresh = study.values(study.spread(rows[compared], _FRESH, np.random.default_rng((seed, 8))), EvaluationMode.BOTH)
    each = fresh.reshape(len(compared), _FRESH)
    gained = each[1] - each[0]
    if gained.mean() <= 0.0:
        best, gained = 0, np.zeros(_FRESH)
    gap = float((each[0] + gained - each[2]).mean()) if len(others) else float("inf")
    found, known = (evaluate_hint(study, rows[which], _FRESH, seed) for which in (best, 0))
    return BestStrokeSearch(found, known, float(gained.mean()), _SURE * float(gained.std(ddof=1)) / _FRESH**0.5, gap)


def _proposals(study: PositionAnalysis, rng: np.random.Generator) -> Floats:
    champion, tactician = Champion(Budget(_PROPOSED)), Tactician(Budget(_PROPOSED // 5))
    return np.concatenate(
        (
            champion.proposals(study, _PROPOSED, rng),
            tactician.proposals(study, _PROPOSED // 5, rng),
            study.swept(
                _SWEPT, rng, keep=_KEPT, look=EvaluationMode.BOTH, fastest=study.hand.max_speed / 1000.0, how=_SWEEP
            ),
        )
    )


def _tried(study: PositionAnalysis, rows: Floats, tries: int, rng: np.random.Generator) -> tuple[Floats, Ints]:
    """Mean value of each stroke, and the piece it pockets most often; −1 if hardly any."""
    outcomes = study.spread(rows, tries, rng)
    values = study.values(outcomes, EvaluationMode.BOTH).reshape(len(rows), tries).mean(axis=1)
    often = outcomes.fell.reshape(len(rows), tries, -1).mean(axis=1)
    return values, np.where(often.max(axis=1) > 0.05, often.argmax(axis=1), -1)


def _ways(rows: Floats, target: Ints) -> Floats:
    chosen: list[int] = []
    count: Counter[int] = Counter()
    for at, (x, _, direction, speed) in enumerate(rows.tolist()):
        if len(chosen) == _MOST_WAYS:
            break
        if count[int(target[at])] == _WAYS:
            continue
        for x2, _, direction2, speed2 in rows[chosen].tolist():
            turn = abs((direction - direction2 + 180) % 360 - 180)
            if abs(x - x2) < _APART and turn < _TURN and 1 / _OTHER_PACE < speed / speed2 < _OTHER_PACE:
                break
        else:
            chosen.append(at)
            count[int(target[at])] += 1
    return rows[chosen]


def _made_better(study: PositionAnalysis, rows: Floats, how: Refinement, rng: np.random.Generator) -> Floats:
    def worth(some: Floats, tries: int) -> Floats:
        return _tried(study, some, tries, rng)[0]

    rows = np.concatenate((rows, centre_aims(study, rows, EvaluationMode.BOTH)))
    return refine_strokes(study.scene, study.hand, rows, rng, how, worth, Budget(1).start())
