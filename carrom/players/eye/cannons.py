"""Cannons: the striker glances off one piece and sends another into a pocket.

Where the striker goes after a glance follows from the contact angle in closed form. For each stand and first piece the
contact angles are laid out in a fan; where the fan sweeps across the point from which a goal is struck, the angle is
found between its neighbours.
"""

from typing import Final

import numpy as np

from carrom.play.sight import Floats
from carrom.players.eye.aiming import PACES, at_paces, room
from carrom.players.eye.candidates import Candidates, Goals, Shape
from carrom.players.eye.hand import Hand

_FAN: Final = np.radians(np.concatenate((np.arange(-78.0, -10.0, 4.0), np.arange(12.0, 80.0, 4.0))))
# Thinner than this (cosine of the second cut) nothing comes of it, nor where the two pieces are nearer than that, mm.
_THINNEST: Final = 0.3
_NEAREST: Final = 5.0


def cannons(pieces: Floats, goals: Goals, stands: Floats, hand: Hand) -> Candidates:
    """Cannon strokes that begin direct goals, from the given stands."""
    from carrom.players.eye.cannon_kernel import glancing_aims  # loads Numba

    goals, stands = goals.take(goals.shape == Shape.DIRECT), np.ascontiguousarray(stands)
    begun = goals.struck, goals.heading, goals.speed, goals.swing
    held = hand.slowing, hand.transfer, hand.restitution
    rows, aims = room(len(stands) * len(pieces) * len(_FAN) * len(goals))
    found = glancing_aims(pieces, begun, stands, _FAN, held, _THINNEST, _NEAREST, rows, aims)
    shape = np.full(found, int(Shape.CANNON))
    return at_paces(rows[:found], aims[:found], stands, goals, shape, hand, PACES)
