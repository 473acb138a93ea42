"""The four seats around the board. South's view is the board's own; the others see it turned by quarters."""

from __future__ import annotations

from collections.abc import Iterable
from enum import Enum
from math import cos, radians, sin
from typing import Protocol


class PointLike(Protocol):
    """Whatever lies somewhere on the board."""

    @property
    def x(self) -> float: ...

    @property
    def y(self) -> float: ...


class Seat(Enum):
    """Where a player sits. South sits at y = −370 and looks along +y."""

    SOUTH = "south"
    EAST = "east"
    NORTH = "north"
    WEST = "west"

    def __init__(self, name: str) -> None:
        self.turn = ("south", "east", "north", "west").index(name)
        """Quarter turns, counter-clockwise, from south to this seat."""

    @property
    def right(self) -> Seat:
        """The neighbour at this player's right hand."""
        return _ORDER[(self.turn + 1) % 4]

    @property
    def left(self) -> Seat:
        """The neighbour at this player's left hand."""
        return _ORDER[(self.turn + 3) % 4]

    @property
    def opposite(self) -> Seat:
        """Who sits across: the opponent in singles, the partner in doubles."""
        return _ORDER[(self.turn + 2) % 4]

    def to_board(self, x: float, y: float) -> tuple[float, float]:
        """Board coordinates of a point as this seat sees it. Exact: signs and places change, digits do not."""
        return _turned(x, y, self.turn)

    def from_board(self, x: float, y: float) -> tuple[float, float]:
        """A point of the board as this seat sees it: its own base lines are always those at negative y."""
        return _turned(x, y, (4 - self.turn) % 4)

    def all_from_board(self, places: Iterable[PointLike]) -> list[tuple[float, float]]:
        """The same for many that have an x and a y."""
        if self.turn == 0:
            return [(place.x, place.y) for place in places]
        if self.turn == 1:
            return [(place.y, -place.x) for place in places]
        if self.turn == 2:
            return [(-place.x, -place.y) for place in places]
        return [(-place.y, place.x) for place in places]

    def aim(self, direction: float) -> tuple[float, float]:
        """The unit vector of a stroke: 0° is straight ahead as the player sits, positive to his right."""
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
