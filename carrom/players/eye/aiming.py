"""Strokes that begin goals: the striker straight or off frames, from every stand that is worth a look."""

import numpy as np

from carrom.equipment.sizes import PIECE_RADIUS, STRIKER_RADIUS
from carrom.play.sight import Floats, Ints
from carrom.play.skill import angle_chance, difficulty
from carrom.play.striker_stands import Spans
from carrom.players.eye.candidates import Candidates, Goals, Shape
from carrom.players.eye.hand import Hand
from carrom.players.eye.paths import ROUTES, Route, Ways, clear, ways

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
    which, stand = (a.ravel() for a in np.meshgrid(np.arange(len(goals)), np.arange(len(stands)), indexing="ij"))
    start = stands[stand]
    if spans is not None and len(stands):
        full, at = _full_stands(pieces, goals, float(stands[0, 1]), spans)
        which, start = np.concatenate((which, full)), np.concatenate((start, at))
    if not len(which):
        return Candidates.none()
    return Candidates.joined([_along(pieces, goals.take(which), start, route, hand, paces) for route in ROUTES[frames]])


def _full_stands(pieces: Floats, goals: Goals, ahead: float, spans: Spans) -> tuple[Ints, Floats]:
    contact = pieces[goals.struck] - CONTACT * goals.heading
    with np.errstate(divide="ignore", invalid="ignore"):
        across = contact[:, 0] - goals.heading[:, 0] / goals.heading[:, 1] * (contact[:, 1] - ahead)
    lawful = np.zeros(len(goals), dtype=bool)
    for left, right in spans:
        lawful |= (across >= left) & (across <= right)
    which = np.flatnonzero(lawful)
    return which, np.column_stack((across[which], np.full(len(which), ahead)))


def _along(
    pieces: Floats,
    goals: Goals,
    start: Floats,
    route: Route,
    hand: Hand,
    paces: tuple[float, ...],
) -> Candidates:
    normal = goals.heading
    for _ in range(2):
        way = ways(start, pieces[goals.struck] - CONTACT * normal, route, radius=STRIKER_RADIUS, hand=hand)
        normal = _against_throw(goals.heading, way, hand)
    fullness = (way.last * normal).sum(axis=1)
    rows = np.flatnonzero(way.possible & (fullness > THINNEST))
    rows = rows[clear(way.points[rows], pieces, CONTACT, goals.struck[rows, None])]
    way, goals, fullness = way.take(rows), goals.take(rows), fullness[rows]
    needed = way.speed_at_start(goals.speed / (hand.transfer * fullness), hand.slowing)
    direction = np.degrees(np.arctan2(way.first[:, 0], way.first[:, 1]))
    shape = np.where((goals.shape == Shape.DIRECT) & (fullness < FULL), int(Shape.CUT), goals.shape)
    if route:
        shape = np.full(len(shape), int(Shape.REBOUND))
    shape = np.where(np.abs(direction) > 90, int(Shape.BACK), shape)
    # A turn of the aim shifts the contact, which turns the piece, which shifts it beside the pocket.
    shift = way.swing / (CONTACT * fullness) * goals.swing
    return at_paces(way.points[:, 0], direction, needed, shift, goals, shape, hand, paces)


def at_paces(
    start: Floats,
    direction: Floats,
    needed: Floats,
    shift: Floats,
    goals: Goals,
    shape: Ints,
    hand: Hand,
    paces: tuple[float, ...],
) -> Candidates:
    """Candidates at several paces, each with its chance; `shift` is mm beside the pocket per radian of aim."""
    parts = []
    for pace in paces:
        speed = np.minimum(needed * pace, hand.max_speed)
        spread = np.radians(hand.skill.angle) * difficulty(direction, speed, hand.max_speed)
        chance = angle_chance(POCKET_WINDOW / np.maximum(shift, 1.0), spread)
        strokes = np.column_stack((start, direction, speed / 1000.0))
        parts.append(Candidates(strokes, chance, goals.target, goals.pocket, shape).take(needed <= hand.max_speed))
    return Candidates.joined(parts)


def _against_throw(heading: Floats, way: Ways, hand: Hand) -> Floats:
    """The line of centres that sends a piece along `heading` although the arriving disc's rim draws it along."""
    cut = np.arctan2(heading[:, 0] * way.last[:, 1] - heading[:, 1] * way.last[:, 0], (heading * way.last).sum(axis=1))
    # The throw belongs to the cut at the line of centres, which is wider than the cut at the heading by the throw.
    throw = hand.throw(cut + hand.throw(cut, way.rim), way.rim)
    cos, sin = np.cos(throw), np.sin(throw)
    return np.column_stack((heading[:, 0] * cos + heading[:, 1] * sin, heading[:, 1] * cos - heading[:, 0] * sin))
