"""What msgspec says of something unreadable, in the words of `carrom.base.reading` where it knows as much:
`seats[0].name is missing`, `seats[0]: unknown field "more"`, `seats: must have at least 2 items`.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from carrom.base.misread import shown

_KINDS = {
    "str": "a text", "int": "a whole number", "float": "a number", "bool": "true or false", "null": "null",
    "array": "a list", "object": "a JSON object",
}  # fmt: skip
_BOUNDS = {"<=": "at most", ">=": "at least", "<": "less than", ">": "more than"}
_SENTENCES: tuple[tuple[str, Callable[[re.Match[str]], str]], ...] = (
    (r"Expected `(\S+)` of length (<=|>=) (\d+)", lambda m: f"must have {_BOUNDS[m[2]]} {m[3]} {_counted(m[1], m[3])}"),
    (r"Expected `\S+` (<=|>=|<|>) (\S+)", lambda m: f"must be {_BOUNDS[m[1]]} {float(m[2]):g}"),
    (r"Expected `([^`]+)`, got `([^`]+)`", lambda m: f"must be {_either(m[1])}, not {_either(m[2])}"),
    (r"Object contains unknown field `(.*)`", lambda m: f"unknown field {shown(m[1])}"),
    (r"Invalid (?:enum )?value '(.*)'", lambda m: f"{shown(m[1])} is not one of the choices"),
    (r"Expected `str` matching regex .*", lambda _: "has characters that do not belong there"),
    (r"Number out of range", lambda _: "is too large a number"),
    (r"Input data was truncated", lambda _: "the JSON ends too early"),
    (r"JSON is malformed: (.*)", lambda m: f"this is not JSON: {m[1]}"),
)


def explain(error: Exception) -> str:
    """The place first, then what is wrong there."""
    text, _, place = str(error).partition(" - at `$")
    where = place.strip(".`")
    missing = re.fullmatch(r"Object missing required field `(.*)`", text)
    if missing is not None:
        return f"{where}.{missing[1]} is missing" if where else f"{missing[1]} is missing"
    for pattern, sentence in _SENTENCES:
        found = re.fullmatch(pattern, text)
        if found is not None:
            text = sentence(found)
            break
    return f"{where}: {text}" if where else text


def _counted(kind: str, count: str) -> str:
    return ("character" if kind == "str" else "item") + ("" if count == "1" else "s")


def _either(kinds: str) -> str:
    return " or ".join(_KINDS.get(kind, kind) for kind in kinds.split(" | "))
