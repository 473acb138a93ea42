"""Places of the returned queen and of pieces that jumped off: on the centre circle (Laws 65, 93, 94).

"Most of the uncovered portion" means the free point nearest the centre. If several are equally near, or nothing of the
circle is free, the place is the one hardest for the player in turn.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from math import atan2, cos, hypot, pi, sin
from typing import Protocol

from carrom.equipment.free_space import (
    Point,
    corner_points,
    is_free,
    keep_out_circles,
    nearest_to_centre,
    points_around,
)
from carrom.equipment.position import Kind, Piece, Position
from carrom.equipment.seats import Seat
from carrom.equipment.sizes import (
    BASE_CIRCLE_ACROSS,
    BASE_MIDDLE,
    CENTRE_RADIUS,
    HALF,
    PIECE_RADIUS,
    POCKETS,
    STRIKER_RADIUS,
)

ADJACENT = CENTRE_RADIUS + PIECE_RADIUS
"""Distance from the centre to that of a piece that touches the circle."""
_EQUAL_WITHIN = 1e-3
_VISIBLE_RIM = 1.0
"""Width of red (mm) too narrow to count as free."""
_RED = Piece("queen", 0.0, 0.0)
_BESIDE = tuple(points_around(0.0, 0.0, ADJACENT, 72))


class PlaceFilter(Protocol):
    """Quick preselection; may only leave out places that are certainly not the answer."""

    def corners(self) -> tuple[Iterable[tuple[int, int]], Iterable[int]] | None:
        """Pairs and single pieces, in order, that may border the free point nearest the centre; None for all."""
        ...

    def free(self, points: Sequence[Point]) -> Sequence[Point]: ...

    def hardest(self, points: list[Point]) -> list[Point]:
        """Points that may be hardest for the player in turn."""
        ...


@dataclass(frozen=True, slots=True)
class CentreReading:
    """A rulebook's deviations from Laws 65 and 94."""

    behind_cover: bool = False
    """A piece due on the fully covered red goes against the covering piece, away from the player in turn."""
    only_queen_on_red: bool = False
    """Place jumped pieces against the queen's place, away from the player in turn."""


LAWS_READING = CentreReading()


def is_centre_covered(position: Position) -> bool:
    """No piece could cover any visible part of the red."""
    if is_free(0.0, 0.0, position.pieces):
        return False
    return min(hypot(x, y) for x, y in _free_places(position.pieces)) > ADJACENT - _VISIBLE_RIM


def queen_place(position: Position, in_turn: Seat, reading: CentreReading = LAWS_READING) -> Point:
    """Find the place of a returned queen (or a jumped piece), against the player in turn."""
    if is_free(0.0, 0.0, position.pieces):
        return 0.0, 0.0
    if reading.behind_cover and is_centre_covered(position):
        cover = min(position.pieces, key=lambda piece: hypot(piece.x, piece.y))
        return _touching_place(position, [cover], in_turn)
    return beside_cover(position.pieces, in_turn)


def beside_cover(pieces: Sequence[Piece], in_turn: Seat, look: PlaceFilter | None = None) -> Point:
    """Find the place by the Laws when the centre is not free."""
    free = _free_places(pieces, look)
    nearest = min(hypot(x, y) for x, y in free)
    if nearest < ADJACENT - _EQUAL_WITHIN:
        best = [place for place in free if hypot(*place) <= nearest + _EQUAL_WITHIN]
    else:
        # Nothing of the circle is left: beside it, touching it if possible.
        beside = [place for place in (_BESIDE if look is None else look.free(_BESIDE)) if _fits(place, pieces)]
        best = beside or [place for place in free if hypot(*place) <= nearest + _EQUAL_WITHIN]
    if look is not None and len(best) > 1:
        best = look.hardest(best)
    if len(best) == 1:
        return best[0]
    return min(best, key=lambda place: _hardness_key(place, pieces, in_turn))


def _free_places(pieces: Sequence[Piece], look: PlaceFilter | None = None) -> list[Point]:
    circles = keep_out_circles(pieces)
    few = None if look is None else look.corners()
    if few is None:
        places = [*corner_points(circles), *nearest_to_centre(circles)]
    else:
        pairs, singles = few
        places = [point for one, other in pairs for point in corner_points((circles[one], circles[other]))]
        places += nearest_to_centre([circles[one] for one in singles])
    return [place for place in places if _fits(place, pieces)]


def jumped_places(
    position: Position,
    jumped: Sequence[Kind],
    in_turn: Seat,
    striker_side: Kind,
    reading: CentreReading = LAWS_READING,
) -> list[Piece]:
    """Place the pieces that jumped off in one stroke, in the umpire's order (Law 65).

    The second lies against the first away from the player in turn, the rest against those two if possible.
    """
    placed: list[Piece] = []
    for kind in placing_order(jumped, striker_side):
        placed.append(Piece(kind, *next_jumped_place(position, placed, kind, in_turn, reading)))
    return placed


def placing_order(jumped: Sequence[Kind], striker_side: Kind) -> list[Kind]:
    """Sort pieces into the umpire's placing order (Law 65)."""
    order = ("queen", striker_side, "black" if striker_side == "white" else "white")
    return sorted(jumped, key=order.index)


def next_jumped_place(
    position: Position, placed: Sequence[Piece], kind: Kind, in_turn: Seat, reading: CentreReading = LAWS_READING
) -> Point:
    now = Position((*position.pieces, *placed))
    first = placed[:2]
    if reading.only_queen_on_red and kind != "queen" and (not placed or placed[0].kind != "queen"):
        first = [_RED, *placed][:2]
    return _touching_place(now, first, in_turn) if first else queen_place(now, in_turn, reading)


def ease(place: Point, pieces: Iterable[Piece], in_turn: Seat) -> float:
    """How easy a piece at `place` is for the player at a seat: 0 if no pocket is open to a direct stroke."""
    others = list(pieces)
    x, y = place
    total = 0.0
    for px, py in POCKETS:
        far = hypot(px - x, py - y)
        if not _is_clear(place, (px, py), others, PIECE_RADIUS):
            continue
        ux, uy = (px - x) / far, (py - y) / far
        contact = (x - ux * (PIECE_RADIUS + STRIKER_RADIUS), y - uy * (PIECE_RADIUS + STRIKER_RADIUS))
        total += max(
            (
                cut / far
                for start in base_points(in_turn)
                if (cut := _cut(start, contact, (ux, uy))) > 0 and _is_clear(start, contact, others, STRIKER_RADIUS)
            ),
            default=0.0,
        )
    return total


def _fits(place: Point, pieces: Iterable[Piece]) -> bool:
    return max(abs(place[0]), abs(place[1])) <= HALF - PIECE_RADIUS and is_free(*place, pieces)


def _hardness_key(place: Point, pieces: Iterable[Piece], in_turn: Seat) -> tuple[float, float, float]:
    return round(ease(place, pieces, in_turn), 12), *distance_tie_break(place, in_turn)


def distance_tie_break(place: Point, in_turn: Seat) -> tuple[float, float]:
    """Among equally hard places: farthest from the player in turn, then leftmost."""
    across, ahead = in_turn.from_board(*place)
    return -round(ahead, 6), round(across, 6)


def _touching_place(position: Position, first: Sequence[Piece], in_turn: Seat) -> Point:
    """Free point touching the pieces placed first, nearest to straight away from the player."""
    reach = 2 * PIECE_RADIUS + 1e-7
    away_x, away_y = in_turn.aim(0.0)
    away = atan2(away_y, away_x)
    anchor = first[0]
    candidates = [
        (anchor.x + reach * cos(away + turn), anchor.y + reach * sin(away + turn))
        for step in range(181)
        for turn in (pi * step / 180, -pi * step / 180)
    ]
    if len(first) > 1:
        both = corner_points(keep_out_circles(first))
        candidates = [*both, *candidates, *points_around(first[1].x, first[1].y, reach, 360, start=away)]
    touching = (place for place in candidates if _fits(place, position.pieces))
    place = next(touching, None)
    return place if place is not None else queen_place(position, in_turn)


@cache
def base_points(seat: Seat) -> tuple[Point, ...]:
    """List points from where a player at this seat is assumed to strike."""
    return tuple(seat.to_board(BASE_CIRCLE_ACROSS * step / 5, -BASE_MIDDLE) for step in range(-5, 6))


def _cut(start: Point, contact: Point, heading: Point) -> float:
    """Cosine of the cut: 1 for a straight stroke, 0 or less if impossible."""
    dx, dy = contact[0] - start[0], contact[1] - start[1]
    far = hypot(dx, dy)
    return 0.0 if far == 0 else (dx * heading[0] + dy * heading[1]) / far


def _is_clear(start: Point, end: Point, pieces: Iterable[Piece], radius: float) -> bool:
    dx, dy = end[0] - start[0], end[1] - start[1]
    far = hypot(dx, dy)
    wide = radius + PIECE_RADIUS - 1e-6
    for piece in pieces:
        along = ((piece.x - start[0]) * dx + (piece.y - start[1]) * dy) / far
        if 0 < along < far and abs((piece.x - start[0]) * dy - (piece.y - start[1]) * dx) / far < wide:
            return False
    return True
