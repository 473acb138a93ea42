"""Candidate strokes by geometry: goals (open ways of pieces into pockets) and the strokes that begin them."""

from itertools import product
from typing import Final

import numpy as np

from carrom.equipment.sizes import PIECE_RADIUS, STRIKER_RADIUS
from carrom.play.sight import Floats, Ints
from carrom.play.skill import angle_chance, difficulty
from carrom.play.striker_positions import Spans
from carrom.players.candidates.model import Candidates, Goals, Shape, SkillOnSurface

# Speed of a piece at the pocket, mm/s. With less, a small error of pace leaves it short.
ARRIVAL = 250.0

# Cosine of the cut below which one piece does not pass its speed on to another.
_FULLEST_NEEDED = 0.4
_POCKETS: Final = 4

_FRAMES: Final = ((0, 1), (0, -1), (1, 1), (1, -1))
ROUTES: Final[dict[int, Ints]] = {
    0: np.empty((1, 0, 2), dtype=np.int64),
    1: np.array(_FRAMES).reshape(-1, 1, 2),
    2: np.array([pair for pair in product(_FRAMES, repeat=2) if pair[0] != pair[1]]),
}
"""Ways off 0, 1 or 2 frames: (routes, frames, 2), each frame as axis (0 = x, 1 = y) and side."""

CONTACT = STRIKER_RADIUS + PIECE_RADIUS
# Distance beside the middle of a pocket at which a piece still falls, mm.
POCKET_WINDOW = 33.0
# Cosines of the cut: below the first too thin for any player, above the second not called a cut.
THINNEST = 0.17
FULL = 0.9
# Multiples of the least pace: just enough, and some to spare.
PACES = (1.15, 1.7)
_FAN: Final = np.radians(np.concatenate((np.arange(-78.0, -10.0, 4.0), np.arange(12.0, 80.0, 4.0))))
# Least cosine of the second cut, and least distance between the two pieces, mm.
_THINNEST: Final = 0.3
_NEAREST: Final = 5.0


def find_goals(pieces: Floats, wanted: Ints, hand: SkillOnSurface, *, frames: int = 2, pairs: bool = True) -> Goals:
    """Every open way of a wanted piece into a pocket, off at most `frames` frames or through one other piece."""
    from carrom.players.candidates.geometry_kernel import open_goals, pair_goals  # loads Numba

    surface = hand.slowing, hand.frame_restitution, hand.contact_friction
    parts, through = [], []
    for count in range(frames + 1):
        whose, numbers = _goal_arrays(len(ROUTES[count]) * len(wanted) * _POCKETS)
        found = open_goals(pieces, wanted, ROUTES[count], surface, ARRIVAL, whose, numbers)
        whose, numbers = whose[:found], numbers[:found]
        parts.append(_goals(whose, numbers, Shape.DOUBLE if count else Shape.DIRECT))
        if pairs and not count:
            pairs_whose, pair_numbers = _goal_arrays(found * len(pieces))
            found = pair_goals(
                pieces, surface, hand.restitution, _FULLEST_NEEDED, whose, numbers, pairs_whose, pair_numbers
            )
            through.append(_goals(pairs_whose[:found], pair_numbers[:found], Shape.PAIR))
    return Goals.joined(parts + through)


def _goal_arrays(most: int) -> tuple[Ints, Floats]:
    """Arrays of goals: (struck, target, pocket) and (heading, speed, swing)."""
    return np.empty((most, 3), dtype=np.int64), np.empty((most, 4))


def _goals(whose: Ints, numbers: Floats, shape: Shape) -> Goals:
    shapes = np.full(len(whose), int(shape))
    return Goals(whose[:, 0], numbers[:, :2], numbers[:, 2], numbers[:, 3], whose[:, 1], whose[:, 2], shapes)


def strokes_at_goals(
    pieces: Floats,
    goals: Goals,
    stands: Floats,
    hand: SkillOnSurface,
    *,
    frames: int = 0,
    spans: Spans | None = None,
    paces: tuple[float, ...] = PACES,
) -> Candidates:
    """Strokes that begin these goals, straight (0) or off exactly `frames` frames.

    With `spans`, the striker position for a full stroke is tried too, where it is lawful.
    """
    from carrom.players.candidates.geometry_kernel import aims_along  # loads Numba

    which, start = np.repeat(np.arange(len(goals)), len(stands)), np.tile(stands, (len(goals), 1))
    if spans is not None and len(stands):
        full, at = _full_stands(pieces, goals, float(stands[0, 1]), spans)
        which, start = np.concatenate((which, full)), np.concatenate((start, at))
    routes = ROUTES[frames]
    rows, aims = aim_arrays(len(routes) * len(which))
    goal_columns = goals.struck, goals.heading, goals.speed, goals.swing
    conditions = hand.slowing, hand.frame_restitution, hand.contact_friction, hand.transfer, 3 * (1 + hand.restitution)
    found = aims_along(pieces, goal_columns, which, start, routes, conditions, THINNEST, rows, aims)
    rows, aims = rows[:found], aims[:found]
    direction, fullness = aims[:, 0], aims[:, 3]
    shape = goals.shape[rows[:, 0]]
    shape[(shape == Shape.DIRECT) & (fullness < FULL)] = Shape.CUT
    if frames:
        shape[:] = Shape.REBOUND
    shape[np.abs(direction) > 90] = Shape.BACK
    return at_paces(rows, aims, start, goals, shape, hand, paces)


def _full_stands(pieces: Floats, goals: Goals, ahead: float, spans: Spans) -> tuple[Ints, Floats]:
    contact = pieces[goals.struck] - CONTACT * goals.heading
    with np.errstate(divide="ignore", invalid="ignore"):
        across = contact[:, 0] - goals.heading[:, 0] / goals.heading[:, 1] * (contact[:, 1] - ahead)
    lawful = np.zeros(len(goals), dtype=bool)
    for left, right in spans:
        lawful |= (across >= left) & (across <= right)
    which = np.flatnonzero(lawful)
    return which, np.column_stack((across[which], np.full(len(which), ahead)))


def aim_arrays(most: int) -> tuple[Ints, Floats]:
    """Arrays of aims: (goal, start, route) and (direction, least speed, shift, fullness). `shift` is mm beside the
    pocket per radian of aim, `fullness` the cosine of the cut."""
    return np.empty((most, 3), dtype=np.int64), np.empty((most, 4))


def at_paces(
    rows: Ints, aims: Floats, starts: Floats, goals: Goals, shape: Ints, hand: SkillOnSurface, paces: tuple[float, ...]
) -> Candidates:
    """Candidates at several paces with their chances, route by route."""
    from carrom.players.candidates.geometry_kernel import pace_aims  # loads Numba

    which, speed = np.empty(len(rows) * len(paces), dtype=np.int64), np.empty(len(rows) * len(paces))
    found = pace_aims(rows, aims, np.array(paces), hand.max_speed, which, speed)
    which, speed = which[:found], speed[:found]
    goal, start = rows[which, 0], rows[which, 1]
    direction, shift = aims[which, 0], aims[which, 2]
    spread = np.radians(hand.skill.angle) * difficulty(direction, speed, hand.max_speed)
    chance = angle_chance(POCKET_WINDOW / np.maximum(shift, 1.0), spread)
    strokes = np.column_stack((starts[start], direction, speed / 1000.0))
    return Candidates(strokes, chance, goals.target[goal], goals.pocket[goal], shape[which])


def cannon_strokes(pieces: Floats, goals: Goals, stands: Floats, hand: SkillOnSurface) -> Candidates:
    """Cannons: the striker glances off one piece and begins a direct goal of another.

    A fan of contact angles is laid out for each position and first piece; where it sweeps across the point from
    which a goal begins, the angle is interpolated.
    """
    from carrom.players.candidates.geometry_kernel import glancing_aims  # loads Numba

    goals, stands = goals.take(goals.shape == Shape.DIRECT), np.ascontiguousarray(stands)
    goal_columns = goals.struck, goals.heading, goals.speed, goals.swing
    conditions = hand.slowing, hand.transfer, hand.restitution
    rows, aims = aim_arrays(len(stands) * len(pieces) * len(_FAN) * len(goals))
    found = glancing_aims(pieces, goal_columns, stands, _FAN, conditions, _THINNEST, _NEAREST, rows, aims)
    shape = np.full(found, int(Shape.CANNON))
    return at_paces(rows[:found], aims[:found], stands, goals, shape, hand, PACES)
