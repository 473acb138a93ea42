"""What no tournament has, whoever says so: a request, a file or a line of a log. Beyond it nothing can be reckoned."""

from datetime import date
from typing import Final

from carrom.base.errors import CarromError

MOST_TABLES: Final = 500
MOST_MINUTES: Final = 7 * 24 * 60
"""For a match, for reporting, and matches between two of somebody's."""
MOST_DAYS: Final = 3660
MOST_IN_STAGE: Final = 1000
"""Groups of a stage, entries of a group, places that advance from one, rounds."""
MOST_IN_MATCH: Final = {"games": 99, "boards": 999, "target": 9_999, "minutes": MOST_MINUTES, "most": 999}
LONGEST_TITLE: Final = 200
"""Letters of the name of a tournament, and of its venue."""
_YEARS: Final = range(1900, 2200)


def check_year(day: date) -> None:
    """Raise `CarromError` for a day or a moment that nobody here has seen or will see."""
    if day.year not in _YEARS:
        raise CarromError(f"the year {day.year} is none of ours: it lies between {_YEARS[0]} and {_YEARS[-1]}")
