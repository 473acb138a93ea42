"""The way of a disc from one place to another, straight or off frames, in closed form.

A frame gives back only a part `e` of the speed at right angles to it, and sliding friction slows a disc without
turning it. So without friction at the frame each axis can be unfolded on its own: behind the k-th frame of an axis,
lengths count 1/e^k, and the straight line to the unfolded target is the exact way, whatever the speed. Friction at
the frame bends it a little and sets the disc turning; a few corrections of the aim take that in.
"""

from dataclasses import dataclass
from itertools import product
from typing import Final

import numpy as np

from carrom.equipment.sizes import HALF, POCKET_RADIUS
from carrom.play.sight import Bools, Floats, Ints
from carrom.players.eye.candidates import Columns
from carrom.players.eye.hand import Hand

# A frame: its axis (0 = x, 1 = y) and side.
Frame = tuple[int, int]
_FRAMES: Final[tuple[Frame, ...]] = ((0, 1), (0, -1), (1, 1), (1, -1))

Route = tuple[Frame, ...]
ROUTES: Final[dict[int, tuple[Route, ...]]] = {
    0: ((),),
    1: tuple((frame,) for frame in _FRAMES),
    2: tuple(pair for pair in product(_FRAMES, repeat=2) if pair[0] != pair[1]),
}

# Nearer to a corner than this there is no frame to rebound from, only the mouth of a pocket.
_FRAME_END = HALF - 2 * POCKET_RADIUS
_CORRECTIONS = 3


@dataclass(frozen=True, slots=True)
class Ways(Columns):
    """Many ways along one route; every array has one row per way."""

    points: Floats
    """Start, the point at each frame, end: (ways, frames + 2, 2)."""
    first: Floats
    """Unit heading at the start."""
    last: Floats
    """Unit heading at the end."""
    lengths: Floats
    """The length of each leg."""
    kept: Floats
    """Speed on each leg as a part of the first leg's, friction aside."""
    swing: Floats
    """How far sideways the end shifts for a small turn at the start, mm per radian."""
    rim: Floats
    """The rim's speed at the end, counter-clockwise, as a part of the disc's: frames set it turning."""
    possible: Bools

    def speed_at_start(self, at_end: Floats | float, slowing: float) -> Floats:
        """How fast to set off, mm/s, in order to arrive with `at_end`, when friction slows by `slowing` mm/s²."""
        speed = np.broadcast_to(np.asarray(at_end, dtype=float), (len(self.points),))
        for leg in range(self.lengths.shape[1] - 1, -1, -1):
            speed = np.sqrt(speed * speed + 2 * slowing * self.lengths[:, leg])
            if leg:
                speed = speed * self.kept[:, leg - 1] / self.kept[:, leg]
        return speed


def ways(start: Floats, end: Floats, route: Route, *, radius: float, hand: Hand) -> Ways:
    """The ways of discs of one radius from each start to each end, rows of (x, y), along one route."""
    wall = HALF - radius
    heading, full = _unfolded(start, end, route, wall, hand.frame_restitution)
    swing = full * hand.frame_restitution ** len(route)
    followed = _Followed(start, heading, route, wall, hand)
    if route and hand.contact_friction > 0:
        heading, followed = _corrected(start, end, heading, swing, followed, route, wall, hand)
    last = followed.velocity / followed.kept[:, -1:]
    points = np.concatenate((start[:, None], followed.points, end[:, None]), axis=1)
    steps = np.diff(points, axis=1)
    forward = (steps[:, -1] * last).sum(axis=1)
    return Ways(
        points=points,
        first=heading,
        last=last,
        lengths=np.hypot(steps[:, :, 0], steps[:, :, 1]),
        kept=followed.kept,
        swing=swing / followed.kept[:, -1],
        rim=followed.rim / followed.kept[:, -1],
        possible=followed.possible & (forward > 0),
    )


class _Followed:
    """Discs of unit speed sent off, and followed through the frames of a route."""

    __slots__ = ("at", "kept", "points", "possible", "rim", "velocity")

    def __init__(self, start: Floats, heading: Floats, route: Route, wall: float, hand: Hand) -> None:
        count = len(start)
        self.at, self.velocity = start.copy(), heading.copy()
        self.points = np.empty((count, len(route), 2))
        self.kept = np.ones((count, len(route) + 1))
        self.possible = np.ones(count, dtype=bool)
        self.rim = np.zeros(count)
        for leg, (axis, side) in enumerate(route):
            closing = side * self.velocity[:, axis]
            self.possible &= closing > 1e-9
            time = (wall - side * self.at[:, axis]) / np.maximum(closing, 1e-9)
            self.at = self.at + self.velocity * time[:, None]
            self.at[:, axis] = side * wall
            self.possible &= (time > 1e-9) & (np.abs(self.at[:, 1 - axis]) < _FRAME_END)
            self.points[:, leg] = self.at
            along = side if axis == 0 else -side  # the frame's own direction, counter-clockwise around the board
            slip = along * self.velocity[:, 1 - axis] + self.rim
            limit = hand.contact_friction * (1 + hand.frame_restitution) * np.maximum(closing, 0.0)
            rub = np.clip(-slip / 3, -limit, limit)
            self.velocity[:, axis] *= -hand.frame_restitution
            self.velocity[:, 1 - axis] += along * rub
            self.rim = self.rim + 2 * rub
            self.kept[:, leg + 1] = np.maximum(np.hypot(self.velocity[:, 0], self.velocity[:, 1]), 1e-9)

    def miss(self, end: Floats) -> Floats:
        """How far to the left of the last leg the end lies."""
        run = end - self.at
        return np.asarray((self.velocity[:, 0] * run[:, 1] - self.velocity[:, 1] * run[:, 0]) / self.kept[:, -1])


def _corrected(
    start: Floats,
    end: Floats,
    heading: Floats,
    swing: Floats,
    followed: _Followed,
    route: Route,
    wall: float,
    hand: Hand,
) -> tuple[Floats, _Followed]:
    """The heading that arrives in spite of friction at the frames, by the secant method from the unfolded one."""
    side = (-1) ** len(route)  # every frame turns left into right
    miss = followed.miss(end)
    turn = np.clip(side * miss * followed.kept[:, -1] / np.maximum(swing, 1.0), -0.2, 0.2)
    for _ in range(_CORRECTIONS):
        heading = _turned(heading, turn)
        followed = _Followed(start, heading, route, wall, hand)
        missed, miss = miss, followed.miss(end)
        change = miss - missed
        with np.errstate(divide="ignore", invalid="ignore"):
            step = -miss * turn / change
        turn = np.clip(np.where(np.abs(change) > 1e-9, step, 0.0), -0.2, 0.2)
    return heading, followed


def _turned(heading: Floats, turn: Floats) -> Floats:
    cos, sin = np.cos(turn), np.sin(turn)
    return np.column_stack((heading[:, 0] * cos - heading[:, 1] * sin, heading[:, 0] * sin + heading[:, 1] * cos))


def _unfolded(start: Floats, end: Floats, route: Route, wall: float, restitution: float) -> tuple[Floats, Floats]:
    """The heading of the unfolded line, and its length."""
    stretch = [1.0, 1.0]
    now = [start[:, 0], start[:, 1]]
    length = [np.zeros(len(start)), np.zeros(len(start))]
    first: list[int | None] = [None, None]
    for axis, side in route:
        length[axis] = length[axis] + np.abs(side * wall - now[axis]) * stretch[axis]
        now[axis] = np.full(len(start), side * wall)
        stretch[axis] /= restitution
        first[axis] = side if first[axis] is None else first[axis]
    total = np.empty((len(start), 2))
    for axis in (0, 1):
        length[axis] = length[axis] + np.abs(end[:, axis] - now[axis]) * stretch[axis]
        towards = first[axis]
        sign = np.sign(end[:, axis] - start[:, axis]) if towards is None else towards
        total[:, axis] = length[axis] * sign
    full = np.maximum(np.hypot(total[:, 0], total[:, 1]), 1e-9)
    return total / full[:, None], full


def clear(points: Floats, pieces: Floats, apart: float, skip: Ints) -> Bools:
    """Which ways meet no piece. `skip` (ways, k) names pieces that do not count, −1 for none."""
    free = np.ones(len(points), dtype=bool)
    if not len(pieces) or not len(points):
        return free
    ignored = (skip[:, :, None] == np.arange(len(pieces))).any(axis=1)
    for leg in range(points.shape[1] - 1):
        x, y = points[:, leg, 0, None], points[:, leg, 1, None]
        run_x, run_y = points[:, leg + 1, 0, None] - x, points[:, leg + 1, 1, None] - y
        rel_x, rel_y = pieces[:, 0] - x, pieces[:, 1] - y
        t = np.clip((rel_x * run_x + rel_y * run_y) / np.maximum(run_x**2 + run_y**2, 1e-9), 0.0, 1.0)
        near = (rel_x - t * run_x) ** 2 + (rel_y - t * run_y) ** 2 < (apart - 1e-3) ** 2
        free &= ~(near & ~ignored).any(axis=1)
    return free
