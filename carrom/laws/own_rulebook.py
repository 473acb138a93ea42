"""A rulebook of one's own: a TOML file that names a base and what differs from it.

    id = "club-night"
    title = "Club night"
    base = "icf"
    boards = 4
    target = "none"
    one_piece_covers = true

    [[endings]]
    last = "own"
    queen = "board"
    winner = "opponent"
    points = { fixed = 3, left = "opponent" }

Every key is checked on loading, and an error names the key. A departure is cited as `club-night:one_piece_covers`.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable
from dataclasses import fields, replace
from pathlib import Path
from typing import Any, get_args

from carrom.base.errors import CarromError
from carrom.base.files import naming, read_text
from carrom.laws.awards import FAULTS, Award, Ending, EndingKey, Endings, QueenCase
from carrom.laws.rulebook import Rulebook
from carrom.laws.rulebooks import RULEBOOKS

Read = Callable[[str, Any], Any]
"""(key, value) -> the checked value, or a `CarromError` that names the key."""


def load_rulebook(path: Path) -> Rulebook:
    """The rulebook in a file."""
    text = read_text(path)
    with naming(path):
        return rulebook_from_text(text)


def rulebook_from_text(text: str) -> Rulebook:
    """The rulebook in a TOML text."""
    try:
        given = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise CarromError(f"not TOML: {error}") from None
    id = _id(given.pop("id", None))
    base_id = given.pop("base", None)
    if base_id not in RULEBOOKS:
        raise CarromError(f"base: no rulebook {base_id!r}; there are {', '.join(RULEBOOKS)}")
    base = RULEBOOKS[base_id]
    title = given.pop("title", id)
    if not isinstance(title, str):
        raise CarromError(f"title must be a text, not {title!r}")
    endings = given.pop("endings", [])
    changes: dict[str, Any] = {}
    for key, value in given.items():
        if key in _FIELDS:
            changes[key] = _FIELDS[key](key, value)
        elif key in _LOCAL_RULES:
            changes[key] = _local_rule(id, key, value)
        else:
            raise CarromError(f"{key}: unknown; a rulebook may set {', '.join(sorted({*_FIELDS, *_LOCAL_RULES}))}")
    book = replace(base, id=id, title=title, endings=_endings(id, base.endings, endings), **changes)
    if book.target is None and book.boards is None and book.minutes is None:
        raise CarromError("target, boards, minutes: one of them must end a game")
    return book


def _id(value: Any) -> str:
    if not isinstance(value, str) or not re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", value):
        raise CarromError(f"id must be small letters, digits and hyphens, not {value!r}")
    if value in RULEBOOKS:
        raise CarromError(f"id: {value!r} is taken")
    return value


def _whole(least: int, *, or_none: bool = False) -> Read:
    def read(key: str, value: Any) -> int | None:
        if or_none and value == "none":
            return None
        if type(value) is not int or value < least:
            other = ' or "none"' if or_none else ""
            raise CarromError(f"{key} must be a whole number, {least} or more{other}, not {value!r}")
        return value

    return read


def _flag(key: str, value: Any) -> bool:
    if not isinstance(value, bool):
        raise CarromError(f"{key} must be true or false, not {value!r}")
    return value


def _one_of(*choices: str) -> Read:
    def read(key: str, value: Any) -> str:
        if value not in choices:
            raise CarromError(f"{key} must be one of {', '.join(choices)}, not {value!r}")
        return str(value)

    return read


def _odd(key: str, value: Any) -> int:
    games = _whole(1)(key, value)
    if games % 2 == 0:
        raise CarromError(f"{key} must be odd: best of {games} can end level")
    return int(games)


_FIELDS: dict[str, Read] = {
    "queen_value": _whole(0),
    "queen_ceiling": _whole(0, or_none=True),
    "most_points": _whole(1),
    "target": _whole(1, or_none=True),
    "boards": _whole(1, or_none=True),
    "boards_limit_until": _one_of("pre-quarter-final", "always"),
    "minutes": _whole(1, or_none=True),
    "clock_stops_between_boards": _flag,
    "games": _odd,
    "stroke_seconds": _whole(1),
    "placing_seconds": _whole(1),
    "rotation": _one_of("right", "left"),
    "striker_on_demand": _flag,
}
# Every field that holds a local rule's id is, in a file, a plain yes or no.
_LOCAL_RULES = tuple(field.name for field in fields(Rulebook) if field.type == "LocalRule")


def _local_rule(id: str, key: str, value: Any) -> str | None:
    return f"{id}:{key}" if _flag(key, value) else None


_ENDING_FIELDS: dict[str, Read] = {
    "last": _one_of("own", "opponent", "both"),
    "queen": _one_of(*get_args(QueenCase)),
    "fault": _one_of(*FAULTS),
    "winner": _one_of("player", "opponent"),
}
_POINTS_FIELDS: dict[str, Read] = {
    "fixed": _whole(0),
    "left": _one_of("player", "opponent"),
    "queen": _flag,
    "flat": _flag,
    "uncredited": _whole(0),
}


def _endings(id: str, base: Endings, rows: Any) -> Endings:
    """The base's table with these rows in place of its own. `queen` and `fault` may be left out: any."""
    if not isinstance(rows, list):
        raise CarromError("endings must be a list of tables: [[endings]]")
    table: dict[EndingKey, Ending] = dict(base)
    for number, row in enumerate(rows, start=1):
        where = f"endings {number}"
        points = row.pop("points", None)
        row_fields = _read_table(where, row, _ENDING_FIELDS)
        for needed in ("last", "winner"):
            if needed not in row_fields:
                raise CarromError(f"{where}: {needed} is missing")
        if not isinstance(points, dict):
            raise CarromError(f"{where}: points must be a table such as {{ fixed = 3 }}, not {points!r}")
        award = Award(**_read_table(f"{where}: points", points, _POINTS_FIELDS))
        replaced = [key for key in base if _fits(key, row_fields)]
        if not replaced:
            raise CarromError(f"{where}: no board ends so in the base rulebook")
        for key in replaced:
            table[key] = Ending(row_fields["winner"], award, (f"{id}:ending-{number}", *base[key].laws))
    return table


def _fits(key: EndingKey, row: dict[str, Any]) -> bool:
    own_last, opponent_last, queen, fault = key
    last = "both" if own_last and opponent_last else "own" if own_last else "opponent"
    return (
        last == row["last"]
        and row.get("queen", queen) == queen
        and row.get("fault", fault) == fault
        # A player who spoilt his stroke never wins by it.
        and (row["winner"] == "opponent" or fault == "clean")
    )


def _read_table(where: str, row: Any, readers: dict[str, Read]) -> dict[str, Any]:
    found = {}
    for key, value in row.items():
        if key not in readers:
            raise CarromError(f"{where}: {key}: unknown; there are {', '.join(readers)}")
        found[key] = readers[key](f"{where}: {key}", value)
    return found
