"""`carrom simulate`: strokes and outcomes as JSON values."""

from typing import Any

from carrom.base.codec import dataclass_reader, misread_value, object_with, reader_for
from carrom.base.errors import CarromError
from carrom.equipment import Piece, Position, Seat, Stroke
from carrom.equipment.position import pieces_from_text
from carrom.physics.profiles import CLUB, Profile, profile
from carrom.physics.stroke import simulate, stroke_fault
from carrom.physics.trace import Trace


def answer(question: Any) -> dict[str, Any]:
    """Raises `CarromError` for a stroke that is not allowed."""
    request = _QUESTION(question)
    pieces: list[Piece] = request["position"]
    stroke: Stroke = request["stroke"]
    position, seat, chosen = Position(tuple(pieces)), request.get("seat", Seat.SOUTH), request.get("profile", CLUB)
    fault = stroke_fault(position, stroke, seat=seat, profile=chosen)
    if fault:
        raise CarromError("stroke-not-allowed", f"stroke: {fault.text}" + (f" (Law {fault.law})" if fault.law else ""))
    trace = simulate(position, stroke, seat=seat, profile=chosen)
    if trace.status != "finished":
        raise CarromError("stroke-without-end", f"stroke: it did not come to rest within {len(trace.rows)} events")
    return _outcome(trace, position, pieces)


def _outcome(trace: Trace, position: Position, order: list[Piece]) -> dict[str, Any]:
    """The outcome, with `final` in the order in which the pieces were given."""
    number = {piece: index for index, piece in enumerate(position.pieces)}
    ends = [(piece.kind, trace.places[number[piece]]) for piece in order]
    return {
        "position": trace.rest.text(),
        "pocketed": list(trace.pocketed),
        "touched": trace.touched,
        "duration": trace.duration,
        "events": len(trace.rows),
        "final": [[kind, *place] for kind, place in ends if place is not None],
        "striker": None if trace.striker is None else list(trace.striker),
    }


def _read_pieces(value: Any) -> list[Piece]:
    if isinstance(value, list):
        return [Position.of([piece]).pieces[0] for piece in _PIECES(value)]
    if not isinstance(value, str):
        raise misread_value(value, "a text or a list of pieces [kind, x, y]")
    Position.from_text(value)  # raises errors that quote the text
    return list(pieces_from_text(value))


def _read_profile(value: Any) -> Profile:
    return profile(value) if isinstance(value, str) else CLUB.with_values(**_VALUES(value))


_PIECES = reader_for(tuple[tuple[str, float, float], ...])
_VALUES = object_with(
    dict.fromkeys(("friction", "restitution", "frame_restitution", "contact_friction", "max_speed"), reader_for(float))
)
_QUESTION = object_with(
    {
        "position": _read_pieces,
        "seat": reader_for(Seat),
        "stroke": dataclass_reader(Stroke, without=("spin",)),
        "profile": _read_profile,
    },
    ("position", "stroke"),
)
