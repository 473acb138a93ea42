"""Types of an act's values, and their JSON form."""

from typing import Annotated, Any

from carrom.base.codec import MisreadError, misread_value, reader_for, register_form, within
from carrom.equipment import Kind, Piece, Position, Stroke
from carrom.match.parties import PlayerId, Who, who_from_text, who_text


def without_minus_zero(value: Any) -> Any:
    """Replace -0.0 by 0.0, also inside tuples, so that one number has one text."""
    if isinstance(value, float):
        return value + 0.0
    if isinstance(value, Piece):
        return Piece(value.kind, value.x + 0.0, value.y + 0.0)
    return tuple(map(without_minus_zero, value)) if type(value) is tuple else value


def _whole_characters(value: str) -> str:
    if any(0xD800 <= ord(letter) <= 0xDFFF for letter in value):
        raise MisreadError("half a character (a lone surrogate) is not a text")
    return value


def _law_number(value: str) -> str:
    if not value or any(letter.isspace() or letter in ';"' for letter in value):
        raise misread_value(value, "the number of a law")
    return value


Count = Annotated[int, within(0, 999_999)]
Number = Annotated[float, without_minus_zero]
Text = Annotated[str, _whole_characters]
Law = Annotated[str, _whole_characters, _law_number]
PlacePoint = tuple[Number, Number]
Places = tuple[PlacePoint, ...]


_text = reader_for(Text)
_piece = reader_for(tuple[Kind, Number, Number])
_stroke = reader_for(tuple[Number, Number, Number, Number])
_spun_stroke = reader_for(tuple[Number, Number, Number, Number, Number])


def _read_stroke(value: Any) -> Stroke:
    return Stroke(*(_spun_stroke if isinstance(value, list) and len(value) == 5 else _stroke)(value))


register_form(Who, who_text, who_from_text)
register_form(PlayerId, PlayerId.text, PlayerId.from_text)
register_form(Position, Position.text, lambda value: Position.from_text(_text(value)))
register_form(Piece, lambda piece: [piece.kind, piece.x, piece.y], lambda value: Piece(*_piece(value)))
register_form(Stroke, lambda stroke: list(stroke.numbers()), _read_stroke)
