"""Goals: every open way of a wanted piece into a pocket."""

import numpy as np

from carrom.equipment.sizes import PIECE_RADIUS, POCKETS
from carrom.play.sight import Floats, Ints
from carrom.players.eye.candidates import Goals, Shape
from carrom.players.eye.hand import Hand
from carrom.players.eye.paths import ROUTES, clear, ways

# How fast a piece should still be when it arrives at the pocket, mm/s: less, and a small error of pace leaves it short.
ARRIVAL = 250.0

# Driven less fully than this against another, a piece does not carry its speed over.
_FULLEST_NEEDED = 0.4
_POCKETS = np.array(POCKETS)


def goals(pieces: Floats, wanted: Ints, hand: Hand, *, frames: int = 2, pairs: bool = True) -> Goals:
    """Every open way of a wanted piece into a pocket, off at most so many frames, and through one other piece."""
    parts = []
    for count in range(frames + 1):
        for route in ROUTES[count]:
            target, pocket = (a.ravel() for a in np.meshgrid(wanted, np.arange(4), indexing="ij"))
            way = ways(pieces[target], _POCKETS[pocket], route, radius=PIECE_RADIUS, hand=hand)
            rows = np.flatnonzero(way.possible)
            rows = rows[clear(way.points[rows], pieces, 2 * PIECE_RADIUS, target[rows, None])]
            shape = np.full(len(target), Shape.DOUBLE if count else Shape.DIRECT)
            speed = way.speed_at_start(ARRIVAL, hand.slowing)
            parts.append(Goals(target, way.first, speed, way.swing, target, pocket, shape).take(rows))
    if pairs:
        parts.append(_pair_goals(pieces, parts[0], hand))
    return Goals.joined(parts)


def _pair_goals(pieces: Floats, open_goals: Goals, hand: Hand) -> Goals:
    """One piece driven against another: the second leaves along the line of centres."""
    second, first = (a.ravel() for a in np.meshgrid(np.arange(len(open_goals)), np.arange(len(pieces)), indexing="ij"))
    goal = open_goals.take(second)
    keep = first != goal.target
    goal, first = goal.take(keep), first[keep]
    meet = pieces[goal.target] - 2 * PIECE_RADIUS * goal.heading
    way = ways(pieces[first], meet, (), radius=PIECE_RADIUS, hand=hand)
    fullness = (way.last * goal.heading).sum(axis=1)
    skip = np.stack((first, goal.target), axis=1)
    # Two that touch already are a pair too: then the way is a point, and the heading is the line of centres.
    touching = way.lengths[:, 0] < 1.0
    keep = ((fullness > _FULLEST_NEEDED) | touching) & clear(way.points, pieces, 2 * PIECE_RADIUS, skip)
    heading = np.where(touching[:, None], goal.heading, way.first)
    fullness = np.where(touching, 1.0, np.maximum(fullness, _FULLEST_NEEDED))
    arrive = goal.speed / ((1 + hand.restitution) / 2 * fullness)
    speed = np.where(touching, arrive, way.speed_at_start(arrive, hand.slowing))
    reach = np.where(touching, PIECE_RADIUS, way.swing)
    swing = reach / (2 * PIECE_RADIUS * fullness) * goal.swing
    shape = np.full(len(first), Shape.PAIR)
    return Goals(first, heading, speed, swing, goal.target, goal.pocket, shape).take(keep)
