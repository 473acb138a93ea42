"""The notation of a record: one event per line.

    12. @0:03:15.5 stroke own 2 striker aim 0,-252.6,3.5,6 rests "white:10,20 queen:0,0"

A number, the time since the record was opened (if known), the kind of act, its fields. Required fields come first
without a name; the others are `name value`, or a bare word for yes. A `;` begins a comment.
"""

import json
import re
from collections.abc import Callable, Iterator
from dataclasses import MISSING, dataclass, fields
from functools import cache
from types import NoneType
from typing import Any, NamedTuple, get_args, get_type_hints

from carrom.base.codec import misread_value, read_at, reader_for
from carrom.base.errors import CarromError
from carrom.equipment import Kind, Piece, Position, Seat, Stroke
from carrom.equipment.position import number_text
from carrom.match.log.acts import ACTS, Act, Count, Law, Number, Places, Text
from carrom.match.log.event import Event, act_class
from carrom.match.parties import PARTIES, ByParty, PlayerId, Who, who_text

_TOKEN = re.compile(r'\s*(?:(;.*)|("(?:[^"\\]|\\.)*")|([^\s";]+))', re.DOTALL)
_TEXT = reader_for(Text)
_NUMBER = re.compile(r"(\d{1,9})\.?")
_TIME = re.compile(r"@(?:(?:(\d{1,9}):)?(\d{1,9}):)?(\d{1,9}(?:\.\d{1,9})?)")


class Token(NamedTuple):
    text: str
    is_quoted: bool


def event_text(event: Event) -> str:
    words = [f"{event.number}."]
    if event.at is not None:
        words.append(time_text(event.at))
    return " ".join((*words, act_text(event.act)))


def act_text(act: Act) -> str:
    """Canonical words of an act, without number and time."""
    words = [act.kind]
    for name, spec in field_specs(act.kind).items():
        value = getattr(act, name)
        if spec.is_first:
            words.append(spec.words.write(value))
        elif value != spec.default:
            words.append(spec.word)
            if not spec.words.is_flag:
                words.append(spec.words.write(value))
    return " ".join(words)


def event_from_text(line: str, *, number: int) -> Event:
    """Read a line leniently; `number` is for a line without one. Raises `CarromError`."""
    tokens = list(tokens_of(line))
    if not tokens:
        raise CarromError("no-event", "there is no event in this line")
    numbered = _NUMBER.fullmatch(tokens[0].text)
    if numbered and not tokens[0].is_quoted:
        number = int(numbered[1])
        tokens.pop(0)
    at = None
    if tokens and tokens[0].text.startswith("@") and not tokens[0].is_quoted:
        at = time_from_text(tokens.pop(0).text)
    if number < 1:
        raise CarromError("bad-event-number", "events are numbered from 1")
    return Event(number, _act(tokens), at)


def act_from_text(line: str) -> Act:
    return _act(list(tokens_of(line)))


def _act(tokens: list[Token]) -> Act:
    if not tokens:
        raise CarromError("no-act", "the line says nothing that happened")
    act = act_class(tokens[0].text.lower())
    specs = field_specs(act.kind)
    by_word = {spec.word: spec for spec in specs.values() if not spec.is_first}
    rest = tokens[1:]
    given: dict[str, Any] = {}
    for name, spec in specs.items():
        if spec.is_first and rest and (rest[0].is_quoted or rest[0].text.lower() not in by_word):
            text = rest.pop(0).text
            while spec.words.is_list and rest and not rest[0].is_quoted and rest[0].text.lower() not in by_word:
                text += f",{rest.pop(0).text}"
            given[name] = read_at(spec.word, spec.words.read, text)
    while rest:
        token = rest.pop(0)
        named = None if token.is_quoted else by_word.get(token.text.lower())
        if named is None:
            raise CarromError("word-misplaced", f"{act.kind}: {token.text!r} has no place there")
        if named.name in given:
            raise CarromError("word-twice", f"{act.kind}: {token.text!r} appears twice")
        if named.words.is_flag:
            given[named.name] = not named.default
        elif not rest:
            raise CarromError("value-missing", f"{act.kind}: {token.text!r} has no value")
        else:
            given[named.name] = read_at(named.word, named.words.read, rest.pop(0).text)
    for name, spec in specs.items():
        if spec.default is MISSING and name not in given:
            raise CarromError("word-missing", f"{act.kind}: {name} is missing")
    return act(**given)


def tokens_of(line: str) -> Iterator[Token]:
    """Words of a line. Quoted texts are read as JSON; a comment ends the line."""
    at = 0
    line = line.rstrip()
    while at < len(line):
        found = _TOKEN.match(line, at)
        if found is None:
            raise CarromError("quote-open", f"a quotation is not closed: {line[at:].strip()!r}")
        at = found.end()
        if found[1] is not None:
            return
        if found[2] is None:
            yield Token(found[3], False)
            continue
        try:
            yield Token(_TEXT(json.loads(found[2], strict=False)), True)
        except json.JSONDecodeError:
            raise CarromError("not-quoted", f"not a quoted text: {found[2]}") from None


def time_text(seconds: float) -> str:
    """`@h:mm:ss`, with up to three decimals as needed."""
    thousandths = round(seconds * 1000)
    minutes, rest = divmod(thousandths, 60_000)
    decimals = f".{rest % 1000:03d}".rstrip("0").rstrip(".")
    return f"@{minutes // 60}:{minutes % 60:02d}:{rest // 1000:02d}{decimals}"


def time_from_text(text: str) -> float:
    """Read `@h:mm:ss`, `@mm:ss` or `@ss`."""
    found = _TIME.fullmatch(text)
    if found is None:
        raise CarromError("bad-time", f"{text!r} is not a time: @h:mm:ss")
    hours, minutes, seconds = int(found[1] or 0), int(found[2] or 0), float(found[3])
    return round(hours * 3600 + minutes * 60 + seconds, 3)


# --- fields ----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class FieldFormat:
    """How a type is written. `read` raises `CarromError`."""

    write: Callable[[Any], str]
    read: Callable[[str], Any]
    is_flag: bool = False
    """Written as the bare field name for yes, left out for no."""
    is_list: bool = False
    """A list: as the first field, its parts may be separated by blanks."""


@dataclass(frozen=True, slots=True)
class FieldSpec:
    """How a field is written. `is_first`: without its name, straight after the kind."""

    name: str
    default: Any
    word: str
    is_first: bool
    words: FieldFormat


@cache
def field_specs(kind: str) -> dict[str, FieldSpec]:
    """Fields of this kind, in the order of declaration."""
    act = ACTS[kind]
    hints = get_type_hints(act, include_extras=True)
    return {
        one.name: FieldSpec(
            one.name,
            one.default,
            one.metadata.get("word", one.name),
            one.default is MISSING or "first" in one.metadata,
            _format_of(hints[one.name]),
        )
        for one in fields(act)  # type: ignore[arg-type]  # every act is a dataclass
    }


def act_usage(kind: str) -> str:
    """Usage of this kind of act: `foul PARTY LAW [note NOTE]`."""
    words = [kind]
    for spec in field_specs(kind).values():
        name = spec.name.upper()
        if spec.is_first:
            words.append(name if spec.default is MISSING else f"[{name}]")
        else:
            words.append(f"[{spec.word}]" if spec.words.is_flag else f"[{spec.word} {name}]")
    return " ".join(words)


def quoted(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)


def _format_of(tp: Any) -> FieldFormat:
    inner = [one for one in get_args(tp) if one is not NoneType]
    if NoneType in get_args(tp):
        return _format_of(inner[0])
    read = reader_for(tp)
    return _FORMATS[tp] if tp in _FORMATS else FieldFormat(str, lambda text: read(text.lower()))  # one of a few words


def _count_from_text(text: str) -> int:
    if not (text.isascii() and text.isdigit() and len(text) < 7):
        raise misread_value(text, "a whole number")
    return int(text)


def _number_from_text(text: str) -> float:
    try:
        number: float = _number(float(text))
    except ValueError:
        raise misread_value(text, "a finite number") from None
    return number


def _numbers_from_text(text: str, count: int) -> list[float]:
    parts = text.split(",")
    if len(parts) != count:
        raise misread_value(text, f"{count} numbers with commas between them")
    return [_number_from_text(part) for part in parts]


def _piece_from_text(text: str) -> Piece:
    kind, colon, place = text.partition(":")
    if not colon:
        raise misread_value(text, "a piece: kind:x,y")
    piece: Piece = _piece([kind.lower(), *_numbers_from_text(place, 2)])
    return piece


def _seats_from_text(text: str) -> ByParty[tuple[Seat, ...]]:
    sides = text.lower().split("/")
    if len(sides) != 2:
        raise CarromError("bad-seats", f"{text!r} does not say where a and b sit, as south,north/east,west")
    return ByParty(*(_seats(side.split(",")) if side else () for side in sides))


def _place_text(place: tuple[float, float]) -> str:
    return ",".join(map(number_text, place))


_number, _piece = reader_for(Number), reader_for(Piece)
_kinds, _seats = reader_for(tuple[Kind, ...]), reader_for(tuple[Seat, ...])
_law, _text, _player, _position = reader_for(Law), reader_for(Text), reader_for(PlayerId), reader_for(Position)
_who = reader_for(Who)

_FORMATS: dict[Any, FieldFormat] = {
    bool: FieldFormat(str, lambda text: True, is_flag=True),
    Count: FieldFormat(str, _count_from_text),
    Number: FieldFormat(number_text, _number_from_text),
    Text: FieldFormat(quoted, _text),
    Law: FieldFormat(str, _law),
    PlayerId: FieldFormat(PlayerId.text, lambda text: _player(text.lower())),
    Who: FieldFormat(who_text, lambda text: _who(text.lower())),
    tuple[Kind, ...]: FieldFormat(",".join, lambda text: _kinds(text.lower().split(",")), is_list=True),
    Places: FieldFormat(
        lambda places: "/".join(map(_place_text, places)),
        lambda text: tuple(tuple(_numbers_from_text(part, 2)) for part in text.split("/")),
    ),
    tuple[Piece, ...]: FieldFormat(
        lambda pieces: "/".join(f"{piece.kind}:{_place_text((piece.x, piece.y))}" for piece in pieces),
        lambda text: tuple(map(_piece_from_text, text.split("/"))),
    ),
    Position: FieldFormat(lambda position: quoted(position.text()), _position),
    Stroke: FieldFormat(
        lambda aim: ",".join(map(number_text, aim.numbers())),
        lambda text: Stroke(*_numbers_from_text(text, 5 if text.count(",") == 4 else 4)),
    ),
    ByParty[tuple[Seat, ...]]: FieldFormat(
        lambda seats: "/".join(",".join(seat.value for seat in seats[party]) for party in PARTIES), _seats_from_text
    ),
}
