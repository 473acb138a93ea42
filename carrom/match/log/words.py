"""How the values inside an act are written in the record: as one word, or as a quoted text."""

import json
from collections.abc import Callable
from dataclasses import MISSING, dataclass, fields
from functools import cache
from types import NoneType
from typing import Any, get_args, get_type_hints

from carrom.base.errors import CarromError
from carrom.base.misread import wrong
from carrom.base.reading import reader
from carrom.equipment import Kind, Piece, Position, Seat, Stroke
from carrom.equipment.position import number_text
from carrom.match.log.acts import ACTS
from carrom.match.log.field_types import Count, Law, Number, Places, Text
from carrom.match.parties import PARTIES, ByParty, PlayerId, Who, who_text


@dataclass(frozen=True, slots=True)
class Words:
    """How one type is written. `read` raises `CarromError` for what it cannot read."""

    write: Callable[[Any], str]
    read: Callable[[str], Any]
    is_flag: bool = False
    """Yes is the bare name of the field, no is nothing."""
    is_list: bool = False
    """Read with blanks between its parts too, where it stands first."""


@dataclass(frozen=True, slots=True)
class Spec:
    """One field of an act as the record has it. `is_first`: written without its name, straight after the kind."""

    name: str
    default: Any
    word: str
    is_first: bool
    words: Words


@cache
def specs_of(kind: str) -> dict[str, Spec]:
    """The fields of this kind of act by their names, in the order in which they are declared."""
    act = ACTS[kind]
    hints = get_type_hints(act, include_extras=True)
    return {
        one.name: Spec(
            one.name,
            one.default,
            one.metadata.get("word", one.name),
            one.default is MISSING or "first" in one.metadata,
            _words_of(hints[one.name]),
        )
        for one in fields(act)  # type: ignore[arg-type]  # every act is a dataclass
    }


def usage(kind: str) -> str:
    """How this kind of act is written: `foul PARTY LAW [note NOTE]`."""
    words = [kind]
    for spec in specs_of(kind).values():
        name = spec.name.upper()
        if spec.is_first:
            words.append(name if spec.default is MISSING else f"[{name}]")
        else:
            words.append(f"[{spec.word}]" if spec.words.is_flag else f"[{spec.word} {name}]")
    return " ".join(words)


def quoted(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)


def _words_of(tp: Any) -> Words:
    inner = [one for one in get_args(tp) if one is not NoneType]
    if NoneType in get_args(tp):
        return _words_of(inner[0])
    read = reader(tp)
    return _WORDS[tp] if tp in _WORDS else Words(str, lambda text: read(text.lower()))  # one of a few words


def _count_from_text(text: str) -> int:
    if not (text.isascii() and text.isdigit() and len(text) < 7):
        raise wrong(text, "a whole number")
    return int(text)


def _number_from_text(text: str) -> float:
    try:
        number: float = _number(float(text))
    except ValueError:
        raise wrong(text, "a finite number") from None
    return number


def _numbers_from_text(text: str, count: int) -> list[float]:
    parts = text.split(",")
    if len(parts) != count:
        raise wrong(text, f"{count} numbers with commas between them")
    return [_number_from_text(part) for part in parts]


def _piece_from_text(text: str) -> Piece:
    kind, colon, place = text.partition(":")
    if not colon:
        raise wrong(text, "a piece: kind:x,y")
    piece: Piece = _piece([kind.lower(), *_numbers_from_text(place, 2)])
    return piece


def _seats_from_text(text: str) -> ByParty[tuple[Seat, ...]]:
    sides = text.lower().split("/")
    if len(sides) != 2:
        raise CarromError("bad-seats", f"{text!r} does not say where a and b sit, as south,north/east,west")
    return ByParty(*(_seats(side.split(",")) if side else () for side in sides))


def _place_text(place: tuple[float, float]) -> str:
    return ",".join(map(number_text, place))


_number, _piece = reader(Number), reader(Piece)
_kinds, _seats = reader(tuple[Kind, ...]), reader(tuple[Seat, ...])
_law, _text, _player, _position = reader(Law), reader(Text), reader(PlayerId), reader(Position)
_who = reader(Who)

_WORDS: dict[Any, Words] = {
    bool: Words(str, lambda text: True, is_flag=True),
    Count: Words(str, _count_from_text),
    Number: Words(number_text, _number_from_text),
    Text: Words(quoted, _text),
    Law: Words(str, _law),
    PlayerId: Words(PlayerId.text, lambda text: _player(text.lower())),
    Who: Words(who_text, lambda text: _who(text.lower())),
    tuple[Kind, ...]: Words(",".join, lambda text: _kinds(text.lower().split(",")), is_list=True),
    Places: Words(
        lambda places: "/".join(map(_place_text, places)),
        lambda text: tuple(tuple(_numbers_from_text(part, 2)) for part in text.split("/")),
    ),
    tuple[Piece, ...]: Words(
        lambda pieces: "/".join(f"{piece.kind}:{_place_text((piece.x, piece.y))}" for piece in pieces),
        lambda text: tuple(map(_piece_from_text, text.split("/"))),
    ),
    Position: Words(lambda position: quoted(position.text()), _position),
    Stroke: Words(
        lambda aim: ",".join(map(number_text, aim.numbers())),
        lambda text: Stroke(*_numbers_from_text(text, 5 if text.count(",") == 4 else 4)),
    ),
    ByParty[tuple[Seat, ...]]: Words(
        lambda seats: "/".join(",".join(seat.value for seat in seats[party]) for party in PARTIES), _seats_from_text
    ),
}
