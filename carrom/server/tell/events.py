"""An event as everybody is told of it: the act, the view after it, and for a stroke its exact trace."""

import msgspec

from carrom.match import Match
from carrom.match.log import acts
from carrom.physics import Trace, simulate
from carrom.server.wire import messages as m, values as v

_encoder = msgspec.json.Encoder()


def encode_trace(trace: Trace) -> v.TraceJson:
    """A `StrokeTrace` as JSON, straight from the kernel's rows: a break has some hundred pieces of path."""
    segments = trace.tracks.tolist()
    for row in segments:
        row[0] = int(row[0])
    parts = {"duration": trace.duration, "discs": trace.discs, "segments": segments, "events": trace.event_rows()}
    return msgspec.Raw(_encoder.encode(parts))


def encode_event(match: Match) -> bytes:
    """The last event of `match` as the store keeps it and everybody is told of it."""
    if match.event is None:
        raise LookupError("nothing has happened yet")
    return _encoder.encode(match.event.json())


def event_message(
    match: Match, view: m.PageView, trace: v.TraceJson | None, key: str | None = None, event: bytes | None = None
) -> m.Happened:
    """The last event of `match`, which `view` shows, with the trace of the stroke if it was one."""
    before = match.before
    if before is None:
        raise LookupError("nothing has happened yet")
    pieces = None
    if trace is not None and before.board is not None and before.board.position is not None:
        pieces = v.piece_rows(before.board.position)
    return m.Happened(match.number, key, msgspec.Raw(event or encode_event(match)), view, trace, pieces)


def simulate_again(match: Match) -> Trace | None:
    """The trace of the stroke that was the last event, from how the striker was played; for those who come when it
    is no longer kept."""
    act, before = match.event and match.event.act, match.before
    if not isinstance(act, acts.StrokeMade) or act.aim is None or before is None:
        return None
    board = before.board
    if board is None or board.position is None:
        return None
    return simulate(board.position, act.aim, seat=before.course.seat(board.turn))
