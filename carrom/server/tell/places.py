"""Where a player may put something down: the striker in his base lines, a due piece in the outer circle."""

from functools import lru_cache
from itertools import pairwise
from math import hypot

from carrom.equipment import Position, Seat, due_fault, due_places, striker_fault, striker_spans
from carrom.equipment.due_place import INNERMOST, OUTERMOST
from carrom.equipment.sizes import PIECE_RADIUS
from carrom.equipment.striker_place import FARTHEST, MIDDLE, NEAREST
from carrom.physics import CLUB
from carrom.server.wire import messages as m, values as v

SPOT_STEP = 4.0
_TAKEN = (2 * PIECE_RADIUS - 0.01) ** 2


@lru_cache(maxsize=128)
def striker_lane(position: Position, seat: Seat) -> v.Lane:
    """Where the striker may stand, in the middle row if there is room there, and why not in between."""
    rows = [MIDDLE, *(NEAREST + (FARTHEST - NEAREST) * step / 16 for step in range(17))]
    ahead = next((row for row in rows if striker_spans(position, seat, row)), MIDDLE)
    free = striker_spans(position, seat, ahead)
    gaps = []
    for (_, start), (end, _) in pairwise(free):
        x, y = seat.to_board((start + end) / 2, ahead)
        fault = striker_fault(position, seat, x, y)
        if fault is not None:
            gaps.append(v.Gap(start, end, fault.code, fault.law, fault.text))
    return v.Lane(seat, ahead, free, gaps, CLUB.max_speed)


@lru_cache(maxsize=128)
def due_spots(position: Position) -> m.Spots:
    """The inside of the outer circle as a raster of free and forbidden places for a due piece."""
    reach = int(OUTERMOST // SPOT_STEP)
    steps = [step * SPOT_STEP for step in range(-reach, reach + 1)]
    near = [(piece.x, piece.y) for piece in position.pieces if hypot(piece.x, piece.y) < OUTERMOST + 2 * PIECE_RADIUS]
    rows = ["".join(_mark(position, near, x, y) for x in steps) for y in steps]
    # A gap that just takes a piece may lie between the points of the raster.
    extra = [] if any("." in row for row in rows) else due_places(position)[:20]
    return m.Spots(steps[0], steps[0], SPOT_STEP, rows, extra)


def _mark(position: Position, near: list[tuple[float, float]], x: float, y: float) -> str:
    """The mark of one place. What can be seen at once is not asked of the law, which would also make a sentence."""
    if hypot(x, y) > OUTERMOST:
        return " "
    if hypot(x, y) < INNERMOST - 0.01:
        return "#"
    for px, py in near:
        if (x - px) ** 2 + (y - py) ** 2 < _TAKEN:
            return "#"
    return "." if due_fault(position, x, y) is None else "#"
