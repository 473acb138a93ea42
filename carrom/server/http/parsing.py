"""Readable msgspec errors: `seats[0].name is missing`, `seat: "up" is not one of south, east, …`."""

import re
from ast import literal_eval
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from functools import cache
from typing import Any

import msgspec
from msgspec import inspect

from carrom.base.characters import LONE_SURROGATE
from carrom.base.codec import quote_value
from carrom.base.errors import CarromError
from carrom.base.parsing import check_duplicate_keys

_KINDS = {
    "str": "a text", "int": "a whole number", "float": "a number", "bool": "true or false", "null": "null",
    "array": "a list", "object": "a JSON object",
}  # fmt: skip
_BOUNDS = {"": "", "<=": "at most ", ">=": "at least ", "<": "less than ", ">": "more than "}
_HALF_AT_END = re.compile(r"\\u[dD][89abAB][0-9a-fA-F]{2}[^\\]{0,5}\Z")
"""An early surrogate: msgspec reports truncated input."""
Kinds = list[inspect.Type]
_EXPLANATIONS: tuple[tuple[str, Callable[[re.Match[str], Kinds], str]], ...] = (
    (r"Expected `(\S+)` of length (<=|>=|) ?(\d+)", lambda m, at: f"must have {_counted(_size(m, at), m[1])}"),
    (r"Expected `(\S+)` (<=|>=|<|>) (\S+)", lambda m, at: f"must be {_size(m, at)}"),
    (r"Expected `([^`]+)`(?:, got `([^`]+)`)?", lambda m, _: f"must be {', not '.join(_either(m))}"),
    (r"Object contains unknown field `(.*)`", lambda m, _: f"unknown field {quote_value(m[1])}"),
    (r"Invalid enum value (.*)", lambda m, at: f"{quote_value(literal_eval(m[1]))} is not one of {_choices(at)}"),
    (r"Invalid value '(.*)'", lambda m, at: f"{quote_value(m[1])} is not one of {_choices(at)}"),
    (r"Expected `str` matching regex .*", lambda *_: "has characters that do not belong there"),
    (r"(?:Number|Integer value) out of range", lambda *_: "is too large a number"),
    (r"Input data was truncated", lambda *_: "the JSON ends too early"),
    (r"JSON is malformed: .* surrogate pair .*", lambda *_: LONE_SURROGATE),
    (r"JSON is malformed: (.*)", lambda m, _: f"this is not JSON: {m[1]}"),
)


class UnreadableError(CarromError):
    """Says where and why a message cannot be parsed."""

    def __init__(self, text: str) -> None:
        super().__init__("unreadable", text)


@contextmanager
def explain_errors(struct: Any, text: bytes | str = "") -> Iterator[None]:
    """Raise `UnreadableError` for bad JSON, including duplicate keys."""
    try:
        yield
    except msgspec.MsgspecError as error:
        raise UnreadableError(_explain(str(error), struct, text)) from None
    except UnicodeError:
        raise UnreadableError("the text is not UTF-8") from None
    except RecursionError:
        raise UnreadableError("the JSON is nested too deeply") from None
    try:
        check_duplicate_keys(text if isinstance(text, str) else text.decode())
    except UnicodeError:
        raise UnreadableError("the text is not UTF-8") from None
    except CarromError as error:
        raise UnreadableError(str(error)) from None


def _explain(error: str, struct: Any, read: bytes | str) -> str:
    told = re.fullmatch(r"(.*?)(?: - at `\$([^`]*)`)?", error, re.DOTALL)
    text, place = told.groups("") if told else (error, "")
    if text == "Input data was truncated" and _HALF_AT_END.search(
        read if isinstance(read, str) else str(read, "latin-1")
    ):
        text = "JSON is malformed: a surrogate pair is cut"
    where = place.strip(".")
    if missing := re.fullmatch(r"Object missing required field `(.*)`", text):
        return f"{where}.{missing[1]} is missing".lstrip(".")
    matched = ((re.fullmatch(pattern, text, re.DOTALL), sentence) for pattern, sentence in _EXPLANATIONS)
    sentence = next((say(found, _kinds_at(place, struct)) for found, say in matched if found), "cannot be read")
    return f"{where}: {sentence}" if where else sentence


def _kinds_at(place: str, struct: Any) -> Kinds:
    """Allowed types and tags of unions."""
    kinds = _each([_type_info(struct)])
    for name in re.findall(r"\.(\w+)|\[", place):
        inner: Kinds = []
        for kind in kinds:
            if isinstance(kind, inspect.StructType):
                inner += [field.type for field in kind.fields if field.encode_name == name]
                inner += [inspect.LiteralType((kind.tag,))] if kind.tag_field == name else []
            elif isinstance(kind, inspect.ListType):
                inner.append(kind.item_type)
            elif isinstance(kind, inspect.TupleType):
                inner += kind.item_types
        kinds = _each(inner)
    return kinds


# Takes half a millisecond, which anyone can cause.
_type_info = cache(inspect.type_info)


def _each(kinds: Iterable[inspect.Type]) -> Kinds:
    return [one for kind in kinds for one in (kind.types if isinstance(kind, inspect.UnionType) else (kind,))]


def _choices(kinds: Kinds) -> str:
    literal = [value for kind in kinds if isinstance(kind, inspect.LiteralType) for value in kind.values]
    enums = [one.value for kind in kinds if isinstance(kind, inspect.EnumType) for one in kind.cls]
    return ", ".join(dict.fromkeys(map(str, literal + enums)))


def _size(found: re.Match[str], kinds: Kinds) -> str:
    """Both limits, or the exceeded one."""
    for kind in kinds:
        for least, most in (("ge", "le"), ("min_length", "max_length")):
            limits = [getattr(kind, name, None) for name in (least, most)]
            if found[2] and None not in limits:
                return f"from {limits[0]:g} to {limits[1]:g}"
    return f"{_BOUNDS[found[2]]}{float(found[3]):g}"


def _counted(size: str, kind: str) -> str:
    plural = "" if size.split()[-1] == "1" else "s"
    return f"{size} {'character' if kind == 'str' else 'item'}{plural}"


def _either(found: re.Match[str]) -> list[str]:
    return [" or ".join(_KINDS.get(kind, kind) for kind in kinds.split(" | ")) for kinds in found.groups() if kinds]
