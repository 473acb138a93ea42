"""Lawful places for striker and due coins."""

from collections.abc import Iterator
from functools import lru_cache
from itertools import pairwise
from math import ceil, hypot, sqrt

from carrom.equipment import Position, Seat, due_fault, due_places, striker_fault, striker_spans
from carrom.equipment.due_place import INNERMOST, OUTERMOST, PAIR_SPACE, makes_shot
from carrom.equipment.sizes import PIECE_RADIUS
from carrom.equipment.striker_place import FARTHEST, MIDDLE, NEAREST
from carrom.physics import CLUB
from carrom.server.wire import messages as m, values as v

SPOT_STEP = 4.0
_ROWS = [MIDDLE, *(NEAREST + (FARTHEST - NEAREST) * step / 16 for step in range(17))]
_TOUCHING = 2 * PIECE_RADIUS
_EDGE = 0.01
_ASKED_OF_QUEEN = _TOUCHING + PAIR_SPACE + _EDGE
_FARTHEST_PIECE = OUTERMOST + _TOUCHING + SPOT_STEP
"""Coins farther out block nothing."""


@lru_cache(maxsize=128)
def striker_lane(position: Position, seat: Seat) -> v.Lane:
    """Free stretches, in the middle row if possible, and why gaps are not."""
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
def due_spots(position: Position) -> m.DueSpots:
    """Raster of the outer circle's inside: places for a due coin, with reasons against."""
    rows = [bytearray(row) for row in _EMPTY]
    # Ask the laws only about unclear cases: near the queen, edges of coins.
    queen = next((piece for piece in position.pieces if piece.kind == "queen"), None)
    if queen is not None:
        _paint(rows, queen.x, queen.y, _ASKED_OF_QUEEN, _NEAR_QUEEN)
    near = [(x, y) for _, x, y in position.pieces if max(abs(x), abs(y)) < _FARTHEST_PIECE]
    for x, y in near:
        _paint(rows, x, y, _TOUCHING + _EDGE, _ON_EDGE)
    for x, y in near:
        _paint(rows, x, y, _TOUCHING - _EDGE, _ON_PIECE)
    for y, row in zip(_STEPS, rows, strict=True):
        for at in _marked(row, b"!"):
            is_shot = queen is not None and makes_shot(_STEPS[at], y, queen.x, queen.y)
            row[at] = ord(_MARKS["shot"] if is_shot else ".")
        for at in _marked(row, b"?"):
            fault = due_fault(position, _STEPS[at], y)
            row[at] = ord(_MARKS[fault.code] if fault else ".")
    drawn = [row.decode() for row in rows]
    # Narrow gaps lie between raster points.
    extra = [] if any("." in row for row in drawn) else due_places(position)[:20]
    return m.DueSpots(_STEPS[0], _STEPS[0], SPOT_STEP, drawn, extra, _REASONS)


def _paint(rows: list[bytearray], x: float, y: float, radius: float, marking: bytes) -> None:
    first, last = (ceil((y + side * radius - _STEPS[0]) / SPOT_STEP) for side in (-1, 1))
    for down in range(max(0, first), min(len(_STEPS), last)):
        half = sqrt(max(0.0, radius**2 - (_STEPS[down] - y) ** 2))
        left, right = ceil((x - half - _STEPS[0]) / SPOT_STEP), ceil((x + half - _STEPS[0]) / SPOT_STEP)
        left, right = max(0, left), max(0, right)
        row = rows[down]
        row[left:right] = row[left:right].translate(marking)


def _marked(row: bytearray, mark: bytes) -> Iterator[int]:
    at = row.find(mark)
    while at >= 0:
        yield at
        at = row.find(mark, at + 1)


def _mark(x: float, y: float) -> str:
    far = hypot(x, y)
    if far > OUTERMOST:
        return " "
    if far < INNERMOST - _EDGE:
        return "o"
    return "?" if far < INNERMOST + _EDGE else "."


_MARKS = {"outside": " ", "centre": "o", "disturbs": "#", "shot": "q"}
# Each position breaks only its mark's law.
_BROKEN = (("empty", OUTERMOST + 5, 0.0), ("empty", 0.0, 0.0), ("white:50,0", 50.0, 0.0), ("queen:0,0", 30.0, 30.0))
_REASONS = {
    _MARKS[fault.code]: m.WhyNot(f"place-{fault.code}", fault.law, fault.text)
    for text, x, y in _BROKEN
    if (fault := due_fault(Position.from_text(text), x, y))
}
_STEPS = [step * SPOT_STEP for step in range(-int(OUTERMOST // SPOT_STEP), int(OUTERMOST // SPOT_STEP) + 1)]
_EMPTY = tuple("".join(_mark(x, y) for x in _STEPS).encode() for y in _STEPS)
_NEAR_QUEEN, _ON_EDGE, _ON_PIECE = (
    bytes.maketrans(over, mark * len(over)) for over, mark in ((b".", b"!"), (b".!", b"?"), (b".!?", b"#"))
)
