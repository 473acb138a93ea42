"""Strokes that begin goals: the striker straight or off frames, from every stand that is worth a look."""

import numpy as np

from carrom.equipment.sizes import PIECE_RADIUS, STRIKER_RADIUS
from carrom.play.sight import Floats, Ints
from carrom.play.skill import angle_chance, difficulty
from carrom.play.striker_stands import Spans
from carrom.players.eye.candidates import Candidates, Goals, Shape
from carrom.players.eye.goals import ROUTES
from carrom.players.eye.hand import Hand

CONTACT = STRIKER_RADIUS + PIECE_RADIUS
# How far beside the middle of a pocket a piece still falls, mm.
POCKET_WINDOW = 33.0
# Thinner than this (cosine of the cut) a stroke asks for more than a hand can give; fuller than that it is no cut.
THINNEST = 0.17
FULL = 0.9
# Paces as multiples of the least that does it: one that just arrives, one with something to spare.
PACES = (1.15, 1.7)


def strokes_for(
    pieces: Floats,
    goals: Goals,
    stands: Floats,
    hand: Hand,
    *,
    frames: int = 0,
    spans: Spans | None = None,
    paces: tuple[float, ...] = PACES,
) -> Candidates:
    """Strokes that begin these goals, the striker going straight (0) or off exactly so many frames.

    With `spans`, the stand from which a goal is struck quite full is tried too, wherever it is lawful.
    """
    from carrom.players.eye.aim_kernel import aims_along  # loads Numba

    which, start = np.repeat(np.arange(len(goals)), len(stands)), np.tile(stands, (len(goals), 1))
    if spans is not None and len(stands):
        full, at = _full_stands(pieces, goals, float(stands[0, 1]), spans)
        which, start = np.concatenate((which, full)), np.concatenate((start, at))
    routes = ROUTES[frames]
    rows, aims = room(len(routes) * len(which))
    begun = goals.struck, goals.heading, goals.speed, goals.swing
    held = hand.slowing, hand.frame_restitution, hand.contact_friction, hand.transfer, 3 * (1 + hand.restitution)
    found = aims_along(pieces, begun, which, start, routes, held, THINNEST, rows, aims)
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


def room(most: int) -> tuple[Ints, Floats]:
    """For so many aims: (goal, start, route), and (direction, least speed, shift, fullness). `shift` is mm beside the
    pocket per radian of aim, `fullness` the cosine of the cut."""
    return np.empty((most, 3), dtype=np.int64), np.empty((most, 4))


def at_paces(
    rows: Ints, aims: Floats, starts: Floats, goals: Goals, shape: Ints, hand: Hand, paces: tuple[float, ...]
) -> Candidates:
    """Candidates at several paces, each with its chance, route by route."""
    from carrom.players.eye.aim_kernel import pace_aims  # loads Numba

    which, speed = np.empty(len(rows) * len(paces), dtype=np.int64), np.empty(len(rows) * len(paces))
    found = pace_aims(rows, aims, np.array(paces), hand.max_speed, which, speed)
    which, speed = which[:found], speed[:found]
    goal, start = rows[which, 0], rows[which, 1]
    direction, shift = aims[which, 0], aims[which, 2]
    spread = np.radians(hand.skill.angle) * difficulty(direction, speed, hand.max_speed)
    chance = angle_chance(POCKET_WINDOW / np.maximum(shift, 1.0), spread)
    strokes = np.column_stack((starts[start], direction, speed / 1000.0))
    return Candidates(strokes, chance, goals.target[goal], goals.pocket[goal], shape[which])
