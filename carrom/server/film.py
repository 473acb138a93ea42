"""A stroke as a GIF, worked out in a worker process: plain values in, bytes out."""

from __future__ import annotations

from carrom.equipment import Position, Seat
from carrom.physics import Stroke, simulate
from carrom.render.board.film import film as draw_film

_WIDTH = 440


def film(position: str, seat: Seat, stroke: Stroke) -> bytes:
    """The stroke as a GIF that plays for ever, seen from the seat of the player."""
    trace = simulate(Position.from_text(position), stroke, seat=seat)
    return draw_film(trace, "gif", seat=seat, width=_WIDTH, rate=20.0)
