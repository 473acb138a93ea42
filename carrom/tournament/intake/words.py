"""Small words of entry lists: sexes, titles before a name, two names in one cell, ticks."""

import re
from typing import NamedTuple

from carrom.tournament.log.names import name_key
from carrom.tournament.log.people import Gender

_SEXES: dict[Gender, str] = {
    "f": "f female w woman women girl girls lady ladies ms mrs weiblich donna femme mujer महिला स्त्री लड़की عورت",
    "m": "m male man men boy boys gent gents gentleman mr maennlich männlich uomo homme hombre पुरुष लड़का مرد",
}
_SEX_OF = {name_key(word): sex for sex, words in _SEXES.items() for word in words.split()}
# 'Sri' and 'Kumari' are names of people too, so they count only with a dot.
_TITLES = re.compile(
    r"^(mr|mrs|ms|miss|shri|sri(?=\.)|smt|shrimati|kumari(?=\.)|kum(?=\.)|master|herr|frau)(?:\.\s*|\s+)(?=\S)", re.I
)
_OF_WOMEN = ("mrs", "ms", "miss", "smt", "shrimati", "kumari", "kum", "frau")
_BETWEEN = re.compile(r"\s*(?:[/&\n]|\+(?!\d)|\s(?:and|with|und|और)\s)\s*", re.I)
_NOT_YET = frozenset(
    ("tbd", "tba", "tbc", "to be decided", "to be announced", "to be confirmed", "not decided", "pending")
)
_NOBODY = frozenset(
    (
        *_NOT_YET,
        *("na", "n a", "nil", "none", "no partner", "vacant", "unknown", "bye", "xxx", "no name", "blank"),
    )
)
_SEEKING = frozenset(
    (
        *("any", "anyone", "anybody", "someone", "somebody", "wanted", "wants", "needed", "need", "needs", "required"),
        *("looking", "seeking", "searching", "partner", "undecided", "whoever"),
    )
)
"""Each says that somebody is still looked for."""
_BESIDE_SEEKING = frozenset(
    ("a", "an", "for", "one", "is", "to", "be", "not", "yet", "no", "please", "pls", "i", "am", "body")
)
_COUNTED = re.compile(r"^\d{1,4}\s*[.):]\s*(?=\D)")  # '1. Asha Rao'
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


def sex_of(words: str) -> Gender | None:
    """The sex that a cell says, by its word or the first letter of one; none where it asks itself."""
    return None if "?" in words else _SEX_OF.get(name_key(words))


def without_title(name: str) -> tuple[str, Gender | None]:
    """A name without Mr or Ms before it, and what the title says of the sex."""
    found = _TITLES.match(name)
    if found is None:
        return name, None
    return name[found.end() :], "f" if found[1].lower() in _OF_WOMEN else "m"


class Tidied(NamedTuple):
    """A name without what does not belong to it, the phone number that stood beside it, and a remark."""

    name: str
    phone: str = ""
    remark: str = ""


def tidied(written: str) -> Tidied:
    """A name out of 'Hal Lo 9876543210', 'Gus Lo (c)' or '7. Asha Rao'."""
    name, phone, remark = _COUNTED.sub("", written), "", ""
    if found := PHONE.search(name):
        name, phone = f"{name[: found.start()]} {name[found.end() :]}".strip(), found[1]
    if found := REMARK.search(name):
        name, remark = name[: found.start()].strip(), found[0].strip()
    return Tidied(name, phone, remark) if is_somebody(name) else Tidied(written)


def cased(name: str) -> str:
    """A name, or a part of it, in capitals, or all of it without any, as people write it: 'Asha RAO' and 'asha rao' are
    Asha Rao. Initials stay."""
    words = list(_WORD.finditer(name))
    ends = {words[0].start(), words[-1].start()} if words else set()  # 'de' and 'bin' in the middle are meant so
    is_small = name == name.lower()

    def put(found: re.Match[str]) -> str:
        is_low = found[0].islower() and (is_small or (found.start() in ends and len(found[0]) > 2))
        return found[0].capitalize() if is_low or _is_loud(found[0]) else found[0]

    return _WORD.sub(put, name)


def _is_loud(word: str) -> bool:
    """Whether a word is written in capitals that are no initials."""
    return word.isupper() and len(word) > 2 and not set(word).isdisjoint(_VOWELS)


def is_somebody(written: str) -> bool:
    """Whether a cell names a person at all: not a number, a dash or 'TBD'."""
    key = name_key(written)
    return any(map(str.isalpha, written)) and key not in _NOBODY and not _is_search(key)


def is_seeking(written: str) -> bool:
    """Whether a cell for a partner says that one is wanted: 'any', 'TBD' or '?'. A dash or 'none' says that none is."""
    key = name_key(written)
    return key in _NOT_YET or _is_search(key) or (not key and "?" in written)


def _is_search(key: str) -> bool:
    words = set(key.split())
    return bool(words & _SEEKING) and words <= _SEEKING | _BESIDE_SEEKING and words != {"no", "partner"}


def two_names(cell: str) -> tuple[str, str] | None:
    """The two people of 'A / B', 'A & B' or 'A and B'."""
    parts = [part.strip() for part in _BETWEEN.split(cell)]
    return (parts[0], parts[1]) if len(parts) == 2 and all(map(name_key, parts)) else None


def other_of_two(own: str, cell: str) -> str:
    """The partner in 'Asha Rao / Vidya Kamat' beside Asha Rao; else what stands there."""
    left = [one for one in two_names(cell) or () if name_key(one) != name_key(own)]
    return left[0] if len(left) == 1 else cell


def is_tick(cell: str) -> bool | None:
    """Whether a cell says yes or no; None if it says something else."""
    word = cell.strip().lower()
    return True if word in _YES else False if word in _NO else None
