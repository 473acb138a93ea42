"""Strokes and what comes of them as JSON values, as `carrom simulate` reads and writes them."""

from __future__ import annotations

from math import isfinite
from typing import Any, Final

from carrom.base.errors import CarromError
from carrom.equipment import Piece, Position, Seat
from carrom.physics.profiles import CLUB, Profile, profile
from carrom.physics.stroke import Stroke, simulate, stroke_fault
from carrom.physics.trace import Trace

_QUESTION: Final = ("position", "seat", "stroke", "profile")
_STROKE: Final = ("x", "y", "direction", "speed")
_PROFILE: Final = ("friction", "restitution", "frame_restitution", "contact_friction", "max_speed")


def answer(question: Any) -> dict[str, Any]:
    """Play the stroke of one question; a `CarromError` says why it cannot be played."""
    if not isinstance(question, dict):
        raise CarromError(f"the line must be a JSON object with {', '.join(_QUESTION)}")
    _no_others(question, _QUESTION, "the line")
    for name in ("position", "stroke"):
        if name not in question:
            raise CarromError(f"the line: {name} is missing")
    pieces = pieces_from_wire(question["position"])
    position = Position(tuple(pieces))
    seat = _seat(question.get("seat", "south"))
    chosen = profile_from_wire(question["profile"]) if "profile" in question else CLUB
    stroke = stroke_from_wire(question["stroke"])
    fault = stroke_fault(position, stroke, seat=seat, profile=chosen)
    if fault:
        raise CarromError(f"stroke: {fault.text}" + (f" (Law {fault.law})" if fault.law else ""))
    trace = simulate(position, stroke, seat=seat, profile=chosen)
    if trace.status != "finished":
        raise CarromError(f"stroke: it did not come to rest within {len(trace.rows)} events")
    return outcome_to_wire(trace, position, pieces)


def outcome_to_wire(trace: Trace, position: Position, order: list[Piece]) -> dict[str, Any]:
    """What a stroke left, `final` in the order in which the pieces were given."""
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


def pieces_from_wire(value: Any) -> list[Piece]:
    """The pieces of a position text or of a list of pieces, in the order given."""
    if isinstance(value, str):
        position = Position.from_text(value)
        words = value.strip().lower()
        if words == "empty" or words.startswith("start"):
            return list(position.pieces)
        named = (word.partition(":") for word in words.split())
        return [
            Position.from_text(f"{kind}:{place}").pieces[0] for kind, _, places in named for place in places.split("/")
        ]
    if not isinstance(value, list):
        raise CarromError("position must be a text or a list of pieces [kind, x, y]")
    pieces: list[Piece] = []
    for item in value:
        if not (isinstance(item, list) and len(item) == 3 and isinstance(item[0], str)):
            raise CarromError(f"position: {item!r} is not a piece [kind, x, y]")
        x, y = (_number(number, "position") for number in item[1:])
        pieces.extend(Position.of([(item[0], x, y)]).pieces)
    return pieces


def stroke_from_wire(value: Any) -> Stroke:
    """A stroke of four numbers, not yet held against the Laws."""
    if not isinstance(value, dict):
        raise CarromError(f"stroke must be a JSON object with {', '.join(_STROKE)}")
    _no_others(value, _STROKE, "stroke")
    for name in _STROKE:
        if name not in value:
            raise CarromError(f"stroke: {name} is missing")
    return Stroke(*(_number(value[name], f"stroke: {name}") for name in _STROKE))


def profile_from_wire(value: Any) -> Profile:
    """A named profile, or the default one with other values."""
    if isinstance(value, str):
        return profile(value)
    if not isinstance(value, dict):
        raise CarromError(f"profile must be a name or a JSON object with some of {', '.join(_PROFILE)}")
    _no_others(value, _PROFILE, "profile")
    try:
        return CLUB.with_values(**{name: _number(number, name) for name, number in value.items()})
    except CarromError as error:
        raise CarromError(f"profile: {error}") from None


def _seat(value: Any) -> Seat:
    for seat in Seat:
        if seat.value == value:
            return seat
    raise CarromError(f"seat: {value!r} is none of {', '.join(seat.value for seat in Seat)}")


def _number(value: Any, where: str) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise CarromError(f"{where}: {value!r} is not a number")
    try:
        number = float(value)
    except OverflowError:
        number = float("inf")
    if not isfinite(number):
        raise CarromError(f"{where}: {str(value)[:40]} is not a finite number")
    return number


def _no_others(value: dict[str, Any], names: tuple[str, ...], where: str) -> None:
    for name in value:
        if name not in names:
            raise CarromError(f"{where}: nothing is called {name!r}; {', '.join(names)} are")
