"""Small words of entry lists: sexes, titles before a name, two names in one cell, ticks."""

import re
from dataclasses import dataclass
from datetime import date, datetime
from typing import Literal, NamedTuple

from carrom.tournament.model.people import Gender, name_key

_GENDERS: dict[Gender, str] = {
    "f": "f female w woman women girl girls lady ladies ms mrs weiblich donna femme mujer महिला स्त्री लड़की عورت",
    "m": "m male man men boy boys gent gents gentleman mr maennlich männlich uomo homme hombre पुरुष लड़का مرد",
}
_GENDER_OF = {name_key(word): sex for sex, words in _GENDERS.items() for word in words.split()}
# 'Sri' and 'Kumari' are names of people too, so they count only with a dot.
_TITLES = re.compile(
    r"^(mr|mrs|ms|miss|shri|sri(?=\.)|smt|shrimati|kumari(?=\.)|kum(?=\.)|master|herr|frau)(?:\.\s*|\s+)(?=\S)", re.I
)
_FEMALE_TITLES = ("mrs", "ms", "miss", "smt", "shrimati", "kumari", "kum", "frau")
_PAIR_SEPARATOR = re.compile(r"\s*(?:[/&\n]|\+(?!\d)|\s(?:and|with|und|और)\s)\s*", re.I)
_TO_BE_DECIDED = frozenset(
    ("tbd", "tba", "tbc", "to be decided", "to be announced", "to be confirmed", "not decided", "pending")
)
_PLACEHOLDERS = frozenset(
    (
        *_TO_BE_DECIDED,
        *("na", "n a", "nil", "none", "no partner", "vacant", "unknown", "bye", "xxx", "no name", "blank"),
    )
)
_PARTNER_WANTED = frozenset(
    (
        *("any", "anyone", "anybody", "someone", "somebody", "wanted", "wants", "needed", "need", "needs", "required"),
        *("looking", "seeking", "searching", "partner", "undecided", "whoever"),
    )
)
"""Each says that somebody is still looked for."""
_PARTNER_WANTED_FILLERS = frozenset(
    ("a", "an", "for", "one", "is", "to", "be", "not", "yet", "no", "please", "pls", "i", "am", "body")
)
_LEADING_NUMBER = re.compile(r"^\d{1,4}\s*[.):]\s*(?=\D)")  # '1. Asha Rao'
PHONE = re.compile(r"[\s,;:(–-]*(?:\b(?:ph|phone|mob|mobile|tel|m|no)\b[\s.:-]*)?(\+?\d(?:[\s-]?\d){6,})[\s)]*", re.I)
REMARK = re.compile(
    r"\s*(?:[(\[]\s*(?:v?\.?c\.?|(?:vice[ -]?)?capt(?:ain|\.)?|res(?:erve|\.)?|sub(?:stitute|\.)?|guest|new|late|"
    r"(?:un)?paid|seed\s*\d+)\s*[)\]]|[*†]+)\s*$",
    re.I,
)
_WORD = re.compile(r"[^\W\d_]+")
_VOWELS = frozenset("AEIOUYÄÖÜÅÆØÁÉÍÓÚ")
_YES = ("x", "y", "yes", "1", "true", "ok", "done", "paid", "✓", "✔", "☑", "ja", "si", "sì", "oui", "हाँ", "हां", "full")
_NO = (
    "",
    "n",
    "no",
    "0",
    "false",
    "-",
    "–",
    "—",
    "nil",
    "na",
    "n/a",
    "not paid",
    "unpaid",
    "pending",
    "due",
    "nein",
    "non",
)


def gender_of(words: str) -> Gender | None:
    """The sex that a cell says, by its word or the first letter of one; none where it asks itself."""
    return None if "?" in words else _GENDER_OF.get(name_key(words))


def without_title(name: str) -> tuple[str, Gender | None]:
    """A name without Mr or Ms before it, and what the title says of the sex."""
    found = _TITLES.match(name)
    if found is None:
        return name, None
    return name[found.end() :], "f" if found[1].lower() in _FEMALE_TITLES else "m"


class TidyName(NamedTuple):
    """A name without what does not belong to it, the phone number that stood beside it, and a remark."""

    name: str
    phone: str = ""
    remark: str = ""


def tidy_name(written: str) -> TidyName:
    """A name out of 'Hal Lo 9876543210', 'Gus Lo (c)' or '7. Asha Rao'."""
    name, phone, remark = _LEADING_NUMBER.sub("", written), "", ""
    if found := PHONE.search(name):
        name, phone = f"{name[: found.start()]} {name[found.end() :]}".strip(), found[1]
    if found := REMARK.search(name):
        name, remark = name[: found.start()].strip(), found[0].strip()
    return TidyName(name, phone, remark) if is_person_name(name) else TidyName(written)


def fix_case(name: str) -> str:
    """A name, or a part of it, in capitals, or all of it without any, as people write it: 'Asha RAO' and 'asha rao' are
    Asha Rao. Initials stay."""
    words = list(_WORD.finditer(name))
    ends = {words[0].start(), words[-1].start()} if words else set()  # 'de' and 'bin' in the middle are meant so
    is_small = name == name.lower()

    def put(found: re.Match[str]) -> str:
        is_low = found[0].islower() and (is_small or (found.start() in ends and len(found[0]) > 2))
        return found[0].capitalize() if is_low or _is_shouted(found[0]) else found[0]

    return _WORD.sub(put, name)


def _is_shouted(word: str) -> bool:
    """Whether a word is written in capitals that are no initials."""
    return word.isupper() and len(word) > 2 and not set(word).isdisjoint(_VOWELS)


def is_person_name(written: str) -> bool:
    """Whether a cell names a person at all: not a number, a dash or 'TBD'."""
    key = name_key(written)
    return any(map(str.isalpha, written)) and key not in _PLACEHOLDERS and not _are_partner_wanted_words(key)


def is_partner_wanted(written: str) -> bool:
    """Whether a cell for a partner says that one is wanted: 'any', 'TBD' or '?'. A dash or 'none' says that none is."""
    key = name_key(written)
    return key in _TO_BE_DECIDED or _are_partner_wanted_words(key) or (not key and "?" in written)


def _are_partner_wanted_words(key: str) -> bool:
    words = set(key.split())
    return (
        bool(words & _PARTNER_WANTED)
        and words <= _PARTNER_WANTED | _PARTNER_WANTED_FILLERS
        and words != {"no", "partner"}
    )


def split_pair(cell: str) -> tuple[str, str] | None:
    """The two people of 'A / B', 'A & B' or 'A and B'."""
    parts = [part.strip() for part in _PAIR_SEPARATOR.split(cell)]
    return (parts[0], parts[1]) if len(parts) == 2 and all(map(name_key, parts)) else None


def partner_in(own: str, cell: str) -> str:
    """The partner in 'Asha Rao / Vidya Kamat' beside Asha Rao; else what stands there."""
    left = [one for one in split_pair(cell) or () if name_key(one) != name_key(own)]
    return left[0] if len(left) == 1 else cell


def read_tick(cell: str) -> bool | None:
    """Whether a cell says yes or no; None if it says something else."""
    word = cell.strip().lower()
    return True if word in _YES else False if word in _NO else None


DateOrder = Literal["dmy", "mdy"]

_MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")


@dataclass(frozen=True, slots=True)
class PossibleDates:
    """The days that a text can mean: one if it is clear, two if it is ambiguous, none if it is no day."""

    days: tuple[date, ...]

    @property
    def only(self) -> date | None:
        """The day, if it is clear."""
        return self.days[0] if len(self.days) == 1 else None


def read_date(value: object, *, today: date, order: DateOrder | None = None) -> PossibleDates:
    """Read a cell. `order` settles 3/4/1990; a year of two digits is the latest that is not after `today`."""
    if isinstance(value, datetime):
        return PossibleDates((value.date(),))
    if isinstance(value, date):
        return PossibleDates((value,))
    text = str(value).strip().lower()
    if match := re.fullmatch(r"(\d{4})[-/. ](\d{1,2})[-/. ](\d{1,2})(?:[t ]00:00.*)?", text):
        year, month, day = (int(part) for part in match.groups())
        return _possible([(year, month, day)])
    if match := re.fullmatch(r"(\d{1,2})(?:st|nd|rd|th)?[-/. ]+([a-z]{3,9})[-/., ]+(\d{4}|\d{2})", text):
        return _with_month_name(match[2], match[1], match[3], today)
    if match := re.fullmatch(r"([a-z]{3,9})[-/. ]+(\d{1,2})(?:st|nd|rd|th)?[-/., ]+(\d{4}|\d{2})", text):
        return _with_month_name(match[1], match[2], match[3], today)
    if match := re.fullmatch(r"(\d{1,2})[-/. ](\d{1,2})[-/. ](\d{4}|\d{2})", text):
        first, second, year = int(match[1]), int(match[2]), _year(match[3], today)
        by_day, by_month = (year, second, first), (year, first, second)
        if order is not None:
            return _possible([by_day if order == "dmy" else by_month])
        return _possible([by_day, by_month])
    return PossibleDates(())


def _with_month_name(month: str, day: str, year: str, today: date) -> PossibleDates:
    for number, name in enumerate(_MONTHS, 1):
        if month.startswith(name):
            return _possible([(_year(year, today), number, int(day))])
    return PossibleDates(())


def _year(text: str, today: date) -> int:
    year = int(text)
    if len(text) == 4:
        return year
    return 2000 + year if 2000 + year <= today.year else 1900 + year


def _possible(candidates: list[tuple[int, int, int]]) -> PossibleDates:
    days: list[date] = []
    for year, month, day in candidates:
        try:
            found = date(year, month, day)
        except ValueError:
            continue
        if found not in days:
            days.append(found)
    return PossibleDates(tuple(days))
