"""Goals: every open way of a wanted piece into a pocket."""

from itertools import product
from typing import Final

import numpy as np

from carrom.play.sight import Floats, Ints
from carrom.players.eye.candidates import Goals, Shape
from carrom.players.eye.hand import Hand

# How fast a piece should still be when it arrives at the pocket, mm/s: less, and a small error of pace leaves it short.
ARRIVAL = 250.0

# Driven less fully than this against another, a piece does not carry its speed over.
_FULLEST_NEEDED = 0.4
_POCKETS: Final = 4

_FRAMES: Final = ((0, 1), (0, -1), (1, 1), (1, -1))
ROUTES: Final[dict[int, Ints]] = {
    0: np.empty((1, 0, 2), dtype=np.int64),
    1: np.array(_FRAMES).reshape(-1, 1, 2),
    2: np.array([pair for pair in product(_FRAMES, repeat=2) if pair[0] != pair[1]]),
}
"""Ways off so many frames: (routes, frames, 2), of each frame its axis (0 = x, 1 = y) and its side."""


def goals(pieces: Floats, wanted: Ints, hand: Hand, *, frames: int = 2, pairs: bool = True) -> Goals:
    """Every open way of a wanted piece into a pocket, off at most so many frames, and through one other piece."""
    from carrom.players.eye.goal_kernel import open_goals, pair_goals  # loads Numba

    surface = hand.slowing, hand.frame_restitution, hand.contact_friction
    parts, through = [], []
    for count in range(frames + 1):
        whose, numbers = _room(len(ROUTES[count]) * len(wanted) * _POCKETS)
        found = open_goals(pieces, wanted, ROUTES[count], surface, ARRIVAL, whose, numbers)
        whose, numbers = whose[:found], numbers[:found]
        parts.append(_goals(whose, numbers, Shape.DOUBLE if count else Shape.DIRECT))
        if pairs and not count:
            into, told = _room(found * len(pieces))
            found = pair_goals(pieces, surface, hand.restitution, _FULLEST_NEEDED, whose, numbers, into, told)
            through.append(_goals(into[:found], told[:found], Shape.PAIR))
    return Goals.joined(parts + through)


def _room(most: int) -> tuple[Ints, Floats]:
    """For so many goals: (struck, target, pocket), and (heading, speed, swing)."""
    return np.empty((most, 3), dtype=np.int64), np.empty((most, 4))


def _goals(whose: Ints, numbers: Floats, shape: Shape) -> Goals:
    shapes = np.full(len(whose), int(shape))
    return Goals(whose[:, 0], numbers[:, :2], numbers[:, 2], numbers[:, 3], whose[:, 1], whose[:, 2], shapes)
