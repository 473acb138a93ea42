"""Days of birth as people write them."""

import re
from dataclasses import dataclass
from datetime import date, datetime
from typing import Literal

DateOrder = Literal["dmy", "mdy"]

_MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")


@dataclass(frozen=True, slots=True)
class ReadDate:
    """The days that a text can mean: one if it is clear, two if it is ambiguous, none if it is no day."""

    days: tuple[date, ...]

    @property
    def only(self) -> date | None:
        """The day, if it is clear."""
        return self.days[0] if len(self.days) == 1 else None


def read_date(value: object, *, today: date, order: DateOrder | None = None) -> ReadDate:
    """Read a cell. `order` settles 3/4/1990; a year of two digits is the latest that is not after `today`."""
    if isinstance(value, datetime):
        return ReadDate((value.date(),))
    if isinstance(value, date):
        return ReadDate((value,))
    text = str(value).strip().lower()
    if match := re.fullmatch(r"(\d{4})[-/. ](\d{1,2})[-/. ](\d{1,2})(?:[t ]00:00.*)?", text):
        year, month, day = (int(part) for part in match.groups())
        return _possible([(year, month, day)])
    if match := re.fullmatch(r"(\d{1,2})(?:st|nd|rd|th)?[-/. ]+([a-z]{3,9})[-/., ]+(\d{4}|\d{2})", text):
        return _named(match[2], match[1], match[3], today)
    if match := re.fullmatch(r"([a-z]{3,9})[-/. ]+(\d{1,2})(?:st|nd|rd|th)?[-/., ]+(\d{4}|\d{2})", text):
        return _named(match[1], match[2], match[3], today)
    if match := re.fullmatch(r"(\d{1,2})[-/. ](\d{1,2})[-/. ](\d{4}|\d{2})", text):
        first, second, year = int(match[1]), int(match[2]), _year(match[3], today)
        by_day, by_month = (year, second, first), (year, first, second)
        if order is not None:
            return _possible([by_day if order == "dmy" else by_month])
        return _possible([by_day, by_month])
    return ReadDate(())


def _named(month: str, day: str, year: str, today: date) -> ReadDate:
    for number, name in enumerate(_MONTHS, 1):
        if month.startswith(name):
            return _possible([(_year(year, today), number, int(day))])
    return ReadDate(())


def _year(text: str, today: date) -> int:
    year = int(text)
    if len(text) == 4:
        return year
    return 2000 + year if 2000 + year <= today.year else 1900 + year


def _possible(candidates: list[tuple[int, int, int]]) -> ReadDate:
    days: list[date] = []
    for year, month, day in candidates:
        try:
            found = date(year, month, day)
        except ValueError:
            continue
        if found not in days:
            days.append(found)
    return ReadDate(tuple(days))
