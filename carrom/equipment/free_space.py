"""Find where one more disc fits among others, in closed form.

The free space has its corners where the keep-out circles of two pieces cross; those, and each circle's point nearest
the centre, find a place whenever there is one.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations
from math import cos, hypot, sin, sqrt, tau

from carrom.equipment.position import Piece
from carrom.equipment.sizes import PIECE_RADIUS, TOLERANCE

Point = tuple[float, float]
CircleTuple = tuple[float, float, float]

# Corner points lie exactly on two circles; this makes them free in floating point.
HAIR = 1e-7


def is_free(x: float, y: float, pieces: Iterable[Piece], *, radius: float = PIECE_RADIUS) -> bool:
    return overlapped_piece(x, y, pieces, radius=radius) is None


def overlapped_piece(x: float, y: float, pieces: Iterable[Piece], *, radius: float) -> Piece | None:
    clear = radius + PIECE_RADIUS - TOLERANCE
    for piece in pieces:
        _, px, py = piece
        if -clear < px - x < clear and hypot(px - x, py - y) < clear:
            return piece
    return None


def keep_out_circles(pieces: Iterable[Piece], *, radius: float = PIECE_RADIUS) -> list[CircleTuple]:
    """Return, for each piece, the circle in which no other disc's centre can be."""
    return [(piece.x, piece.y, radius + PIECE_RADIUS + HAIR) for piece in pieces]


def corner_points(circles: Sequence[CircleTuple]) -> Iterator[Point]:
    for (x1, y1, r1), (x2, y2, r2) in combinations(circles, 2):
        dx, dy = x2 - x1, y2 - y1
        apart = hypot(dx, dy)
        if apart == 0 or apart > r1 + r2 or apart < abs(r1 - r2):
            continue
        along = (apart * apart + r1 * r1 - r2 * r2) / (2 * apart)
        across = sqrt(max(0.0, r1 * r1 - along * along))
        ux, uy = dx / apart, dy / apart
        for side in (1, -1):
            yield x1 + along * ux - side * across * uy, y1 + along * uy + side * across * ux


def nearest_to_centre(circles: Sequence[CircleTuple]) -> Iterator[Point]:
    """Point of each circle nearest to the centre of the board."""
    for x, y, r in circles:
        far = hypot(x, y)
        if far > 0:
            yield x - x / far * r, y - y / far * r
        else:
            yield from points_around(0.0, 0.0, r, 24)


def points_around(x: float, y: float, radius: float, count: int, *, start: float = 0.0) -> Iterator[Point]:
    """`count` points spaced evenly on a circle, the first at `start` radians."""
    for i in range(count):
        angle = start + tau * i / count
        yield x + radius * cos(angle), y + radius * sin(angle)


@dataclass(frozen=True, slots=True)
class Fault:
    """Why a place is not allowed.

    `code` is stable; `text` is a sentence for people.
    """

    code: str
    law: str
    text: str
