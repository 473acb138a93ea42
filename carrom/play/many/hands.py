"""What becomes of intended strokes in many hands at once (`hand_kernel`)."""

import numpy as np

from carrom.play.sight import Floats
from carrom.play.skill import BACK_FACTOR, BACK_FROM, PACE_FACTOR, WIDE_FACTOR, WIDE_FROM, Skill

_TUNING = (PACE_FACTOR, WIDE_FACTOR, WIDE_FROM, BACK_FACTOR, BACK_FROM)


def skill_row(skill: Skill) -> tuple[float, float, float]:
    return skill.angle, skill.pace, skill.placing


def execute_rows(places: Floats, intended: Floats, errors: Floats, skills: Floats, max_speed: float) -> Floats:
    """Strokes as hands of these skills, rows of (angle, pace, placing), make them; all as their players see it."""
    from carrom.play.many.hand_kernel import executed

    out = np.empty_like(intended)
    executed(np.ascontiguousarray(places), intended, errors, skills, _TUNING, max_speed, out)
    return out


def stand_rows(places: Floats, parts: Floats) -> Floats:
    """(rows, 2): where strikers stand at these parts (0 to 1) of all that is free; NaN where there is no room."""
    from carrom.play.many.hand_kernel import stands_at

    found: Floats = stands_at(np.ascontiguousarray(places), parts)
    return found


def strokes_for_actions(places: Floats, actions: Floats, softest: float, max_speed: float) -> Floats:
    """Strokes that actions of the environments mean; NaN where the striker has no room."""
    from carrom.play.many.hand_kernel import strokes_of_actions

    out = np.empty((len(actions), 4))
    strokes_of_actions(np.ascontiguousarray(places), actions, softest, max_speed, out)
    return out
