"""Skill levels: how far an executed stroke is off the intended one.

Deciding and executing are separate: any player can play at any level. Compare figures only within one version.
"""

from dataclasses import dataclass
from math import pi, sqrt
from typing import Final

import numpy as np

from carrom.base.errors import CarromError
from carrom.equipment import Position, Seat, striker_spans
from carrom.physics import CLUB, Stroke
from carrom.play.sight import Floats, first_contacts, seen_from

VERSION: Final = 2
"""2: aim points are at least a striker's breadth away (`sight.NEAREST_AIM`)."""

# Heavy tails, as measured in curling: rare bad misses need no extra blunder parameter.
TAIL_FREEDOM: Final = 5
UNIT_SPREAD = sqrt((TAIL_FREEDOM - 2) / TAIL_FREEDOM)

# How much harder than a gentle stroke straight ahead. First estimates, to be fitted to filmed play.
PACE_FACTOR: Final = 0.5
BACK_FACTOR: Final = 1.5
WIDE_FACTOR: Final = 1.25
WIDE_FROM: Final = 60.0
BACK_FROM: Final = 90.0
DIFFICULTY_FACTORS: Final = (PACE_FACTOR, WIDE_FACTOR, WIDE_FROM, BACK_FACTOR, BACK_FROM)
"""Factors of difficulty, in the order that compiled code reads them."""

# Factor from stroke to stroke; after `DRIFT_MEMORY` strokes 4 % of a drift are left.
DRIFT_PERSISTENCE: Final = 0.9
DRIFT_MEMORY: Final = 30


@dataclass(frozen=True, slots=True)
class Skill:
    """Standard deviations of direction (degrees), pace (relative) and placing (mm along the base line)."""

    name: str
    angle: float
    pace: float
    placing: float
    pull: float = 0.0
    """Degrees to the right, on every stroke."""
    drift: float = 0.0
    """Standard deviation, in degrees, of an error that comes and goes over many strokes."""


LEVELS: Final[dict[str, Skill]] = {
    skill.name: skill
    for skill in (
        Skill("beginner", 3.0, 0.20, 2.0),
        Skill("casual", 2.0, 0.15, 1.5),
        Skill("club", 1.0, 0.10, 1.0),
        Skill("state", 0.7, 0.08, 0.7),
        Skill("national", 0.5, 0.06, 0.5),
        Skill("world", 0.4, 0.05, 0.5),
        Skill("robot", 0.1, 0.02, 0.2),
        Skill("exact", 0.0, 0.0, 0.0),
    )
}


def skill_named(name: str) -> Skill:
    """Raises `CarromError` for an unknown name."""
    try:
        return LEVELS[name.strip().lower()]
    except KeyError:
        raise CarromError("unknown-level", f"there is no level {name!r}; there are {', '.join(LEVELS)}") from None


def draw_errors(rng: np.random.Generator, count: int) -> Floats:
    """`count` rows of unit errors (placing, direction, pace), whatever the skill."""
    errors = np.empty((count, 3))
    errors[:, 0] = rng.standard_normal(count)
    errors[:, 1] = rng.standard_t(TAIL_FREEDOM, count) * UNIT_SPREAD
    errors[:, 2] = rng.standard_normal(count)
    return errors


def angle_chance(within: Floats, spread: Floats) -> Floats:
    """Chance that a direction error of standard deviation `spread` stays within ± `within`.

    Distribution function of Student's t with five degrees of freedom, in closed form.
    """
    t = within / np.maximum(spread, 1e-12) / UNIT_SPREAD
    q = 1.0 + t * t / TAIL_FREEDOM
    r = t / sqrt(TAIL_FREEDOM)
    return np.asarray(2.0 / pi * (np.arctan(r) + r / q * (1.0 + 2.0 / (3.0 * q))))


def difficulty(direction: Floats, speed: Floats, max_speed: float) -> Floats:
    """Factor of the direction error, against a gentle stroke straight ahead."""
    wide = np.abs(direction)
    factor = 1.0 + PACE_FACTOR * (speed / max_speed) ** 2
    factor = np.where(wide > WIDE_FROM, factor * WIDE_FACTOR, factor)
    return np.asarray(np.where(wide > BACK_FROM, factor * BACK_FACTOR, factor))


def execute_many(
    intended: Floats, errors: Floats, skill: Skill, spans: list[tuple[float, float]], contact: Floats, max_speed: float
) -> Floats:
    """Execute intended strokes, rows of (x, y, direction, speed) as the player sees them.

    1. The striker is placed a little off, within the stretch of `spans` where it was intended.

    2. The player aims again at `contact`, where the striker was to arrive: at least a striker's breadth away, so a
    millimetre of placing turns the stroke by at most a degree and a half.

    3. Direction and pace miss by the given errors.
    """
    x, y, direction, speed = intended.T
    out = np.empty_like(intended)
    low, high = x.copy(), x.copy()
    for left, right in spans:
        inside = (x >= left - 1e-6) & (x <= right + 1e-6)
        low[inside], high[inside] = np.minimum(left, x[inside]), np.maximum(right, x[inside])
    out[:, 0] = np.clip(x + skill.placing * errors[:, 0], low, high)
    out[:, 1] = y
    before = np.arctan2(contact[:, 0] - x, contact[:, 1] - y)
    after = np.arctan2(contact[:, 0] - out[:, 0], contact[:, 1] - y)
    turned = np.degrees(np.where(out[:, 0] == x, 0.0, after - before))
    spread = skill.angle * difficulty(direction, speed, max_speed)
    out[:, 2] = wrap_degrees(direction + turned + spread * errors[:, 1])
    out[:, 3] = np.minimum(speed * np.exp(skill.pace * errors[:, 2]), max_speed)
    return out


def execute(
    intended: Stroke,
    skill: Skill,
    rng: np.random.Generator,
    *,
    position: Position,
    seat: Seat = Seat.SOUTH,
    max_speed: float = CLUB.max_speed,
    form: float = 0.0,
) -> Stroke:
    """The executed stroke. The same generator state gives the same stroke.

    `form` is the current drift of the hand, in standard deviations.
    """
    across, ahead = seat.from_board(intended.x, intended.y)
    row = np.array([[across, ahead, intended.direction, intended.speed]])
    contact = first_contacts(seen_from(position, seat), row)
    spans = striker_spans(position, seat, ahead)
    errors = draw_errors(rng, 1)
    made = execute_many(row, errors, skill, spans, contact, max_speed)
    if skill.pull or skill.drift:
        made[:, 2] = wrap_degrees(made[:, 2] + skill.pull + skill.drift * form)
    x, y, direction, speed = made[0].tolist()
    return Stroke(*seat.to_board(x, y), direction, speed)


def wrap_degrees(direction: Floats) -> Floats:
    """−180 < d ≤ 180."""
    return np.asarray(180.0 - np.mod(180.0 - direction, 360.0))
