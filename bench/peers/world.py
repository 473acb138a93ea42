"""The same discs, board and pockets for all engines, with contacts that each supports."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

import numpy as np

from carrom.equipment import sizes
from carrom.physics import CLUB

# Box2D uses the bouncier of two shapes, so frame and discs are alike; no engine mixes rim friction as we do.
EVEN = CLUB.with_values(contact_friction=0.0, frame_restitution=CLUB.restitution)
GRAVITY = 9806.65  # mm/s²
AT_REST = 1.0  # mm/s
LONGEST = 8.0  # s


class Disc(NamedTuple):
    x: float
    y: float
    radius: float
    mass: float
    is_striker: bool

    @property
    def grip(self) -> float:
        """Surface friction, g·mm/s²."""
        return self.mass * EVEN.friction * GRAVITY


def discs(places: Any, shot: Any) -> Iterator[Disc]:
    for x, y in places.tolist():
        yield Disc(x, y, sizes.PIECE_RADIUS, sizes.PIECE_MASS, False)
    yield Disc(float(shot[0]), float(shot[1]), sizes.STRIKER_RADIUS, sizes.STRIKER_MASS, True)


def velocity(shot: Any) -> tuple[float, float]:
    """Striker's, in mm/s."""
    angle = np.radians(shot[2])
    return float(1000 * shot[3] * np.sin(angle)), float(1000 * shot[3] * np.cos(angle))


def frame() -> list[tuple[tuple[float, float], tuple[float, float]]]:
    h = sizes.HALF
    return [((-h, -h), (h, -h)), ((h, -h), (h, h)), ((h, h), (-h, h)), ((-h, h), (-h, -h))]


def is_over_pocket(x: float, y: float) -> bool:
    return bool(np.hypot(abs(x) - sizes.POCKET_CENTRE, abs(y) - sizes.POCKET_CENTRE) < sizes.POCKET_RADIUS)
