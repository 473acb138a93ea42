"""Strokes drawn over a position: where the striker stands, how it goes, what falls."""

from collections.abc import Sequence
from dataclasses import dataclass
from xml.sax.saxutils import escape

from carrom.equipment import Position, Seat
from carrom.equipment.sizes import STRIKER_RADIUS
from carrom.physics import Trace
from carrom.render.board.position_svg import position_svg
from carrom.render.ink.svg import num, tag, track
from carrom.render.ink.themes import CLUB, Look

_COLOURS = ("#0a7d34", "#1f5fbf", "#b3541e", "#7a3fa0", "#555555")
_THICK = 4.0


@dataclass(frozen=True, slots=True)
class DrawnStroke:
    """A stroke as it goes without any error, and what is written beside it."""

    trace: Trace
    label: str


def hints_svg(
    position: Position,
    strokes: Sequence[DrawnStroke],
    *,
    seat: Seat = Seat.SOUTH,
    width: int = 480,
    look: Look = CLUB,
) -> str:
    """The position with these strokes over it, best first and on top."""
    marks = [_marks(drawn, number, seat) for number, drawn in enumerate(strokes)]
    return position_svg(position, seat=seat, width=width, look=look, above="".join(reversed(marks)))


def _marks(drawn: DrawnStroke, number: int, seat: Seat) -> str:
    trace, colour = drawn.trace, _COLOURS[number % len(_COLOURS)]
    striker = len(trace.discs) - 1
    fallen = {disc for disc, _, _ in trace.falls}
    lines = [
        _track(trace, disc, colour, dashed=disc != striker)
        for disc in range(len(trace.discs))
        if disc == striker or disc in fallen
    ]
    x, y = trace.start[striker]
    ring = tag("circle", cx=x, cy=-y, r=STRIKER_RADIUS, fill="none", stroke=colour, stroke_width=_THICK)
    # The words stand upright for whoever looks from that seat.
    upright = f"translate({num(x)} {num(-y)}) rotate({num(-90 * seat.turn)}) translate(0 {num(STRIKER_RADIUS + 22)})"
    words = tag(
        "text",
        escape(drawn.label),
        transform=upright,
        text_anchor="middle",
        font_size=20,
        font_family="sans-serif",
        font_weight="bold",
        fill=colour,
        stroke="#fff",
        stroke_width=4,
        paint_order="stroke",
    )
    return tag("g", *lines, ring, words)


def _track(trace: Trace, disc: int, colour: str, *, dashed: bool) -> str:
    points = [trace.start[disc]]
    points.extend(segment.at(segment.end) for segment in trace.segments if segment.disc == disc)
    style = {"stroke_dasharray": "10 7"} if dashed else {}
    return tag("path", d=track(points), fill="none", stroke=colour, stroke_width=_THICK, stroke_opacity=0.75, **style)
