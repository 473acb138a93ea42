"""What reads JSON and TOML values, a function for each kind of them: it answers what was meant, or says what is wrong.
`carrom.base.reading` puts them together for a type.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from datetime import date
from itertools import repeat
from math import isfinite
from typing import Any

from carrom.base.errors import CarromError
from carrom.base.misread import MisreadError, misread, shown, wrong

Reader = Callable[[Any], Any]
"""From what JSON or TOML has to a value of ours. Any `CarromError` that it raises is told with its place."""


def whole(value: Any) -> int:
    if type(value) is int:
        return value
    raise wrong(value, "a whole number")


def number(value: Any) -> float:
    try:
        if not isinstance(value, bool) and isinstance(value, int | float) and isfinite(value):
            return float(value)
    except OverflowError:
        pass
    raise wrong(value, "a finite number")


def text(value: Any) -> str:
    if isinstance(value, str):
        return value
    raise wrong(value, "a text")


def flag(value: Any) -> bool:
    if value is True or value is False:
        return value
    raise wrong(value, "true or false")


def when(tp: type[date], example: str) -> Reader:
    """A day or a time, as ISO 8601 has it."""

    def read(value: Any) -> date:
        try:
            return tp.fromisoformat(value)
        except (TypeError, ValueError):
            raise wrong(value, example) from None

    return read


def one_of(words: dict[Any, Any]) -> Reader:
    """What one of these words stands for."""

    def read(value: Any) -> Any:
        if type(value) is str and value in words:
            return words[value]
        raise wrong(value, f"one of {', '.join(map(str, words))}")

    return read


def list_of(readers: tuple[Reader, ...] | repeat[Reader], wanted: str) -> Reader:
    """A list of as many as there are readers; of any length where one is repeated."""
    count = len(readers) if isinstance(readers, tuple) else None

    def read_list(value: Any) -> tuple[Any, ...]:
        if not isinstance(value, list | tuple) or count not in (None, len(value)):
            raise wrong(value, wanted)
        found: list[Any] = []
        try:
            for read, one in zip(readers, value, strict=False):
                found.append(read(one))
        except CarromError as error:
            raise misread(error).inside(f"[{len(found)}]") from None
        return tuple(found)

    return read_list


def mapping_of(read: Reader) -> Reader:
    """An object whose keys are free."""

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


def present_of(read: Reader) -> Reader:
    """The same of an object in which null stands for what is not there."""
    read_all = mapping_of(lambda value: None if value is None else read(value))
    return lambda value: {key: one for key, one in read_all(value).items() if one is not None}


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


def checked(read: Reader, check: Callable[[Any], Any]) -> Reader:
    """What reads a value that must be more than its type says."""
    return lambda value: check(read(value))
