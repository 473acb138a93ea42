"""How somebody's name and contacts may stand in what others wrote: turned round, in capitals, with odd spaces.

A family name alone is not known for theirs, since others may have it.
"""

import re
from collections.abc import Iterable, Iterator

from carrom.tournament.log.facts import ContactGiven

_BETWEEN = r"[\s().\-–/]*"
"""What people write between the digits of a number."""
_FEWEST = 6
"""Digits of a number that is somebody's, and no score or year."""


class Written:
    """The names of one person, as they may be written, found in a text. Where a long name has no room, it may stand
    there with its first `cut` letters."""

    def __init__(self, called: Iterable[str], others: Iterable[str], cut: int | None) -> None:
        called = set(called)
        self._own = {_key(form) for form in _forms(called, cut)}
        words = {word.casefold() for form in self._own for word in form.split()}
        # Only who shares a word with them could be mistaken for them.
        alike = {name for name in others if words & {word.casefold() for word in re.findall(r"[^\s.,]+", name)}}
        self._own -= {_key(form) for form in _forms(alike, cut)} - {_key(name) for name in called}
        # The longest first: who is called Asha is not taken out of Asha Patel.
        forms = sorted(_forms(called, cut) | _forms(alike, cut), key=len, reverse=True)
        self._pattern = re.compile("|".join(rf"(?<!\w){_pattern_of(form)}(?!\w)" for form in forms if form) or r"(?!)")

    def sub(self, alias: str, text: str) -> str:
        """The text with another name in their place."""
        return self._pattern.sub(lambda found: alias if _key(found[0]) in self._own else found[0], text)


def contacts_pattern(own: Iterable[ContactGiven], others: Iterable[ContactGiven]) -> re.Pattern[str]:
    """Where somebody's telephone number, by its digits, or e-mail stands in a text; not what others have as well."""
    shared = {text for one in others for text in _contacts(one)}
    found = {text for one in own for text in _contacts(one)} - shared
    written = [_mail(text) if "@" in text else _number(text) for text in sorted(found, key=len, reverse=True)]
    return re.compile("|".join(written) or r"(?!)")


def _contacts(given: ContactGiven) -> Iterator[str]:
    if given.email and "@" in given.email:
        yield given.email.casefold()
    digits = re.sub(r"\D", "", given.phone or "")
    if len(digits) >= _FEWEST:
        yield f"+{digits}" if (given.phone or "").strip().startswith("+") else digits


def _mail(mail: str) -> str:
    return rf"(?i:(?<![\w.+-]){re.escape(mail)}(?![\w-]))"


def _number(number: str) -> str:
    """With or without its country and the nought before it: how long the country is, a number does not say."""
    digits = number.removeprefix("+")
    starts = range(4) if number.startswith("+") else range(1)
    ways = [digits[start:] for start in starts if len(digits) - start >= (8 if start else _FEWEST)]
    if digits.startswith("0"):
        ways.append(digits.lstrip("0"))
    spaced = "|".join(_BETWEEN.join(way) for way in ways if len(way) >= _FEWEST)
    return rf"(?<![\w-])(?:\+|00)?(?:\d{{1,3}}{_BETWEEN})?\(?(?:{spaced})(?!\w)"


def _forms(names: Iterable[str], cut: int | None) -> set[str]:
    """How these are written as well: cut, with the first letter alone as people sign, turned round, in capitals, and in
    small letters where those are no common word."""
    forms = set[str]()
    for name in names:
        forms |= {name, name[:cut]}
        first, *middle = name.split() or [""]
        if middle:
            *_, last = middle
            rest = " ".join((first, *middle[:-1]))
            forms |= {f"{first[0]}. {last}", f"{first[0]} {last}", f"{first[0]}.{last}"}
            forms |= {f"{last}, {rest}", f"{last} {rest}"}
    return forms | {form.upper() for form in forms} | {form.lower() for form in forms if " " in form}


def _pattern_of(form: str) -> str:
    """With whatever space between its words, a narrow one, one that does not break, or two; in whatever letters, where
    it has several words."""
    words = [re.escape(word) for word in form.split()]
    written = r"\s+".join(words).replace(r",\s+", r"\s*,\s*")
    return f"(?i:{written})" if len(words) > 1 else written


def _key(text: str) -> str:
    """A name as it is compared."""
    words = " ".join(text.replace(",", ", ").split()).replace(" ,", ",")
    return words.casefold() if " " in words else words
