"""Draw strokes over the board: the tracks of one played, or suggested ones with labels."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final
from xml.sax.saxutils import escape

from carrom.equipment import Position, Seat
from carrom.equipment.sizes import PIECE_RADIUS, STRIKER_RADIUS
from carrom.physics import Trace
from carrom.render.board.position_svg import position_svg
from carrom.render.ink.svg import num, open_path, tag
from carrom.render.ink.themes import DEFAULT_LOOK, Look

if TYPE_CHECKING:
    from carrom.physics import Trace


# Distinct on the board's wood and from each other, also in grey.
TRACK_COLOURS: Final = {"white": "#fdfdf6", "black": "#1d1d1f", "queen": "#c8102e", "striker": "#2457c5"}
_GHOST: Final = 0.35


def stroke_svg(trace: Trace, *, seat: Seat = Seat.SOUTH, width: int = 480, look: Look = DEFAULT_LOOK) -> str:
    """The position after a stroke with the path of every disc; a cross marks where it was pocketed."""
    above = tracks_group(trace)
    return position_svg(trace.rest, seat=seat, striker=trace.striker, width=width, above=above, look=look)


def tracks_group(trace: Trace) -> str:
    """Paths in board millimetres, y down, as seen from south."""
    parts = []
    fallen = {disc for disc, _, _ in trace.falls}
    for number, disc in enumerate(trace.discs):
        pieces = [segment for segment in trace.segments if segment.disc == number]
        if not pieces:
            continue
        colour = TRACK_COLOURS[disc.kind]
        points = [trace.start[number], *(segment.at(segment.end) for segment in pieces)]
        line = open_path(points)
        halo = tag("path", d=line, fill="none", stroke="#00000055", stroke_width=4.5, stroke_linejoin="round")
        path = tag("path", d=line, fill="none", stroke=colour, stroke_width=2.6, stroke_linejoin="round")
        x, y = points[0]
        radius = STRIKER_RADIUS if disc.kind == "striker" else PIECE_RADIUS
        ghost = tag(
            "circle", cx=x, cy=-y, r=radius - 1, fill="none", stroke=colour, stroke_width=2, stroke_opacity=str(_GHOST)
        )
        parts.append(ghost + halo + path)
        if number in fallen:
            x, y = points[-1]
            cross = f"M{num(x - 7)} {num(-y - 7)}l14 14m0 -14l-14 14"
            parts.append(tag("path", d=cross, fill="none", stroke=colour, stroke_width=3))
    return "".join(parts)


_HINT_COLOURS = ("#0a7d34", "#1f5fbf", "#b3541e", "#7a3fa0", "#555555")
_THICK = 4.0


@dataclass(frozen=True, slots=True)
class DrawnStroke:
    """A stroke simulated without error, and its label."""

    trace: Trace
    label: str


def hints_svg(
    position: Position,
    strokes: Sequence[DrawnStroke],
    *,
    seat: Seat = Seat.SOUTH,
    width: int = 480,
    look: Look = DEFAULT_LOOK,
) -> str:
    """The position with these strokes over it, the best first and on top."""
    marks = [_marks(drawn, number, seat) for number, drawn in enumerate(strokes)]
    return position_svg(position, seat=seat, width=width, look=look, above="".join(reversed(marks)))


def _marks(drawn: DrawnStroke, number: int, seat: Seat) -> str:
    trace, colour = drawn.trace, _HINT_COLOURS[number % len(_HINT_COLOURS)]
    striker = len(trace.discs) - 1
    fallen = {disc for disc, _, _ in trace.falls}
    lines = [
        _disc_path(trace, disc, colour, dashed=disc != striker)
        for disc in range(len(trace.discs))
        if disc == striker or disc in fallen
    ]
    x, y = trace.start[striker]
    ring = tag("circle", cx=x, cy=-y, r=STRIKER_RADIUS, fill="none", stroke=colour, stroke_width=_THICK)
    # upright for a viewer at that seat
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


def _disc_path(trace: Trace, disc: int, colour: str, *, dashed: bool) -> str:
    points = [trace.start[disc]]
    points.extend(segment.at(segment.end) for segment in trace.segments if segment.disc == disc)
    style = {"stroke_dasharray": "10 7"} if dashed else {}
    return tag(
        "path", d=open_path(points), fill="none", stroke=colour, stroke_width=_THICK, stroke_opacity=0.75, **style
    )
