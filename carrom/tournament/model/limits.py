"""Limits on sizes, texts and dates, for requests, files and log lines alike."""

from collections.abc import Mapping
from datetime import date
from typing import Final, NamedTuple

from carrom.base.characters import plain_digits
from carrom.base.codec import misread_value
from carrom.base.errors import CarromError

MOST_TABLES: Final = 500
MOST_MINUTES: Final = 7 * 24 * 60
"""Most minutes for a match, for reporting at the table, and for rest."""
MOST_DAYS: Final = 3660
MOST_IN_STAGE: Final = 1000
"""Most groups, entries of a group, places that advance, and rounds."""
MOST_IN_MATCH: Final = {"games": 99, "boards": 999, "target": 9_999, "minutes": MOST_MINUTES, "most": 999}
LONGEST_CHAIN: Final = 64
"""Matches that lead to each other in a row (a double elimination of 4,000 has 25); also stages."""
LONGEST_TEXT: Final = 1000
"""Characters of a text; protests and notes may be a page long."""
LONGEST_PAGE: Final = 10_000
LONGEST_TITLE: Final = 200
OLDEST_AGE: Final = 130
_YEARS: Final = range(1900, 2200)


class Limit(NamedTuple):
    """Range of a field, and the error text for more, if a number does not say enough."""

    least: int
    most: int
    too_many: str = ""


def check_limits(value: object, bounds: Mapping[str, Limit]) -> None:
    """Raise `CarromError` for a field outside its limits, except None."""
    for name, (least, most, too_many) in bounds.items():
        known = getattr(value, name)
        if known is None or least <= known <= most:
            continue
        if known > most and too_many:
            raise CarromError("too-many", too_many)
        raise misread_value(known, f"{least} or more" if known < least else f"{most} at most").inside(name)


def read_day(text: str) -> date:
    """Read an ISO date, with the digits of any script."""
    try:
        day = date.fromisoformat(plain_digits(text))
    except ValueError:
        raise CarromError(
            "bad-day", f"a day is written like 2024-11-05 (year, month, day), not {text[:40]!r}"
        ) from None
    check_year(day)
    return day


def is_year_in_range(day: date) -> bool:
    return day.year in _YEARS


def check_year(day: date) -> None:
    """Raise `CarromError` for a year that must be a mistake."""
    if not is_year_in_range(day):
        raise CarromError(
            "year-out-of-range", f"the year {day.year} is none of ours: it lies between {_YEARS[0]} and {_YEARS[-1]}"
        )
