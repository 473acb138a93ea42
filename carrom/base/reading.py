"""JSON and TOML values to our own and back, by their annotations: one mechanism and one wording for every room.

What equals its default is not written. What is read must be known, complete and of its type, and an error names the
place and says what is wrong there: `before.owed: unknown field "x"; it may have player, opponent`,
`before.own is missing`, `boards[2].winner: "c" is not one of a, b`. A type with a form of its own registers it with
`shape`; what a value must be besides its type stands in its annotation: `Annotated[int, within(0, 9)]`.

The reader of a type is put together once, of closures, when it is first asked for.
"""

from __future__ import annotations

import dataclasses
import types
from collections.abc import Callable, Collection, Mapping
from datetime import date, datetime
from enum import Enum
from functools import cache
from math import isfinite
from typing import Annotated, Any, Literal, NewType, TypeVar, Union, get_args, get_origin, get_type_hints

from carrom.base.errors import CarromError
from carrom.base.misread import MisreadError, misread, shown, wrong

Value = TypeVar("Value")
Reader = Callable[[Any], Any]
"""From what JSON or TOML has to a value of ours. Any `CarromError` that it raises is told with its place."""


def decode(tp: type[Value], value: Any, where: str = "") -> Value:
    """The value that JSON stands for; `where` is its name in an error."""
    wanted: Any = tp
    read: Callable[[Any], Value] = reader(wanted)
    return read_at(where, read, value)


def read_at(where: str, read: Callable[[Any], Value], value: Any) -> Value:
    """What a reader makes of a value, its errors told with this place in front."""
    try:
        return read(value)
    except CarromError as error:
        raise misread(error).inside(where) from None


def encode(value: Any) -> Any:
    """The JSON form of a value."""
    tp: Any = type(value)
    return _writer(tp)(value)


# --- what annotations say besides the type ---------------------------------------------------------------------------


@dataclasses.dataclass(frozen=True, slots=True)
class By:
    """Read by this, whatever the type says."""

    read: Reader


def within(least: int, most: int | None = None) -> Callable[[int], int]:
    """A number of this size."""
    wanted = f"{least} or more" if most is None else f"from {least} to {most}"

    def check(value: int) -> int:
        if value < least or (most is not None and value > most):
            raise wrong(value, wanted)
        return value

    return check


def named(value: str) -> str:
    """A text that is not blank."""
    if not value.strip():
        raise wrong(value, "a name")
    return value


Name = Annotated[str, named]


# --- readers ---------------------------------------------------------------------------------------------------------


def shape(tp: Any, write: Callable[[Any], Any], read: Reader) -> None:
    """Give a type (or a union of types) its own form."""
    _READERS[_key(tp)] = read
    for one in get_args(tp) or (tp,):
        _WRITERS[one] = write


def reader(tp: Any) -> Reader:
    """What reads values of this type."""
    # Literal["a", "b"] equals Literal["b", "a"], but its words are told in the order in which it has them.
    return _reader(tp, "" if isinstance(tp, type) else repr(tp))


@cache
def _reader(tp: Any, name: str) -> Reader:
    own = _READERS.get(_key(tp))
    if own is not None:
        return own
    if isinstance(tp, NewType):
        return reader(tp.__supertype__)
    origin, inner = get_origin(tp), get_args(tp)
    if origin is Annotated and isinstance(tp.__metadata__[0], By):
        return tp.__metadata__[0].read
    if origin is Annotated:
        return _checked(reader(inner[0]), tp.__metadata__)
    if origin is Literal:
        return _one_of({word: word for word in inner})
    if origin in (Union, types.UnionType):
        return _optional(tp)
    if origin is tuple:
        return _list(reader(inner[0])) if inner[-1] is Ellipsis else _fixed(tuple(map(reader, inner)))
    if origin is not None and issubclass(origin, Mapping):
        return _mapping(reader(inner[1]))
    if isinstance(tp, type) and issubclass(tp, Enum):
        return _one_of({one.value: one for one in tp})
    return record(tp)


def record(
    tp: type[Value],
    *,
    names: Mapping[str, str] | None = None,
    without: Collection[str] = (),
    all_needed: bool = False,
    null_is_absent: bool = False,
) -> Callable[[Any], Value]:
    """What reads objects into this dataclass. `names` are those of fields that the object calls otherwise, `without`
    the fields that it cannot have; `all_needed` leaves nothing to defaults.
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
            readers[called] = reader(given.get(hint, hint))
            if all_needed or _default(field) is dataclasses.MISSING:
                needed.append(called)
    read = fields(readers, needed, null_is_absent=null_is_absent)
    plan, keys = list(readers.items()), readers.keys()
    by_place = not without and not null_is_absent and not any(field.kw_only for field in dataclasses.fields(of))

    def read_record(value: Any) -> Value:
        if by_place and type(value) is dict and value.keys() == keys:
            try:  # nothing is left to defaults: the short way, which cannot say what is wrong
                return make(*[read_one(value[called]) for called, read_one in plan])
            except CarromError:
                pass
        return make(**{inside.get(key, key): one for key, one in read(value).items()})

    return read_record


def fields(
    readers: Mapping[str, Reader], needed: Collection[str] = (), *, null_is_absent: bool = False
) -> Callable[[Any], dict[str, Any]]:
    """What reads an object of such fields."""
    known = dict(readers)
    least = frozenset(needed)

    def read(value: Any) -> dict[str, Any]:
        if not isinstance(value, Mapping):
            raise wrong(value, f"an object with {', '.join(known)}" if known else "an object")
        found = {}
        key = None
        try:
            for key, one in value.items():
                if key not in known:
                    raise MisreadError(_unknown(key, known))
                if one is not None or not null_is_absent:
                    found[key] = known[key](one)
        except CarromError as error:
            raise (error if key not in known else misread(error).inside(str(key))) from None
        if not least <= found.keys():
            raise MisreadError(
                "is missing", place=next(name for name in known if name in least - found.keys()), joint=" "
            )
        return found

    return read


def _unknown(key: Any, known: Mapping[str, Any]) -> str:
    return f"unknown field {shown(key)}; " + (f"it may have {', '.join(known)}" if known else "it has none")


def _checked(read: Reader, checks: tuple[Callable[[Any], Any], ...]) -> Reader:
    if len(checks) == 1:
        check = checks[0]
        return lambda value: check(read(value))

    def read_all(value: Any) -> Any:
        found = read(value)
        for check in checks:
            found = check(found)
        return found

    return read_all


def _one_of(words: dict[Any, Any]) -> Reader:
    def read(value: Any) -> Any:
        if type(value) is str and value in words:
            return words[value]
        raise wrong(value, f"one of {', '.join(map(str, words))}")

    return read


def _optional(tp: Any) -> Reader:
    inner = [one for one in get_args(tp) if one is not type(None)]
    read = reader(inner[0]) if len(inner) == 1 else _READERS.get(frozenset(inner))
    if read is None:
        raise TypeError(f"{tp} has no form of its own: give it one with shape()")
    return lambda value: None if value is None else read(value)


def _list(read: Reader) -> Reader:
    def read_list(value: Any) -> tuple[Any, ...]:
        if not isinstance(value, list | tuple):
            raise wrong(value, "a list")
        found: list[Any] = []
        try:
            for one in value:
                found.append(read(one))
        except CarromError as error:
            raise misread(error).inside(f"[{len(found)}]") from None
        return tuple(found)

    return read_list


def _fixed(readers: tuple[Reader, ...]) -> Reader:
    def read_fixed(value: Any) -> tuple[Any, ...]:
        if not isinstance(value, list | tuple) or len(value) != len(readers):
            raise wrong(value, f"a list of {len(readers)}")
        found: list[Any] = []
        try:
            for read, one in zip(readers, value, strict=True):
                found.append(read(one))
        except CarromError as error:
            raise misread(error).inside(f"[{len(found)}]") from None
        return tuple(found)

    return read_fixed


def _mapping(read: Reader) -> Reader:
    def read_mapping(value: Any) -> dict[Any, Any]:
        if not isinstance(value, Mapping):
            raise wrong(value, "an object")
        found = {}
        key = None
        try:
            for key, one in value.items():
                found[key] = read(one)
        except CarromError as error:
            raise misread(error).inside(str(key)) from None
        return found

    return read_mapping


def _whole(value: Any) -> int:
    if type(value) is int:
        return value
    raise wrong(value, "a whole number")


def _number(value: Any) -> float:
    try:
        if not isinstance(value, bool) and isinstance(value, int | float) and isfinite(value):
            return float(value)
    except OverflowError:
        pass
    raise wrong(value, "a finite number")


def _text(value: Any) -> str:
    if isinstance(value, str):
        return value
    raise wrong(value, "a text")


def _flag(value: Any) -> bool:
    if value is True or value is False:
        return value
    raise wrong(value, "true or false")


def _when(tp: type[date], example: str) -> Reader:
    def read(value: Any) -> date:
        try:
            return tp.fromisoformat(value)
        except (TypeError, ValueError):
            raise wrong(value, example) from None

    return read


_READERS: dict[Any, Reader] = {
    int: _whole,
    float: _number,
    str: _text,
    bool: _flag,
    Any: lambda value: value,
    date: _when(date, "a date such as 2024-11-05"),
    datetime: _when(datetime, "a time such as 2024-11-05T09:30:00"),
}


def _key(tp: Any) -> Any:
    """Unions are the same however they are written."""
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
