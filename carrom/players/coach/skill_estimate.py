"""Estimate a player's skill (error of direction) from recorded strokes.

Without a recorded intention, every way into a pocket and every full stroke is possible, weighted by its value
to a player who mostly chooses well.

A player who chooses badly looks like one with less skill. So the skill that weighs choices is fixed while
misses are evaluated, and the estimate is where both agree.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from carrom.play.sight import Floats, Ints, first_contacts, seen_from
from carrom.play.skill import TAIL_FREEDOM, UNIT_SPREAD, Skill, difficulty, wrap_degrees
from carrom.players.candidates.generator import wanted_pieces
from carrom.players.candidates.geometry import find_goals, strokes_at_goals
from carrom.players.candidates.model import Candidates, Shape
from carrom.players.coach.recorded_strokes import RecordedStroke
from carrom.players.evaluation.analysis import PositionAnalysis
from carrom.players.evaluation.side_evaluation import EvaluationMode

FEWEST = 15

_STEP = 0.1
_AROUND = round(360.0 / _STEP)
# steps finer than a hundred strokes can resolve, about 9 %
_SPREADS = np.geomspace(0.08, 6.0, 60)
_LOGS = np.log(_SPREADS)
_WHIMS = np.array([0.06, 0.12, 0.25, 0.5, 1.0])
"""Points by which a worse direction may still be chosen."""
_UNEXPLAINED_SHARE = 0.1
"""Share of intentions that geometry does not explain: in the middle of any window of good directions."""
_VALUELESS_SHARE = 0.05
"""Share of intentions in directions without apparent value."""
_WINDOW = 0.5
"""Blur in degrees for finding windows; a window this near to a way belongs to it."""
_X_OFFSETS = ((0.0, 0.5), (-1.0, 0.25), (1.0, 0.25))
"""Offsets of the intended striker position, mm, with weights: ways open from beside count too."""
_UNTIL = 100
_T5 = 8.0 / (3.0 * np.pi * np.sqrt(TAIL_FREEDOM))
"""Density of Student's t with five degrees of freedom at 0."""


@dataclass(frozen=True, slots=True)
class SkillEstimate:
    """Standard deviation of direction, in degrees for a gentle stroke straight ahead."""

    angle: float
    low: float
    """Lower end of the 95 % interval; `high` is the upper."""
    high: float
    strokes: int

    def skill(self, name: str) -> Skill:
        """This error; pace and placing errors as in the levels."""
        return Skill(name, self.angle, 0.1 * self.angle**0.8, min(2.0, self.angle))


@dataclass(frozen=True, slots=True)
class Evidence:
    """Evidence about a skill, added stroke by stroke so that callers can pause."""

    strokes: int
    known: Floats
    """(spreads): log likelihoods of strokes with recorded intentions."""
    guessed: Floats
    """(spreads for choosing, spreads for missing, whims): the same of other strokes."""

    @classmethod
    def none(cls) -> "Evidence":
        each = len(_SPREADS)
        return cls(0, np.zeros(each), np.zeros((each, each, len(_WHIMS))))

    def with_stroke(self, stroke: RecordedStroke) -> "Evidence":
        if stroke.meant is not None:
            more = _log_density(np.array([_miss(stroke)]), _SPREADS[:, None])[:, 0]
            return Evidence(self.strokes + 1, self.known + more, self.guessed)
        return Evidence(self.strokes + 1, self.known, self.guessed + _log_chances(stroke))

    def spread(self) -> SkillEstimate:
        found = self.known + _log_sum(self.guessed, axis=2)
        quantiles = np.array([_quantiles(row) for row in found])
        believed = 0.0
        for _ in range(_UNTIL):
            believed = float(np.interp(believed, _LOGS, quantiles[:, 1]))
        low, middle, high = (float(np.exp(np.interp(believed, _LOGS, column))) for column in quantiles.T)
        return SkillEstimate(middle, low, high, self.strokes)


def informative_strokes(played: Sequence[RecordedStroke]) -> list[RecordedStroke]:
    """Strokes that say something about skill (not breaks), or none if too few."""
    informative = [stroke for stroke in played if stroke.view.situation.break_attempt is None]
    return informative if len(informative) >= FEWEST else []


def estimate_skill(played: Sequence[RecordedStroke]) -> SkillEstimate | None:
    """Estimate a player's skill; None if the strokes are too few."""
    evidence = Evidence.none()
    for stroke in informative_strokes(played):
        evidence = evidence.with_stroke(stroke)
    return evidence.spread() if evidence.strokes else None


def _quantiles(found: Floats) -> Floats:
    """Log spreads at the quantiles 2.5, 50 and 97.5 %, each spread in the middle of its step."""
    weight = np.exp(found - found.max())
    below = (np.cumsum(weight) - weight / 2) / weight.sum()
    return np.interp((0.025, 0.5, 0.975), below, _LOGS)


def _miss(stroke: RecordedStroke) -> float:
    made, meant, view = stroke.made, stroke.meant, stroke.view
    assert meant is not None
    start = np.array(view.seat.from_board(made.x, made.y))
    row = np.array([[*view.seat.from_board(meant.x, meant.y), meant.direction, meant.speed]])
    aimed = first_contacts(seen_from(view.position, view.seat), row)[0] - start
    aim = np.degrees(np.arctan2(aimed[0], aimed[1]))
    harder = difficulty(row[:, 2], row[:, 3], view.profile.max_speed)
    return float(wrap_degrees(np.array([made.direction - aim]))[0] / harder[0])


def _log_chances(stroke: RecordedStroke) -> Floats:
    """(spreads for choosing, spreads for missing, whims): log likelihoods of the direction played."""
    view, made = stroke.view, stroke.made
    study = PositionAnalysis.of(view)
    x, y = view.seat.from_board(made.x, made.y)
    turns: Floats = np.arange(_AROUND, dtype=np.float64) * _STEP
    directions = wrap_degrees(made.direction + turns)
    strokes = np.column_stack((np.full(_AROUND, x), np.full(_AROUND, y), directions, np.full(_AROUND, made.speed)))
    worth = np.fft.rfft(study.values(study.exact(strokes), EvaluationMode.BOTH))
    harder = float(difficulty(np.array([made.direction]), np.array([made.speed]), view.profile.max_speed)[0])
    spreads = np.append(_SPREADS, _WINDOW)[:, None] * harder
    missed = np.exp(_log_density(wrap_degrees(turns), spreads))
    missed /= missed.sum(axis=1, keepdims=True)
    hoped = np.fft.irfft(worth[None, :] * np.fft.rfft(missed, axis=1), n=_AROUND, axis=1)
    missed, hoped, blurred = missed[:-1], hoped[:-1], hoped[-1]
    often = _ways(study, np.array([x, y]), made.direction)
    ways: Ints = np.flatnonzero(often)
    windows = np.flatnonzero((blurred >= np.roll(blurred, 1)) & (blurred > np.roll(blurred, -1)))
    apart = np.abs(wrap_degrees(turns[windows[:, None]] - turns[ways])).min(axis=1, initial=180.0)
    every = np.concatenate((ways, windows[apart > _WINDOW]))
    if not len(ways):
        ways = every
    often[windows[apart > _WINDOW]] = 1.0
    likely = (1 - _UNEXPLAINED_SHARE) * _aimed(hoped, missed, ways, often[ways])
    likely += _UNEXPLAINED_SHARE * _aimed(hoped, missed, every, often[every])
    return np.asarray(np.log((1 - _VALUELESS_SHARE) * likely + _VALUELESS_SHARE / _AROUND))


def _aimed(hoped: Floats, missed: Floats, middles: Ints, often: Floats) -> Floats:
    if not len(middles):
        return np.full((len(_SPREADS), len(_SPREADS), len(_WHIMS)), 1 / _AROUND)
    here = hoped[:, middles]
    wanted = often[:, None] * np.exp((here - here.max(axis=1, keepdims=True))[:, :, None] / _WHIMS)
    wanted /= wanted.sum(axis=1, keepdims=True)
    return np.asarray(np.einsum("bcw,sc->bsw", wanted, missed[:, middles], optimize=True))


def _ways(study: PositionAnalysis, stand: Floats, zero: float) -> Floats:
    scene, hand = study.scene, study.hand
    wanted = wanted_pieces(study.view, scene)
    every = find_goals(scene.pieces, wanted, hand, frames=1, pairs=True)
    straight = every.take(every.shape == Shape.DIRECT)
    targets = scene.pieces[wanted if len(wanted) else scene.rival]
    often: Floats = np.zeros(_AROUND)
    for off, weight in _X_OFFSETS:
        meant = stand + np.array([off, 0.0])
        parts = [
            strokes_at_goals(scene.pieces, every, meant[None], hand),
            strokes_at_goals(scene.pieces, straight, meant[None], hand, frames=1),
        ]
        full = targets - meant
        found = np.concatenate((Candidates.joined(parts).strokes[:, 2], np.degrees(np.arctan2(full[:, 0], full[:, 1]))))
        if off:
            aims = np.column_stack((np.repeat(meant[None], len(found), axis=0), found, np.zeros(len(found))))
            run = first_contacts(scene.pieces, aims) - stand
            found = np.degrees(np.arctan2(run[:, 0], run[:, 1]))
        often[np.unique(np.rint(np.mod(found - zero, 360.0) / _STEP).astype(int) % _AROUND)] += weight
    return often


def _log_density(miss: Floats, spread: Floats) -> Floats:
    unit = spread * UNIT_SPREAD
    tail = -(TAIL_FREEDOM + 1) / 2 * np.log1p((miss / unit) ** 2 / TAIL_FREEDOM)
    return np.asarray(np.log(_T5 / unit) + tail)


def _log_sum(logs: Floats, *, axis: int) -> Floats:
    top = logs.max(axis=axis, keepdims=True)
    return np.asarray(np.log(np.exp(logs - top).sum(axis=axis)) + top.squeeze(axis))
