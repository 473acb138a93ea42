"""Convert JSON and TOML values to dataclasses and back, guided by type annotations.

Defaults are not written. Errors name the place and the problem: `before.owed: unknown field "x"; it may have player,
opponent`. A type registers a format with `register_form`; conditions are annotations: `Annotated[int, within(0, 9)]`.
"""

from __future__ import annotations

import dataclasses
import json
import types
from collections.abc import Callable, Collection, Mapping
from datetime import date, datetime
from enum import Enum
from functools import cache, reduce
from itertools import repeat
from math import isfinite
from typing import Annotated, Any, Literal, NewType, TypeVar, Union, get_args, get_origin, get_type_hints

from carrom.base.errors import CarromError


class MisreadError(CarromError):
    """An unreadable value; its place is added in front as the error travels up."""

    def __init__(self, sentence: str, *, place: str = "", joint: str = ": ") -> None:
        super().__init__("misread", sentence)
        self.sentence, self.place, self._joint = sentence, place, joint

    def inside(self, place: str) -> MisreadError:
        dot = "." if place and self.place and self.place[0] != "[" else ""
        return MisreadError(self.sentence, place=f"{place}{dot}{self.place}", joint=self._joint)

    def __str__(self) -> str:
        return f"{self.place}{self._joint}{self.sentence}" if self.place else self.sentence


def misread_value(value: Any, wanted: str) -> MisreadError:
    return MisreadError(f"{quote_value(value)} is not {wanted}")


def quote_value(value: Any) -> str:
    """Quote a value as JSON, cut short if long."""
    try:
        text = json.dumps(value, ensure_ascii=False)
        if not text.isprintable():  # a lone surrogate, or a character that would reverse the line
            text = json.dumps(value)
    except (TypeError, ValueError):  # a TOML date, or thousands of digits
        text = str(value) if isinstance(value, date) else f"this {type(value).__name__}"
    except RecursionError:
        text = "what is nested so deeply"
    return text if len(text) <= 80 else f"{text[:77]}…"


def as_misread(error: CarromError) -> MisreadError:
    return error if isinstance(error, MisreadError) else MisreadError(str(error))


Reader = Callable[[Any], Any]
"""Converts a JSON or TOML value to ours. Its `CarromError`s are reported with their place."""


def integer(value: Any) -> int:
    if type(value) is int:
        return value
    raise misread_value(value, "a whole number")


def finite_number(value: Any) -> float:
    try:
        if not isinstance(value, bool) and isinstance(value, int | float) and isfinite(value):
            return float(value)
    except OverflowError:
        pass
    raise misread_value(value, "a finite number")


def string(value: Any) -> str:
    if isinstance(value, str):
        return value
    raise misread_value(value, "a text")


def boolean(value: Any) -> bool:
    if value is True or value is False:
        return value
    raise misread_value(value, "true or false")


def iso_date(tp: type[date], example: str) -> Reader:
    def read(value: Any) -> date:
        try:
            return tp.fromisoformat(value)
        except (TypeError, ValueError):
            raise misread_value(value, example) from None

    return read


def one_of(words: dict[Any, Any]) -> Reader:
    def read(value: Any) -> Any:
        if type(value) is str and value in words:
            return words[value]
        raise misread_value(value, f"one of {', '.join(map(str, words))}")

    return read


def list_of(readers: tuple[Reader, ...] | repeat[Reader], wanted: str) -> Reader:
    """Read a list with one reader per item, or of any length if a reader is repeated."""
    count = len(readers) if isinstance(readers, tuple) else None

    def read_list(value: Any) -> tuple[Any, ...]:
        if not isinstance(value, list | tuple) or count not in (None, len(value)):
            raise misread_value(value, wanted)
        found: list[Any] = []
        try:
            for read, one in zip(readers, value, strict=False):
                found.append(read(one))
        except CarromError as error:
            raise as_misread(error).inside(f"[{len(found)}]") from None
        return tuple(found)

    return read_list


def mapping_of(read: Reader) -> Reader:
    def read_mapping(value: Any) -> dict[Any, Any]:
        if not isinstance(value, Mapping):
            raise misread_value(value, "an object")
        found = {}
        key = None
        try:
            for key, one in value.items():
                found[key] = read(one)
        except CarromError as error:
            raise as_misread(error).inside(str(key)) from None
        return found

    return read_mapping


def mapping_without_nulls(read: Reader) -> Reader:
    read_all = mapping_of(lambda value: None if value is None else read(value))
    return lambda value: {key: one for key, one in read_all(value).items() if one is not None}


def object_with(
    readers: Mapping[str, Reader], needed: Collection[str] = (), *, null_is_absent: bool = False
) -> Callable[[Any], dict[str, Any]]:
    known = dict(readers)
    least = frozenset(needed)

    def read(value: Any) -> dict[str, Any]:
        if not isinstance(value, Mapping):
            raise misread_value(value, f"an object with {', '.join(known)}" if known else "an object")
        found = {}
        key = None
        try:
            for key, one in value.items():
                if key not in known:
                    raise MisreadError(_unknown(key, known))
                if one is not None or not null_is_absent:
                    found[key] = known[key](one)
        except CarromError as error:
            raise (error if key not in known else as_misread(error).inside(str(key))) from None
        if not least <= found.keys():
            raise MisreadError(
                "is missing", place=next(name for name in known if name in least - found.keys()), joint=" "
            )
        return found

    return read


def _unknown(key: Any, known: Mapping[str, Any]) -> str:
    return f"unknown field {quote_value(key)}; " + (f"it may have {', '.join(known)}" if known else "it has none")


def with_check(read: Reader, check: Callable[[Any], Any]) -> Reader:
    return lambda value: check(read(value))


Value = TypeVar("Value")


def decode(tp: type[Value], value: Any, where: str = "") -> Value:
    """Decode a JSON value; `where` is its name in errors."""
    wanted: Any = tp
    read: Callable[[Any], Value] = reader_for(wanted)
    return read_at(where, read, value)


def read_at(where: str, read: Callable[[Any], Value], value: Any) -> Value:
    """Apply a reader, putting this place in front of its errors."""
    try:
        return read(value)
    except CarromError as error:
        raise as_misread(error).inside(where) from None


def encode(value: Any) -> Any:
    tp: Any = type(value)
    return _writer(tp)(value)


# --- annotations that add to the type ------------------------------------------------------------------------------


@dataclasses.dataclass(frozen=True, slots=True)
class ReadBy:
    """Annotation: read the value with this reader, whatever its type."""

    read: Reader


def within(least: int, most: int | None = None) -> Callable[[int], int]:
    """Make an annotation that limits a number."""
    wanted = f"{least} or more" if most is None else f"from {least} to {most}"

    def check(value: int) -> int:
        if value < least or (most is not None and value > most):
            raise misread_value(value, wanted)
        return value

    return check


def not_blank(value: str) -> str:
    """Check that a text is not blank; used as an annotation."""
    if not value.strip():
        raise misread_value(value, "a name")
    return value


Name = Annotated[str, not_blank]


# --- readers ---------------------------------------------------------------------------------------------------------


def register_form(tp: Any, write: Callable[[Any], Any], read: Reader) -> None:
    """Register a format for a type or a union."""
    _READERS[_key(tp)] = read
    for one in get_args(tp) or (tp,):
        _WRITERS[one] = write


def reader_for(tp: Any) -> Reader:
    # Literal["b", "a"] equals Literal["a", "b"], but errors list the words in the annotation's order.
    return _reader(tp, "" if isinstance(tp, type) else repr(tp))


@cache
def _reader(tp: Any, name: str) -> Reader:
    own = _READERS.get(_key(tp))
    if own is not None:
        return own
    if isinstance(tp, NewType):
        return reader_for(tp.__supertype__)
    origin, inner = get_origin(tp), get_args(tp)
    if origin is Annotated and isinstance(tp.__metadata__[0], ReadBy):
        return tp.__metadata__[0].read
    if origin is Annotated:
        return reduce(with_check, tp.__metadata__, reader_for(inner[0]))
    if origin is Literal:
        return one_of({word: word for word in inner})
    if origin in (Union, types.UnionType):
        return _optional(tp)
    if origin is tuple:
        if inner[-1] is Ellipsis:
            return list_of(repeat(reader_for(inner[0])), "a list")
        return list_of(tuple(map(reader_for, inner)), f"a list of {len(inner)}")
    if origin is not None and issubclass(origin, Mapping):
        return mapping_of(reader_for(inner[1]))
    if isinstance(tp, type) and issubclass(tp, Enum):
        return one_of({one.value: one for one in tp})
    return dataclass_reader(tp)


def dataclass_reader(
    tp: type[Value],
    *,
    names: Mapping[str, str] | None = None,
    without: Collection[str] = (),
    all_needed: bool = False,
    null_is_absent: bool = False,
) -> Callable[[Any], Value]:
    """Build a reader for a dataclass.

    `names` maps keys to fields of other names, `without` lists forbidden fields, and `all_needed` ignores defaults.
    """
    of: Any = get_origin(tp) or tp
    make: Callable[..., Value] = of
    given = dict(zip(getattr(of, "__parameters__", ()), get_args(tp), strict=True))
    hints = get_type_hints(of, include_extras=True)
    inside = dict(names or {})
    outside = {name: called for called, name in inside.items()}
    readers, needed = {}, []
    for field in dataclasses.fields(of):
        if field.name not in without and field.init:
            called, hint = outside.get(field.name, field.name), hints[field.name]
            readers[called] = reader_for(given.get(hint, hint))
            if all_needed or _default(field) is dataclasses.MISSING:
                needed.append(called)
    read = object_with(readers, needed, null_is_absent=null_is_absent)
    plan, keys = list(readers.items()), readers.keys()
    by_place = not without and not null_is_absent and not any(field.kw_only for field in dataclasses.fields(of))

    def read_record(value: Any) -> Value:
        if by_place and type(value) is dict and value.keys() == keys:
            try:  # fast path with all fields, whose errors are imprecise
                return make(*[read_one(value[called]) for called, read_one in plan])
            except CarromError:
                pass
        return make(**{inside.get(key, key): one for key, one in read(value).items()})

    return read_record


def _optional(tp: Any) -> Reader:
    inner = [one for one in get_args(tp) if one is not type(None)]
    read = reader_for(inner[0]) if len(inner) == 1 else _READERS.get(frozenset(inner))
    if read is None:
        raise TypeError(f"{tp} has no form of its own: give it one with shape()")
    return lambda value: None if value is None else read(value)


_READERS: dict[Any, Reader] = {
    int: integer,
    float: finite_number,
    str: string,
    bool: boolean,
    Any: lambda value: value,
    date: iso_date(date, "a date such as 2024-11-05"),
    datetime: iso_date(datetime, "a time such as 2024-11-05T09:30:00"),
}


def _key(tp: Any) -> Any:
    """Equal unions, however written, share one key."""
    return frozenset(get_args(tp)) if get_origin(tp) in (Union, types.UnionType) else tp


# --- writers ---------------------------------------------------------------------------------------------------------

_WRITERS: dict[Any, Callable[[Any], Any]] = {
    datetime: lambda value: value.isoformat(timespec="seconds"),
    date: lambda value: value.isoformat(),
}


@cache
def _writer(tp: type) -> Callable[[Any], Any]:
    if tp in _WRITERS:
        return _WRITERS[tp]
    if issubclass(tp, Enum):
        return lambda value: value.value
    if issubclass(tp, tuple | list):
        return lambda value: [encode(one) for one in value]
    if issubclass(tp, Mapping):
        return lambda value: {key: encode(one) for key, one in value.items()}
    if dataclasses.is_dataclass(tp):
        defaults = [(field.name, _default(field)) for field in dataclasses.fields(tp)]
        return lambda value: {
            name: encode(found) for name, default in defaults if (found := getattr(value, name)) != default
        }
    return lambda value: value


def _default(field: dataclasses.Field[Any]) -> Any:
    return field.default_factory() if field.default_factory is not dataclasses.MISSING else field.default
