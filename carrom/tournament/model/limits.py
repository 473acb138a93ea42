"""What no tournament has, whoever says so: a request, a file or a line of a log. Beyond it nothing can be reckoned."""

from collections.abc import Mapping
from datetime import date
from typing import Final, NamedTuple

from carrom.base.characters import plain_digits
from carrom.base.codec import misread_value
from carrom.base.errors import CarromError

MOST_TABLES: Final = 500
MOST_MINUTES: Final = 7 * 24 * 60
"""For a match, for reporting, and matches between two of somebody's."""
MOST_DAYS: Final = 3660
MOST_IN_STAGE: Final = 1000
"""Groups of a stage, entries of a group, places that advance from one, rounds."""
MOST_IN_MATCH: Final = {"games": 99, "boards": 999, "target": 9_999, "minutes": MOST_MINUTES, "most": 999}
LONGEST_CHAIN: Final = 64
"""Matches of a draw each of which leads to the next: a double elimination of four thousand has 25. Also the stages of
an event."""
LONGEST_TEXT: Final = 1000
"""Letters of whatever is said in a fact; a protest, or a note on somebody, may be a page."""
LONGEST_PAGE: Final = 10_000
LONGEST_TITLE: Final = 200
"""Letters of the name of a tournament, and of its venue."""
OLDEST_AGE: Final = 130
"""Years of anybody's age."""
_YEARS: Final = range(1900, 2200)


class Limit(NamedTuple):
    """The least and the most of something, and what is said of more, where that is more than a number."""

    least: int
    most: int
    too_many: str = ""


def check_limits(value: object, bounds: Mapping[str, Limit]) -> None:
    """Raise `CarromError` where a field of a value is less than the least or more than the most."""
    for name, (least, most, too_many) in bounds.items():
        known = getattr(value, name)
        if known is None or least <= known <= most:
            continue
        if known > most and too_many:
            raise CarromError("too-many", too_many)
        raise misread_value(known, f"{least} or more" if known < least else f"{most} at most").inside(name)


def read_day(text: str) -> date:
    """A day as it is written down."""
    try:
        day = date.fromisoformat(plain_digits(text))
    except ValueError:
        raise CarromError(
            "bad-day", f"a day is written like 2024-11-05 (year, month, day), not {text[:40]!r}"
        ) from None
    check_year(day)
    return day


def is_year_in_range(day: date) -> bool:
    """Whether somebody here may have seen a day, or will."""
    return day.year in _YEARS


def check_year(day: date) -> None:
    """Raise `CarromError` for a day or a moment that nobody here has seen or will see."""
    if not is_year_in_range(day):
        raise CarromError(
            "year-out-of-range", f"the year {day.year} is none of ours: it lies between {_YEARS[0]} and {_YEARS[-1]}"
        )
