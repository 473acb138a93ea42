"""A custom rulebook: a TOML file that names a base and its departures from it.

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

Every key is checked; errors name the key. A departure is cited as `club-night:one_piece_covers`.
"""

import re
from dataclasses import replace
from pathlib import Path
from typing import Annotated, Any, Literal

from carrom.base.codec import Reader, misread_value, object_with, quote_value, read_at, reader_for, within
from carrom.base.errors import CarromError
from carrom.base.files import prefix_errors, read_text
from carrom.base.parsing import read_toml
from carrom.laws.clauses.endings import Award, Ending, EndingKey, Endings, Fault, QueenCase
from carrom.laws.facts import Side
from carrom.laws.rounds import RoundName, check_round
from carrom.laws.rulebook import LOCAL_RULES, Rulebook
from carrom.laws.rulebooks import RULEBOOKS


def load_rulebook(path: Path) -> Rulebook:
    text = read_text(path)
    with prefix_errors(path):
        return rulebook_from_text(text)


def rulebook_from_text(text: str) -> Rulebook:
    found = _BOOK(read_toml(text))
    id, base = found.pop("id"), RULEBOOKS[found.pop("base")]
    title, endings = found.pop("title", id), _endings(id, base.endings, found.pop("endings", ()))
    for key in found.keys() & LOCAL_RULES:
        found[key] = f"{id}:{key}" if found[key] else None
    book = replace(base, id=id, title=title, endings=endings, **found)
    if book.target is None and book.boards is None and book.minutes is None:
        raise CarromError("game-without-end", "target, boards, minutes: one of them must end a game")
    return book


def _id(value: Any) -> str:
    if not isinstance(value, str) or not re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", value):
        raise misread_value(value, "an id of small letters, digits and hyphens")
    if value in RULEBOOKS:
        raise CarromError("id-taken", f"{quote_value(value)} is taken")
    return value


def _odd(value: int) -> int:
    if value % 2 == 0:
        raise CarromError("games-even", f"best of {value} can end level: an odd number is needed")
    return value


def _until(value: Any) -> RoundName:
    return "always" if value == "always" else check_round(value)


def _at_least_or_none(least: int) -> Reader:
    """Whole number, or "none", since TOML has no null."""

    def read(value: Any) -> int | None:
        if value == "none":
            return None
        if type(value) is not int or value < least:
            raise misread_value(value, f'a whole number, {least} or more, or "none"')
        return value

    return read


_COUNT = reader_for(Annotated[int, within(0)])
_POSITIVE = reader_for(Annotated[int, within(1)])
_SIDE = reader_for(Side)
_BOOK = object_with(
    {
        "id": _id,
        "base": reader_for(Literal[tuple(RULEBOOKS)]),
        "title": reader_for(str),
        "queen_value": _COUNT,
        "queen_ceiling": _at_least_or_none(0),
        "most_points": _POSITIVE,
        "target": _at_least_or_none(1),
        "boards": _at_least_or_none(1),
        "boards_limit_until": _until,
        "minutes": _at_least_or_none(1),
        "clock_stops_between_boards": reader_for(bool),
        "games": reader_for(Annotated[int, within(1), _odd]),
        "stroke_seconds": _POSITIVE,
        "placing_seconds": _POSITIVE,
        "test_minutes": _at_least_or_none(1),
        "report_minutes": _COUNT,
        "rotation": reader_for(Literal["right", "left"]),
        "striker_on_demand": reader_for(bool),
        # A file has plain yes or no here.
        **dict.fromkeys(sorted(LOCAL_RULES), reader_for(bool)),
        "endings": reader_for(tuple[Any, ...]),
    },
    ("id", "base"),
)
_POINTS = {"fixed": _COUNT, "left": _SIDE, "queen": reader_for(bool), "flat": reader_for(bool), "uncredited": _COUNT}
_ENDING = object_with(
    {
        "last": reader_for(Literal["own", "opponent", "both"]),
        "queen": reader_for(QueenCase),
        "fault": reader_for(Fault),
        "winner": _SIDE,
        "points": object_with(_POINTS),
    },
    ("last", "winner", "points"),
)


def _endings(id: str, base: Endings, rows: tuple[Any, ...]) -> Endings:
    """Base table with these rows replaced. A row without `queen` or `fault` matches all."""
    table: dict[EndingKey, Ending] = dict(base)
    for number, row in enumerate(rows, start=1):
        where = f"endings {number}"
        found = read_at(where, _ENDING, row)
        award = Award(**found["points"])
        replaced = [key for key in base if _matches_row(key, found)]
        if not replaced:
            raise CarromError("unknown-ending", f"{where}: no board ends so in the base rulebook")
        for key in replaced:
            table[key] = Ending(found["winner"], award, (f"{id}:ending-{number}", *base[key].laws))
    return table


def _matches_row(key: EndingKey, row: dict[str, Any]) -> bool:
    own_last, opponent_last, queen, fault = key
    last = "both" if own_last and opponent_last else "own" if own_last else "opponent"
    return (
        last == row["last"]
        and row.get("queen", queen) == queen
        and row.get("fault", fault) == fault
        # A spoilt stroke never wins.
        and (row["winner"] == "opponent" or fault == "clean")
    )
