"""Cannons: the striker glances off one piece and sends another into a pocket.

Where the striker goes after a glance follows from the contact angle in closed form. For each stand and first piece the
contact angles are laid out in a fan; where the fan sweeps across the point from which a goal is struck, the angle is
found between its neighbours.
"""

import numpy as np

from carrom.equipment.sizes import PIECE_MASS, STRIKER_MASS
from carrom.play.sight import Floats, Ints
from carrom.play.skill import wrap_degrees
from carrom.players.eye.aiming import CONTACT, PACES, THINNEST, at_paces
from carrom.players.eye.candidates import Candidates, Goals, Shape
from carrom.players.eye.hand import Hand
from carrom.players.eye.paths import clear

_FAN = np.radians(np.concatenate((np.arange(-78.0, -10.0, 4.0), np.arange(12.0, 80.0, 4.0))))


def cannons(pieces: Floats, goals: Goals, stands: Floats, hand: Hand) -> Candidates:
    """Cannon strokes that begin direct goals, from the given stands."""
    goals = goals.take(goals.shape == Shape.DIRECT)
    if not len(goals) or not len(stands) or len(pieces) < 2:
        return Candidates.none()
    glance = _Fan(pieces, stands, hand)
    arrive = pieces[goals.struck] - CONTACT * goals.heading
    # (stand, first piece, fan, goal): how far beside the wanted point the striker passes.
    to_x = arrive[:, 0] - glance.at[..., 0, None]
    to_y = arrive[:, 1] - glance.at[..., 1, None]
    beside = glance.out[..., 0, None] * to_y - glance.out[..., 1, None] * to_x
    along = glance.out[..., 0, None] * to_x + glance.out[..., 1, None] * to_y
    other = np.arange(len(pieces))[None, :, None, None] != goals.struck
    crossed = (beside[:, :, :-1] * beside[:, :, 1:] < 0) & (along[:, :, :-1] > 0) & (along[:, :, 1:] > 0) & other
    crossed[:, :, _FAN[:-1] * _FAN[1:] < 0] = False
    stand, first, fan, goal = np.nonzero(crossed)
    if not len(stand):
        return Candidates.none()
    near, far = beside[stand, first, fan, goal], beside[stand, first, fan + 1, goal]
    angle = _FAN[fan] + (_FAN[fan + 1] - _FAN[fan]) * near / (near - far)
    hit = glance.detail(stand, first, angle)
    begun = goals.take(goal)
    run = arrive[goal] - hit.at
    length = np.hypot(run[:, 0], run[:, 1])
    fullness = (hit.out * begun.heading).sum(axis=1)
    skip = np.stack((first, begun.struck), axis=1)
    keep = (fullness > max(THINNEST, 0.3)) & (length > 5.0)
    keep &= clear(np.stack((stands[stand], hit.at), axis=1), pieces, CONTACT, skip[:, :1])
    keep &= clear(np.stack((hit.at, arrive[goal]), axis=1), pieces, CONTACT, skip)
    speed = begun.speed / (hand.transfer * np.maximum(fullness, THINNEST))
    speed = np.sqrt(speed**2 + 2 * hand.slowing * length) / hit.kept
    needed = np.sqrt(speed**2 + 2 * hand.slowing * hit.length)
    # The aim's turn shifts the first contact, which turns the striker's way out, which shifts the second contact.
    turn = np.abs((_FAN[fan + 1] - _FAN[fan]) / (far - near))
    shift = hit.length / (CONTACT * np.cos(angle)) / np.maximum(turn, 1e-9) / (CONTACT * fullness) * begun.swing
    shape = np.full(len(stand), int(Shape.CANNON))
    rows = np.flatnonzero(keep)
    return at_paces(
        stands[stand][rows],
        hit.direction[rows],
        needed[rows],
        np.abs(shift[rows]),
        begun.take(rows),
        shape[rows],
        hand,
        PACES,
    )


class _Hit:
    """One glance: where the striker's centre is, which way it leaves, how much of its speed it keeps."""

    __slots__ = ("at", "direction", "kept", "length", "out")

    def __init__(self, start: Floats, piece: Floats, angle: Floats, share: float) -> None:
        """`angle` is between the way in and the line of centres; its sign says on which side it passes."""
        run_x, run_y = piece[..., 0] - start[..., 0], piece[..., 1] - start[..., 1]
        apart = np.maximum(np.hypot(run_x, run_y), CONTACT)
        # Law of sines in the triangle start, contact, piece.
        off = np.arcsin(np.clip(CONTACT * np.sin(angle) / apart, -1.0, 1.0))
        heading = np.arctan2(run_x, run_y) + off
        in_x, in_y = np.sin(heading), np.cos(heading)
        normal_x, normal_y = np.sin(heading - angle), np.cos(heading - angle)
        self.at = np.stack((piece[..., 0] - CONTACT * normal_x, piece[..., 1] - CONTACT * normal_y), axis=-1)
        push = share * np.cos(angle)
        out_x, out_y = in_x - push * normal_x, in_y - push * normal_y
        self.kept = np.maximum(np.hypot(out_x, out_y), 1e-9)
        self.out = np.stack((out_x / self.kept, out_y / self.kept), axis=-1)
        self.length = apart * np.cos(off) - CONTACT * np.cos(angle)
        self.direction = wrap_degrees(np.degrees(heading))


class _Fan(_Hit):
    """The glances of every stand off every piece, over the whole fan of contact angles."""

    __slots__ = ("_pieces", "_share", "_stands")

    def __init__(self, pieces: Floats, stands: Floats, hand: Hand) -> None:
        self._pieces, self._stands = pieces, stands
        self._share = (1 + hand.restitution) * PIECE_MASS / (STRIKER_MASS + PIECE_MASS)
        super().__init__(stands[:, None, None], pieces[None, :, None], _FAN[None, None], self._share)

    def detail(self, stand: Ints, first: Ints, angle: Floats) -> _Hit:
        return _Hit(self._stands[stand], self._pieces[first], angle, self._share)
