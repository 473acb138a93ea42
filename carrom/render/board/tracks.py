"""The tracks of a stroke: where every disc slid, drawn over the board."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from carrom.equipment import Seat
from carrom.equipment.sizes import PIECE_RADIUS, STRIKER_RADIUS
from carrom.render.board.position_svg import position_svg
from carrom.render.ink.svg import num, tag, track
from carrom.render.ink.themes import CLUB, Look

if TYPE_CHECKING:
    from carrom.physics import Trace

# Light on the board's wood and apart from each other, also in grey.
COLOURS: Final = {"white": "#fdfdf6", "black": "#1d1d1f", "queen": "#c8102e", "striker": "#2457c5"}
_GHOST: Final = 0.35


def stroke_svg(trace: Trace, *, seat: Seat = Seat.SOUTH, width: int = 480, look: Look = CLUB) -> str:
    """What the stroke left, the path of every disc that moved, a ring where it started, a cross where it fell."""
    above = tracks_group(trace)
    return position_svg(trace.rest, seat=seat, striker=trace.striker, width=width, above=above, look=look)


def tracks_group(trace: Trace) -> str:
    """The paths as SVG in board millimetres, y down, as south sees the board."""
    parts = []
    fallen = {disc for disc, _, _ in trace.falls}
    for number, disc in enumerate(trace.discs):
        pieces = [segment for segment in trace.segments if segment.disc == number]
        if not pieces:
            continue
        colour = COLOURS[disc.kind]
        points = [trace.start[number], *(segment.at(segment.end) for segment in pieces)]
        line = track(points)
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
