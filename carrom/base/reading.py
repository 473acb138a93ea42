"""JSON and TOML values to our own and back, by their annotations: one mechanism and one wording for every room.

What equals its default is not written. What is read must be known, complete and of its type, and an error names the
place and says what is wrong there: `before.owed: unknown field "x"; it may have player, opponent`,
`before.own is missing`, `boards[2].winner: "c" is not one of a, b`. A type with a form of its own registers it with
`shape`; what a value must be besides its type stands in its annotation: `Annotated[int, within(0, 9)]`.

The reader of a type is put together once, of closures, when it is first asked for.
"""

import dataclasses
import types
from collections.abc import Callable, Collection, Mapping
from datetime import date, datetime
from enum import Enum
from functools import cache, reduce
from itertools import repeat
from typing import Annotated, Any, Literal, NewType, TypeVar, Union, get_args, get_origin, get_type_hints

from carrom.base.errors import CarromError
from carrom.base.misread import misread, wrong
from carrom.base.readers import Reader, checked, fields, flag, list_of, mapping_of, number, one_of, text, when, whole

Value = TypeVar("Value")


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
        return reduce(checked, tp.__metadata__, reader(inner[0]))
    if origin is Literal:
        return one_of({word: word for word in inner})
    if origin in (Union, types.UnionType):
        return _optional(tp)
    if origin is tuple:
        if inner[-1] is Ellipsis:
            return list_of(repeat(reader(inner[0])), "a list")
        return list_of(tuple(map(reader, inner)), f"a list of {len(inner)}")
    if origin is not None and issubclass(origin, Mapping):
        return mapping_of(reader(inner[1]))
    if isinstance(tp, type) and issubclass(tp, Enum):
        return one_of({one.value: one for one in tp})
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


def _optional(tp: Any) -> Reader:
    inner = [one for one in get_args(tp) if one is not type(None)]
    read = reader(inner[0]) if len(inner) == 1 else _READERS.get(frozenset(inner))
    if read is None:
        raise TypeError(f"{tp} has no form of its own: give it one with shape()")
    return lambda value: None if value is None else read(value)


_READERS: dict[Any, Reader] = {
    int: whole,
    float: number,
    str: text,
    bool: flag,
    Any: lambda value: value,
    date: when(date, "a date such as 2024-11-05"),
    datetime: when(datetime, "a time such as 2024-11-05T09:30:00"),
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
