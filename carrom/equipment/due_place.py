"""Places for due and penalty pieces (Laws 9, 84–86, 89, 114)."""

from collections.abc import Iterator
from functools import lru_cache
from math import hypot, isfinite, pi

from carrom.equipment.free_space import (
    Fault,
    Point,
    corner_points,
    is_free,
    keep_out_circles,
    overlapped_piece,
    points_around,
)
from carrom.equipment.position import Position, number_text
from carrom.equipment.sizes import CENTRE_RADIUS, OUTER_RADIUS, PIECE_RADIUS, POCKET_RADIUS, POCKETS, TOLERANCE

INNERMOST = CENTRE_RADIUS + PIECE_RADIUS
OUTERMOST = OUTER_RADIUS - PIECE_RADIUS

# A pair stands "with a space", without a measure: we take more than a piece's width.
PAIR_SPACE = 2 * PIECE_RADIUS
_RINGS = [INNERMOST + (OUTERMOST - INNERMOST) * step / 6 for step in range(7)]
DUE_GRID = [point for ring in _RINGS for point in points_around(0.0, 0.0, ring, 36, start=pi / 2)]


def due_fault(position: Position, x: float, y: float) -> Fault | None:
    """Why a due piece may not be placed at (x, y), or None."""
    if not (isfinite(x) and isfinite(y)):
        return Fault("not-a-place", "84a", "the piece's place is not a pair of finite numbers")
    far = hypot(x, y)
    if far > OUTERMOST + TOLERANCE:
        return Fault("outside", "85", f"a due piece at {_at(x, y)} is not inside the outer circle")
    if far < INNERMOST - TOLERANCE:
        return Fault("centre", "89b", f"a due piece at {_at(x, y)} covers a part of the centre circle")
    piece = overlapped_piece(x, y, position.pieces, radius=PIECE_RADIUS)
    if piece is not None:
        text = f"a due piece at {_at(x, y)} would disturb the {piece.kind} piece at {piece.place}"
        return Fault("disturbs", "86", text)
    if makes_shot_with_queen(position, x, y):
        return Fault("shot", "114", f"a due piece at {_at(x, y)} makes a shot with the queen")
    return None


def _at(x: float, y: float) -> str:
    return f"{number_text(x)},{number_text(y)}"


def makes_shot_with_queen(position: Position, x: float, y: float) -> bool:
    """A piece at (x, y) and the queen are lined up towards a pocket (Laws 16, 114)."""
    queen = next((piece for piece in position.pieces if piece.kind == "queen"), None)
    return queen is not None and makes_shot(x, y, queen.x, queen.y)


def makes_shot(x: float, y: float, other_x: float, other_y: float) -> bool:
    gap = hypot(other_x - x, other_y - y) - 2 * PIECE_RADIUS
    if gap > PAIR_SPACE:
        return False
    return _faces_pocket(x, y, other_x, other_y) or _faces_pocket(other_x, other_y, x, y)


def due_places(position: Position) -> list[Point]:
    """Lawful places in the ring between the circles: a fine grid, and the corners of narrow gaps."""
    return [(x, y) for x, y in (*DUE_GRID, *_corners(position)) if due_fault(position, x, y) is None]


def has_due_room(position: Position) -> bool:
    """A due piece fits at all, shot with the queen or not: the "sufficient space" of Law 79."""
    return any(is_free(x, y, position.pieces) for x, y in DUE_GRID) or any(
        INNERMOST - TOLERANCE <= hypot(x, y) <= OUTERMOST + TOLERANCE and is_free(x, y, position.pieces)
        for x, y in _corners(position)
    )


def _corners(position: Position) -> Iterator[Point]:
    return corner_points([*keep_out_circles(position.pieces), (0.0, 0.0, INNERMOST), (0.0, 0.0, OUTERMOST)])


def _faces_pocket(behind_x: float, behind_y: float, x: float, y: float) -> bool:
    hx, hy = x - behind_x, y - behind_y
    for dx, dy, far in _pockets_from(x, y):
        along = hx * dx + hy * dy
        # From the front disc, the mouth is as wide as the pocket's radius at its distance.
        if along > 0 and abs(hx * dy - hy * dx) * far <= along * POCKET_RADIUS:
            return True
    return False


@lru_cache(maxsize=2048)
def _pockets_from(x: float, y: float) -> tuple[tuple[float, float, float], ...]:
    """Direction and distance of each pocket; cached for repeated places."""
    return tuple((px - x, py - y, hypot(px - x, py - y)) for px, py in POCKETS)
