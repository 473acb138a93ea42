"""Execute intended strokes of many players at once (`execution_kernel`)."""

from collections.abc import Sequence

import numpy as np

from carrom.play.sight import Floats, Ints
from carrom.play.skill import DIFFICULTY_FACTORS, DRIFT_MEMORY, DRIFT_PERSISTENCE, Skill, wrap_degrees
from carrom.play.striker_positions import Spans

_LANE = 190  # lane of random numbers; lower ones belong to strokes, racks, players and environments


def skill_row(skill: Skill) -> tuple[float, float, float]:
    return skill.angle, skill.pace, skill.placing


class HandBias:
    """Systematic errors of hands: a constant pull, and a drift over many strokes."""

    def __init__(self, skills: Sequence[Skill]) -> None:
        self._pull = np.array([skill.pull for skill in skills])
        self._drift = np.array([skill.drift for skill in skills])

    def go_astray(self, strokes: Floats, seeds: Ints, counts: Ints, whose: Ints) -> None:
        """Turn strokes in place by the bias of the hands numbered `whose`, at these counts of their boards."""
        if not (self._pull.any() or self._drift.any()):
            return
        from carrom.play.batch.counter_rng_kernel import drift_values

        form = drift_values(seeds.astype(np.uint64), counts, _LANE + 2 * whose, DRIFT_MEMORY, DRIFT_PERSISTENCE)
        strokes[:, 2] = wrap_degrees(strokes[:, 2] + self._pull[whose] + self._drift[whose] * form)


def execute_rows(places: Floats, intended: Floats, errors: Floats, skills: Floats, max_speed: float) -> Floats:
    """Execute strokes by players of these skills, rows of (angle, pace, placing), as each sees the board."""
    from carrom.play.batch.execution_kernel import execute_many

    out = np.empty_like(intended)
    execute_many(np.ascontiguousarray(places), intended, errors, skills, DIFFICULTY_FACTORS, max_speed, out)
    return out


def execute_each(
    pieces: Floats, intended: Floats, errors: Floats, skill: Skill, spans: Spans, max_speed: float
) -> Floats:
    """Execute every stroke with every row of errors, stroke by stroke: one player, one layout."""
    from carrom.play.batch.execution_kernel import execute_with_errors

    out = np.empty((len(intended) * len(errors), 4))
    low, high = np.array(spans).reshape(-1, 2).T.copy()
    execute_with_errors(pieces, intended, errors, skill_row(skill), low, high, DIFFICULTY_FACTORS, max_speed, out)
    return out


def striker_positions_at(places: Floats, parts: Floats) -> Floats:
    """(rows, 2): positions at these fractions (0 to 1) of the free base line; NaN without room."""
    from carrom.play.batch.execution_kernel import stands_at

    found: Floats = stands_at(np.ascontiguousarray(places), parts)
    return found


def nearest_striker_positions(places: Floats, across: Floats) -> Floats:
    """(rows, 2): lawful positions nearest to these x; NaN without room."""
    from carrom.play.batch.execution_kernel import nearest_stands

    found: Floats = nearest_stands(np.ascontiguousarray(places), across)
    return found


def strokes_for_actions(places: Floats, actions: Floats, softest: float, max_speed: float) -> Floats:
    """Strokes of environment actions; NaN where the striker has no room."""
    from carrom.play.batch.execution_kernel import strokes_of_actions

    out = np.empty((len(actions), 4))
    strokes_of_actions(np.ascontiguousarray(places), actions, softest, max_speed, out)
    return out
