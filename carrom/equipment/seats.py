"""The four seats around the board. South's view is the board's coordinates; the others are turned by quarters."""

from __future__ import annotations

from collections.abc import Iterable
from enum import Enum
from math import cos, radians, sin
from typing import Protocol


class PointLike(Protocol):
    @property
    def x(self) -> float: ...

    @property
    def y(self) -> float: ...


class Seat(Enum):
    """South sits at y = −370 and looks along +y."""

    SOUTH = "south"
    EAST = "east"
    NORTH = "north"
    WEST = "west"

    def __init__(self, name: str) -> None:
        self.turn = ("south", "east", "north", "west").index(name)
        """quarter turns counter-clockwise from south"""

    @property
    def right(self) -> Seat:
        return _ORDER[(self.turn + 1) % 4]

    @property
    def left(self) -> Seat:
        return _ORDER[(self.turn + 3) % 4]

    @property
    def opposite(self) -> Seat:
        """Across the board: the opponent in singles, the partner in doubles."""
        return _ORDER[(self.turn + 2) % 4]

    def to_board(self, x: float, y: float) -> tuple[float, float]:
        """Turn a point from this seat's view to the board's. Exact: only signs and axes change."""
        return _turned(x, y, self.turn)

    def from_board(self, x: float, y: float) -> tuple[float, float]:
        """Turn a point to this seat's view, in which its own base lines are at negative y."""
        return _turned(x, y, (4 - self.turn) % 4)

    def all_from_board(self, places: Iterable[PointLike]) -> list[tuple[float, float]]:
        if self.turn == 0:
            return [(place.x, place.y) for place in places]
        if self.turn == 1:
            return [(place.y, -place.x) for place in places]
        if self.turn == 2:
            return [(-place.x, -place.y) for place in places]
        return [(-place.y, place.x) for place in places]

    def aim(self, direction: float) -> tuple[float, float]:
        """Unit vector of a direction: 0° is straight ahead for the player, positive to the right."""
        angle = radians(direction)
        return self.to_board(sin(angle), cos(angle))


_ORDER = (Seat.SOUTH, Seat.EAST, Seat.NORTH, Seat.WEST)


def _turned(x: float, y: float, quarters: int) -> tuple[float, float]:
    if quarters == 0:
        return x, y
    if quarters == 1:
        return -y, x
    if quarters == 2:
        return -x, -y
    return y, -x
