"""An event as everybody is told of it: the act, the view after it, and for a stroke its exact course."""

from __future__ import annotations

from functools import lru_cache

import msgspec

from carrom.equipment import Position, Seat
from carrom.match import Act, Match
from carrom.match.log import acts
from carrom.physics import Stroke, simulate
from carrom.server.tell.view import pieces_of
from carrom.server.wire import messages as m

_encoder = msgspec.json.Encoder()


def told_of(match: Match, view: m.View, key: str | None = None) -> m.Happened:
    """The last event of `match`, which `view` shows, with the course of the stroke if it was one."""
    event, before = match.event, match.before
    if event is None or before is None:
        raise LookupError("nothing has happened yet")
    trace = trace_of(before, event.act)
    pieces = None
    if trace is not None and before.board is not None and before.board.position is not None:
        pieces = pieces_of(before.board.position)
    body = msgspec.Raw(_encoder.encode(event.json()))
    return m.Happened(match.number, key, body, view, None if trace is None else msgspec.Raw(trace[0]), pieces)


def trace_of(before: Match, act: Act) -> tuple[bytes, float] | None:
    """The course of a stroke, worked out from how the striker was played: JSON, and how long it took."""
    board = before.board
    if not isinstance(act, acts.Stroke) or act.aim is None or board is None or board.position is None:
        return None
    stroke = Stroke(act.aim.x, act.aim.y, act.aim.direction, act.aim.speed)
    return _course(board.position, stroke, before.course.seat(board.turn))


@lru_cache(maxsize=256)  # a stroke is told to many, and its time asked for before
def _course(position: Position, stroke: Stroke, seat: Seat) -> tuple[bytes, float]:
    trace = simulate(position, stroke, seat=seat)
    return _encoder.encode(trace.wire()), trace.duration
