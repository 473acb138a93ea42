"""Where a player may put something down: the striker in his base lines, a due piece in the outer circle."""

from functools import lru_cache
from itertools import pairwise
from math import ceil, hypot, sqrt

from carrom.equipment import Position, Seat, due_fault, due_places, striker_fault, striker_spans
from carrom.equipment.due_place import INNERMOST, OUTERMOST, PAIR_SPACE
from carrom.equipment.sizes import PIECE_RADIUS
from carrom.equipment.striker_place import FARTHEST, MIDDLE, NEAREST
from carrom.physics import CLUB
from carrom.server.wire import messages as m, values as v

SPOT_STEP = 4.0
_ROWS = [MIDDLE, *(NEAREST + (FARTHEST - NEAREST) * step / 16 for step in range(17))]
_TOUCHING = 2 * PIECE_RADIUS
_EDGE = 0.01
_ASKED_OF_QUEEN = _TOUCHING + PAIR_SPACE + _EDGE


@lru_cache(maxsize=128)
def striker_lane(position: Position, seat: Seat) -> v.Lane:
    """Where the striker may stand, in the middle row if there is room there, and why not in between."""
    found = ((row, spans) for row in _ROWS if (spans := striker_spans(position, seat, row)))
    ahead, free = next(found, (MIDDLE, []))
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
    rows = [list(row) for row in _EMPTY]
    for piece in position.pieces:
        # What nobody could doubt is seen at once. The law is asked about the rest: what lies on the edge of a piece,
        # and what may be a shot with the queen.
        _paint(rows, piece.x, piece.y, _ASKED_OF_QUEEN if piece.kind == "queen" else _TOUCHING + _EDGE, "?")
    for piece in position.pieces:
        _paint(rows, piece.x, piece.y, _TOUCHING - _EDGE, "#")
    for y, row in zip(_STEPS, rows, strict=True):
        for at in [at for at, mark in enumerate(row) if mark == "?"]:
            row[at] = "." if due_fault(position, _STEPS[at], y) is None else "#"
    drawn = ["".join(row) for row in rows]
    # A gap that just takes a piece may lie between the points of the raster.
    extra = [] if any("." in row for row in drawn) else due_places(position)[:20]
    return m.Spots(_STEPS[0], _STEPS[0], SPOT_STEP, drawn, extra)


def _paint(rows: list[list[str]], x: float, y: float, radius: float, mark: str) -> None:
    """Mark every place within this distance, but for those that are no places for a due piece anyway."""
    first, last = (ceil((y + side * radius - _STEPS[0]) / SPOT_STEP) for side in (-1, 1))
    for down in range(max(0, first), min(len(_STEPS), last)):
        half = sqrt(max(0.0, radius**2 - (_STEPS[down] - y) ** 2))
        left, right = (ceil((x + side * half - _STEPS[0]) / SPOT_STEP) for side in (-1, 1))
        row = rows[down]
        for across in range(max(0, left), min(len(_STEPS), right)):
            if row[across] in ".?":
                row[across] = mark


def _mark(x: float, y: float) -> str:
    """The mark of a place on an empty board."""
    far = hypot(x, y)
    if far > OUTERMOST:
        return " "
    if far < INNERMOST - _EDGE:
        return "#"
    return "?" if far < INNERMOST + _EDGE else "."


_STEPS = [step * SPOT_STEP for step in range(-int(OUTERMOST // SPOT_STEP), int(OUTERMOST // SPOT_STEP) + 1)]
_EMPTY = tuple("".join(_mark(x, y) for x in _STEPS) for y in _STEPS)
