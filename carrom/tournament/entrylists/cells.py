"""Read single cells of an entry list: names, genders, ticks and dates of birth."""

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
# 'Sri' and 'Kumari' are also first names: titles only with a dot.
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
DateOrder = Literal["dmy", "mdy"]
_MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")


def gender_of(words: str) -> Gender | None:
    return None if "?" in words else _GENDER_OF.get(name_key(words))


def without_title(name: str) -> tuple[str, Gender | None]:
    """Split a title such as Mr or Ms from a name, with its gender."""
    found = _TITLES.match(name)
    if found is None:
        return name, None
    return name[found.end() :], "f" if found[1].lower() in _FEMALE_TITLES else "m"


class TidyName(NamedTuple):
    """Name, with the phone number and remark next to it."""

    name: str
    phone: str = ""
    remark: str = ""


def tidy_name(written: str) -> TidyName:
    """Tidy 'Hal Lo 9876543210', 'Gus Lo (c)' or '7. Asha Rao'."""
    name, phone, remark = _LEADING_NUMBER.sub("", written), "", ""
    if found := PHONE.search(name):
        name, phone = f"{name[: found.start()]} {name[found.end() :]}".strip(), found[1]
    if found := REMARK.search(name):
        name, remark = name[: found.start()].strip(), found[0].strip()
    return TidyName(name, phone, remark) if is_person_name(name) else TidyName(written)


def fix_case(name: str) -> str:
    """'Asha RAO' or 'asha rao' as 'Asha Rao'; initials stay."""
    words = list(_WORD.finditer(name))
    # Middle words such as 'de' or 'bin' stay.
    ends = {words[0].start(), words[-1].start()} if words else set()
    is_small = name == name.lower()

    def put(found: re.Match[str]) -> str:
        is_low = found[0].islower() and (is_small or (found.start() in ends and len(found[0]) > 2))
        return found[0].capitalize() if is_low or _is_shouted(found[0]) else found[0]

    return _WORD.sub(put, name)


def _is_shouted(word: str) -> bool:
    return word.isupper() and len(word) > 2 and not set(word).isdisjoint(_VOWELS)


def is_person_name(written: str) -> bool:
    """Not a number, a dash or 'TBD'."""
    key = name_key(written)
    return any(map(str.isalpha, written)) and key not in _PLACEHOLDERS and not _are_partner_wanted_words(key)


def is_partner_wanted(written: str) -> bool:
    """True for 'any', 'TBD' or '?', not for a dash or 'none'."""
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
    """Split 'A / B', 'A & B' or 'A and B'; None for others."""
    parts = [part.strip() for part in _PAIR_SEPARATOR.split(cell)]
    return (parts[0], parts[1]) if len(parts) == 2 and all(map(name_key, parts)) else None


def partner_in(own: str, cell: str) -> str:
    """Vidya Kamat for 'Asha Rao / Vidya Kamat' and Asha Rao; other cells stay whole."""
    left = [one for one in split_pair(cell) or () if name_key(one) != name_key(own)]
    return left[0] if len(left) == 1 else cell


def read_tick(cell: str) -> bool | None:
    """Read yes or no; None if neither."""
    word = cell.strip().lower()
    return True if word in _YES else False if word in _NO else None


@dataclass(frozen=True, slots=True)
class PossibleDates:
    """Possible dates: one if clear, two if ambiguous, none if unreadable."""

    days: tuple[date, ...]

    @property
    def only(self) -> date | None:
        return self.days[0] if len(self.days) == 1 else None


def read_date(value: object, *, today: date, order: DateOrder | None = None) -> PossibleDates:
    """Read a date. `order` settles 3/4/1990; two-digit years are the latest up to `today`'s."""
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
