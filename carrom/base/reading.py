"""Frozen values to JSON and back, by their annotations: one mechanism for every fact and every definition.

What equals its default is not written; what is read must be known, complete and of its type, and an error says where
("events[1].stages[0].advance"). A type with a shape of its own registers it with `shape`.
"""

from __future__ import annotations

import dataclasses
import types
from collections.abc import Callable, Mapping
from datetime import date, datetime
from fractions import Fraction
from functools import cache
from typing import Any, Literal, NewType, TypeVar, Union, get_args, get_origin, get_type_hints

from carrom.base.errors import CarromError

Value = TypeVar("Value")

_WRITERS: dict[Any, Callable[[Any], Any]] = {
    datetime: lambda value: value.isoformat(timespec="seconds"),
    date: lambda value: value.isoformat(),
    Fraction: str,
}
_READERS: dict[Any, Callable[[Any], Any]] = {
    datetime: datetime.fromisoformat,
    date: date.fromisoformat,
    Fraction: lambda value: Fraction(str(value)),
}


def shape(tp: Any, write: Callable[[Any], Any], read: Callable[[Any], Any]) -> None:
    """Give a type (or a union of types) its own JSON form."""
    _READERS[tp] = read
    for one in get_args(tp) or (tp,):
        _WRITERS[one] = write


def encode(value: Any) -> Any:
    """The JSON form of a value."""
    writer = _WRITERS.get(type(value))
    if writer is not None:
        return writer(value)
    if isinstance(value, tuple | list):
        return [encode(one) for one in value]
    if isinstance(value, Mapping):
        return {key: encode(one) for key, one in value.items()}
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        return {
            field.name: encode(found)
            for field in dataclasses.fields(value)
            if (found := getattr(value, field.name)) != _default(field)
        }
    return value


def decode(tp: type[Value], value: Any, where: str = "value") -> Value:
    """The value that JSON stands for."""
    found: Value = _decode(tp, value, where)
    return found


def _decode(tp: Any, value: Any, where: str) -> Any:
    if tp in _READERS:
        try:
            return _READERS[tp](value)
        except (ValueError, TypeError, ZeroDivisionError, KeyError) as error:
            raise CarromError(f"{where}: {error}") from None
    if isinstance(tp, NewType):
        return _decode(tp.__supertype__, value, where)
    origin = get_origin(tp)
    if origin is Literal:
        if value not in get_args(tp):
            raise CarromError(f"{where} is one of {', '.join(map(str, get_args(tp)))}, not {value!r}")
        return value
    if origin in (Union, types.UnionType):
        return _optional(tp, value, where)
    if origin is tuple:
        return _tuple(tp, value, where)
    if origin is not None and issubclass(origin, Mapping):
        return _mapping(tp, value, where)
    if dataclasses.is_dataclass(tp):
        return _dataclass(tp, value, where)
    return _plain(tp, value, where)


def _optional(tp: Any, value: Any, where: str) -> Any:
    if value is None and type(None) in get_args(tp):
        return None
    inner = [one for one in get_args(tp) if one is not type(None)]
    if len(inner) != 1:
        raise TypeError(f"{tp} has no JSON form: give it one with shape()")
    return _decode(inner[0], value, where)


def _tuple(tp: Any, value: Any, where: str) -> tuple[Any, ...]:
    if not isinstance(value, list | tuple):
        raise CarromError(f"{where} is a list, not {value!r}")
    inner = get_args(tp)
    if inner[-1] is Ellipsis:
        return tuple(_decode(inner[0], one, f"{where}[{n}]") for n, one in enumerate(value))
    if len(value) != len(inner):
        raise CarromError(f"{where} has {len(inner)} members, not {len(value)}")
    return tuple(_decode(kind, one, f"{where}[{n}]") for n, (kind, one) in enumerate(zip(inner, value, strict=True)))


def _mapping(tp: Any, value: Any, where: str) -> dict[Any, Any]:
    if not isinstance(value, Mapping):
        raise CarromError(f"{where} is an object, not {value!r}")
    inner = get_args(tp)[1]
    return {key: _decode(inner, one, f"{where}.{key}") for key, one in value.items()}


def _dataclass(tp: Any, value: Any, where: str) -> Any:
    if not isinstance(value, Mapping):
        raise CarromError(f"{where} is an object, not {value!r}")
    hints = _hints(tp)
    for key in value:
        if key not in hints:
            raise CarromError(f"{where} knows no {key!r}: it has {', '.join(hints)}")
    read = {}
    for field in dataclasses.fields(tp):
        if field.name in value:
            read[field.name] = _decode(hints[field.name], value[field.name], f"{where}.{field.name}")
        elif _default(field) is dataclasses.MISSING:
            raise CarromError(f"{where} does not say {field.name!r}")
    return tp(**read)


def _plain(tp: Any, value: Any, where: str) -> Any:
    if tp is Any:
        return value
    if not isinstance(value, tp) or (isinstance(value, bool) and tp is not bool):
        raise CarromError(f"{where} is {_NAMES.get(tp, tp.__name__)}, not {value!r}")
    return value


_NAMES = {int: "a whole number", str: "a text", bool: "true or false", float: "a number"}


@cache
def _hints(tp: Any) -> dict[str, Any]:
    return get_type_hints(tp)


def _default(field: dataclasses.Field[Any]) -> Any:
    return field.default_factory() if field.default_factory is not dataclasses.MISSING else field.default
