"""A stroke as a GIF, worked out in a worker process: plain values in, bytes out."""

from __future__ import annotations

from carrom.equipment import Position, Seat
from carrom.physics import Stroke, simulate
from carrom.render.board.film import film as filmed

_WIDTH = 440


def film(position: str, seat: str, stroke: tuple[float, float, float, float]) -> bytes:
    """The stroke as a GIF that plays for ever, seen from the seat of the player."""
    view = Seat(seat)
    trace = simulate(Position.from_text(position), Stroke(*stroke), seat=view)
    return filmed(trace, "gif", seat=view, width=_WIDTH, rate=20.0)
