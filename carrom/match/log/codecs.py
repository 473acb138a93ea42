"""How the values inside an act are written: as JSON, and as one word or quoted text in the record."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from math import isfinite
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from carrom.base.errors import CarromError
from carrom.equipment import Kind, Piece, Position, Seat
from carrom.equipment.position import number_text
from carrom.match.parties import PARTIES, ByParty, Party, Player

if TYPE_CHECKING:
    from carrom.match.log.acts import Aim

T = TypeVar("T")


@dataclass(frozen=True)
class Codec(Generic[T]):
    """Two forms of one kind of value. The readers raise `CarromError` for what they cannot read."""

    json: Callable[[T], Any]
    from_json: Callable[[Any], T]
    text: Callable[[T], str]
    from_text: Callable[[str], T]
    is_flag: bool = False


def quoted(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)


def word(*words: str) -> Codec[Any]:
    """One of a few words."""

    def read(value: Any) -> str:
        if value not in words:
            raise CarromError(f"{value!r} is not one of {', '.join(words)}")
        return str(value)

    return Codec(str, read, str, lambda text: read(text.lower()))


def _same(value: Any) -> Any:
    return value


def _read_flag(value: Any) -> bool:
    if not isinstance(value, bool):
        raise CarromError(f"{value!r} is neither true nor false")
    return value


def _read_count(value: Any) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or not 0 <= value < 1_000_000:
        raise CarromError(f"{value!r} is not a whole number")
    return value


def _count_from_text(text: str) -> int:
    if not (text.isascii() and text.isdigit() and len(text) < 7):
        raise CarromError(f"{text!r} is not a whole number")
    return int(text)


def read_number(value: Any) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float) or not isfinite(value):
        raise CarromError(f"{value!r} is not a finite number")
    return float(value) + 0.0  # no minus zero: it would be a second text for the same number


def number_from_text(text: str) -> float:
    try:
        return read_number(float(text))
    except ValueError:
        raise CarromError(f"{text!r} is not a finite number") from None


def _numbers_from_text(text: str, count: int) -> tuple[float, ...]:
    parts = text.split(",")
    if len(parts) != count:
        raise CarromError(f"{text!r} is not {count} numbers with commas between them")
    return tuple(number_from_text(part) for part in parts)


def read_text(value: Any) -> str:
    if not isinstance(value, str):
        raise CarromError(f"{value!r} is not a text")
    if any(0xD800 <= ord(letter) <= 0xDFFF for letter in value):
        raise CarromError("half a character (a lone surrogate) is not a text")
    return value


def _read_law(value: Any) -> str:
    text = read_text(value)
    if not text or any(letter.isspace() or letter in ';"' for letter in text):
        raise CarromError(f"{value!r} is not the number of a law")
    return text


def _read_player(value: Any) -> Player:
    text = value if isinstance(value, str) else ""
    for party in PARTIES:
        if text in (f"{party}1", f"{party}2"):
            return Player(party, int(text[1]) - 1)
    raise CarromError(f"{value!r} is not a player: a1, a2, b1 or b2")


def _read_seat(value: Any) -> Seat:
    try:
        return Seat(value)
    except ValueError:
        raise CarromError(f"{value!r} is not a seat: south, east, north or west") from None


def _read_kind(value: Any) -> Kind:
    kinds: tuple[Kind, ...] = ("white", "black", "queen")
    for kind in kinds:
        if value == kind:
            return kind
    raise CarromError(f"{value!r} is not white, black or queen")


def _read_list(value: Any) -> list[Any]:
    if not isinstance(value, list | tuple):
        raise CarromError(f"{value!r} is not a list")
    return list(value)


def _read_numbers(value: Any, count: int) -> tuple[float, ...]:
    numbers = _read_list(value)
    if len(numbers) != count:
        raise CarromError(f"{value!r} is not a list of {count} numbers")
    return tuple(read_number(number) for number in numbers)


def _place(numbers: tuple[float, ...]) -> tuple[float, float]:
    return numbers[0], numbers[1]


def _places_text(places: tuple[tuple[float, float], ...]) -> str:
    return "/".join(f"{number_text(x)},{number_text(y)}" for x, y in places)


def _read_piece(value: Any) -> Piece:
    parts = _read_list(value)
    if len(parts) != 3:
        raise CarromError(f"{value!r} is not a piece: its kind, x and y")
    return Piece(_read_kind(parts[0]), read_number(parts[1]), read_number(parts[2]))


def _piece_from_text(text: str) -> Piece:
    kind, colon, place = text.partition(":")
    if not colon:
        raise CarromError(f"{text!r} is not a piece: kind:x,y")
    return Piece(_read_kind(kind.lower()), *_place(_numbers_from_text(place, 2)))


def _seats(value: Any) -> ByParty[tuple[Seat, ...]]:
    if not isinstance(value, dict) or value.keys() != {"a", "b"}:
        raise CarromError(f"{value!r} does not say where a and b sit")
    return ByParty(*(tuple(_read_seat(seat) for seat in _read_list(value[party])) for party in PARTIES))


def _seats_from_text(text: str) -> ByParty[tuple[Seat, ...]]:
    a, slash, b = text.lower().partition("/")
    if not slash:
        raise CarromError(f"{text!r} does not say where a and b sit, as south,north/east,west")
    return ByParty(*(tuple(_read_seat(seat) for seat in part.split(",")) for part in (a, b)))


def _read_position(value: Any) -> Position:
    return Position.from_text(read_text(value))


def _aim(numbers: tuple[float, ...]) -> Aim:
    from carrom.match.log.acts import Aim

    return Aim(*numbers)


def _aim_numbers(aim: Aim) -> list[float]:
    return [aim.x, aim.y, aim.direction, aim.speed]


FLAG: Codec[bool] = Codec(_same, _read_flag, str, lambda text: True, is_flag=True)
COUNT: Codec[int] = Codec(_same, _read_count, str, _count_from_text)
NUMBER: Codec[float] = Codec(_same, read_number, number_text, number_from_text)
TEXT: Codec[str] = Codec(_same, read_text, quoted, read_text)
LAW: Codec[str] = Codec(_same, _read_law, str, _read_law)
PARTY: Codec[Party] = word(*PARTIES)
PLAYER: Codec[Player] = Codec(Player.text, _read_player, Player.text, lambda text: _read_player(text.lower()))
KINDS: Codec[tuple[Kind, ...]] = Codec(
    list,
    lambda value: tuple(_read_kind(kind) for kind in _read_list(value)),
    ",".join,
    lambda text: tuple(_read_kind(kind) for kind in text.lower().split(",")),
)
PLACES: Codec[tuple[tuple[float, float], ...]] = Codec(
    lambda places: [list(place) for place in places],
    lambda value: tuple(_place(_read_numbers(place, 2)) for place in _read_list(value)),
    _places_text,
    lambda text: tuple(_place(_numbers_from_text(part, 2)) for part in text.split("/")),
)
PIECES: Codec[tuple[Piece, ...]] = Codec(
    lambda pieces: [[piece.kind, piece.x, piece.y] for piece in pieces],
    lambda value: tuple(_read_piece(piece) for piece in _read_list(value)),
    lambda pieces: "/".join(f"{piece.kind}:{number_text(piece.x)},{number_text(piece.y)}" for piece in pieces),
    lambda text: tuple(_piece_from_text(part) for part in text.split("/")),
)
POSITION: Codec[Position] = Codec(
    Position.text, _read_position, lambda position: quoted(position.text()), _read_position
)
AIM: Codec[Aim] = Codec(
    _aim_numbers,
    lambda value: _aim(_read_numbers(value, 4)),
    lambda aim: ",".join(map(number_text, _aim_numbers(aim))),
    lambda text: _aim(_numbers_from_text(text, 4)),
)
SEATS: Codec[ByParty[tuple[Seat, ...]]] = Codec(
    lambda seats: {party: [seat.value for seat in seats[party]] for party in PARTIES},
    _seats,
    lambda seats: "/".join(",".join(seat.value for seat in seats[party]) for party in PARTIES),
    _seats_from_text,
)
