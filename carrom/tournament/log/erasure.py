"""Erase a person from a log, on request.

Data protection law takes precedence over the rule that events never change. Lines are rewritten one by one, keeping
number, time and source. The name becomes "Withdrawn 1" everywhere; date of birth, contacts and remarks go; results and
tables stay.

Names are also found reordered, abbreviated, in capitals, hyphenated, in one word, in full-width letters or partly in
brackets. A family name alone is left, since others may have it.
"""

import json
import re
import unicodedata
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any

from carrom.base.characters import plain_digits
from carrom.base.errors import CarromError, Refused
from carrom.tournament.log.transitions import apply_event
from carrom.tournament.model.events import ContactGiven, read_tournament_event
from carrom.tournament.model.people import PersonId, name_key, plain_letters
from carrom.tournament.model.state import State

_DASHES = r"\-\u2010-\u2015\u2212"
_BETWEEN = rf"[\s()\[\].{_DASHES}/_·]*"
_FEWEST = 6
"""Least digits of a phone number, as opposed to a score or year."""
_WORD = r"[^\s.,\-]+"
_HYPHEN = rf"[{_DASHES}_.]"
"""Pattern of a sign in place of a space within a name. A dash with spaces around it separates two people."""
_LONG_ENOUGH = 6
"""Least letters of a name in one word that is not a common word."""


class NameRemover:
    """Finds the names of one person in texts and replaces them.

    With `cut`, also matches long names cut off after so many letters.
    """

    def __init__(self, called: Iterable[str], others: Iterable[str], cut: int | None) -> None:
        called = {_plain(name) for name in called}
        others = {_plain(name) for name in others}
        self._own = {_key(form) for form in _forms(called, cut)}
        words = {word.casefold() for form in self._own for word in form.split()}
        alike = {name for name in others if words & {word.casefold() for word in re.findall(_WORD, name)}}
        self._own -= {_key(form) for form in _forms(alike, cut)} - {_key(name) for name in called}
        taken = {word.casefold() for name in others for word in (*name.split(), name.replace(" ", ""))}
        self._in_brackets = {_bracket_key(form) for form in _bracketed(called)} - {_bracket_key(one) for one in others}
        self._joined = {
            word for form in _forms(called, cut) if (word := _joined(form).casefold()) and word not in taken
        }
        # longest first, so that "Asha" does not match in "Asha Patel"
        forms = sorted(_forms(called, cut) | _forms(alike, cut), key=len, reverse=True)
        written = [_pattern_of(form) for form in forms if form]
        written += sorted(_bracket_pattern(form) for form in _bracketed(called))
        written += [_joined_pattern(word) for form in sorted(_forms(called, cut)) if (word := _joined(form))]
        # forms with brackets before the forms within them
        written = sorted(dict.fromkeys(written), key=lambda one: "[(" not in one)
        self._pattern = re.compile("|".join(rf"(?<!\w){one}(?!\w)" for one in written) or r"(?!)")

    def sub(self, alias: str, text: str) -> str:
        plain, places = _with_places(text)
        parts, since = [], 0
        for found in self._pattern.finditer(plain):
            is_theirs = _key(found[0]) in self._own or found[0].casefold() in self._joined
            is_theirs = is_theirs or _bracket_key(found[0]) in self._in_brackets
            if is_theirs and not _is_mark(plain[found.end() : found.end() + 1]):
                parts += [text[since : places[found.start()]], alias]
                since = places[found.end()]
        return "".join([*parts, text[since:]])


class ContactRemover:
    """Finds a person's phone numbers (in any digits) and e-mail addresses in texts, except those shared with others."""

    def __init__(self, own: Iterable[ContactGiven], others: Iterable[ContactGiven]) -> None:
        shared = {text for one in others for text in _contacts(one)}
        found = {text for one in own for text in _contacts(one)} - shared
        written = [_mail(text) if "@" in text else _number(text) for text in sorted(found, key=len, reverse=True)]
        self._pattern = re.compile("|".join(written) or r"(?!)")

    def sub(self, alias: str, text: str) -> str:
        plain, places = _with_places(text)
        parts, since = [], 0
        for found in self._pattern.finditer(plain_digits(plain)):
            parts += [text[since : places[found.start()]], alias]
            since = places[found.end()]
        return "".join([*parts, text[since:]])


def _contacts(given: ContactGiven) -> Iterator[str]:
    if given.email and "@" in given.email:
        yield given.email.casefold()
    phone = plain_digits(_plain(given.phone or "")).strip()
    digits = re.sub(r"\D", "", phone)
    if len(digits) >= _FEWEST:
        yield f"+{digits}" if phone.startswith("+") else digits


def _mail(mail: str) -> str:
    return rf"(?i:(?<![\w.+-]){re.escape(mail)}(?![\w-]))"


def _number(number: str) -> str:
    """Return a pattern for a phone number with or without country code and leading zero."""
    digits = number.removeprefix("+")
    starts = range(4) if number.startswith("+") else range(1)
    ways = [digits[start:] for start in starts if len(digits) - start >= (8 if start else _FEWEST)]
    if digits.startswith("0"):
        ways.append(digits.lstrip("0"))
    spaced = "|".join(_BETWEEN.join(way) for way in ways if len(way) >= _FEWEST)
    return rf"(?<![\w-])(?:\+|00)?(?:\d{{1,3}}{_BETWEEN})?[(\[]?(?:{spaced})(?!\w)"


def _forms(names: Iterable[str], cut: int | None) -> set[str]:
    """Return other forms of names: cut, with initials, reordered, in capitals and, for several words, in lower case."""
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
    """Return a pattern for a name with any spaces, hyphens or dots between words; several words ignore case."""
    words = [re.escape(word) for word in re.findall(r"[^\s\-]+", form)]
    written = rf"(?:\s+|{_HYPHEN})".join(words).replace(rf",(?:\s+|{_HYPHEN})", r"\s*,\s*")
    return f"(?i:{written})" if len(form.split()) > 1 else written


def _bracketed(names: Iterable[str]) -> set[str]:
    forms = set[str]()
    for name in names:
        *rest, last = name.split() or [""]
        first = " ".join(rest)
        if first:
            forms |= {f"{first} ({last})", f"{last} ({first})", f"({first}) {last}", f"({last}) {first}"}
    return forms


def _bracket_pattern(form: str) -> str:
    words = [re.escape(word) for word in re.findall(r"[^\s()]+|[()]", form)]
    opened = r"\s*".join(words).replace(r"\(", r"[(\[]").replace(r"\)", r"[)\]]")
    return f"(?i:{opened})"


def _bracket_key(text: str) -> str:
    return re.sub(r"\s*([()])\s*", r"\1", text.replace("[", "(").replace("]", ")").casefold())


def _joined(form: str) -> str:
    """Return a name as one word, as in e-mail addresses; empty if it would not be recognisable."""
    words = form.split()
    if len(words) < 2 or "," in form or any(len(word.strip(".")) < 2 for word in words):
        return ""
    return "".join(words)


def _joined_pattern(word: str) -> str:
    """Return a pattern for a name in one word. A short one must match the case: `AnNa` is An Na, `Anna` is not."""
    if len(word) >= _LONG_ENOUGH:
        return f"(?i:{re.escape(word)})"
    return r"(?!)" if word.isupper() or word.islower() else re.escape(word)


def _key(text: str) -> str:
    words = " ".join(re.sub(_HYPHEN, " ", text).replace(",", ", ").split()).replace(" ,", ",")
    return words.casefold() if " " in words else words


def _plain(text: str) -> str:
    return _with_places(text)[0]


def _with_places(text: str) -> tuple[str, Sequence[int]]:
    """Return the text in plain narrow letters without accents, and the original position of each letter."""
    if text.isascii():
        return text, range(len(text) + 1)
    letters, places = [], []
    for place, letter in enumerate(text):
        for one in plain_letters(letter):
            letters.append(one)
            places.append(place)
    # dropped characters belong to the letter before
    return "".join(letters), [*places, len(text)]


def _is_mark(letter: str) -> bool:
    """Whether a character is a combining vowel of an Indian script, which continues a word."""
    return bool(letter) and unicodedata.category(letter)[0] == "M"


_PLACES = ("club", "community", "venue", "zone")
"""Fields whose values may equal a person's name without meaning the person."""


class Erasure:
    """Takes one person out of texts and log lines. Raises `CarromError` for an unknown id.

    `cut` is the length at which names were cut off where there was little room.
    """

    def __init__(self, state: State, person: PersonId, *, cut: int | None = None) -> None:
        if person not in state.people:
            raise CarromError("unknown-person", f"there is nobody with the id {person!r}")
        number = 1
        while any(f"withdrawn {number}" == one.name.casefold() for one in state.people.values()):
            number += 1
        self.alias = f"Withdrawn {number}"
        erased = state.people[person]
        self._person, self._name = person, erased.name
        called = {erased.name, *erased.formerly}
        others = [one for name, one in state.people.items() if name != person]
        # the club in brackets distinguishes namesakes
        labels = (f"{one.name} ({place})" for one in others for place in (one.club, one.community) if place)
        self._written = NameRemover(called, (*(one.name for one in others), *labels), cut)
        given = [body for body in state.seen.values() if isinstance(body, ContactGiven)]
        self._contacts = ContactRemover(
            [one for one in given if one.person == person], [one for one in given if one.person != person]
        )
        # ids are made from names, including former ones, and may appear within sentences
        ids = {person, *(name_key(name).replace(" ", "-") for name in called)} - (set(state.people) - {person})
        written = "|".join(rf"(?<![\w-]){re.escape(id)}(?![\w-])" for id in sorted(ids) if "-" in id)
        self._ids = re.compile(written or r"(?!)")
        self._new_id = self.alias.lower().replace(" ", "-")

    def text(self, text: str) -> str:
        if text == self._person:
            return self._new_id
        text = self._ids.sub(self._new_id, self._contacts.sub("–", text))
        return self._written.sub(self.alias, text)

    def json_text(self, text: str) -> str:
        """Return JSON without the person; unchanged if it does not mention them."""
        try:
            value = json.loads(text)
        except ValueError:  # damaged JSON may still contain the name
            return self.text(text)
        new = _walk(value, self.text)
        return text if new == value else _written(new)

    def lines(self, lines: Sequence[str]) -> list[str]:
        """Return the log lines without the person. Raises `CarromError` if they would no longer be a valid log."""
        problem = ""
        for kept_fields in ((), ("age", "gender")):
            new = [_line(json.loads(line), self._person, self.text, kept_fields) for line in lines]
            problem = _trouble(new)
            if not problem:
                return new
        raise CarromError(
            "cannot-erase", f"the log does not hold without {self._name}, and has to be left as it is: {problem}"
        )


def _line(
    event: dict[str, Any], person: PersonId, replace_text: Callable[[str], str], kept_fields: Sequence[str]
) -> str:
    body = event["body"]
    if event["kind"] == "person" and body["person"].get("id") == person:
        removed = [one for one in ("born", "age", "gender", "level", "formerly") if one not in kept_fields]
        event["body"] = {"person": {key: value for key, value in body["person"].items() if key not in removed}}
    elif event["kind"] == "contact" and body.get("person") == person:
        event["body"] = {key: "–" if key in ("phone", "email") and value else value for key, value in body.items()}
    elif event["kind"] == "checked" and body.get("person") == person:
        event["body"] = {key: value for key, value in body.items() if key != "note"}
    return _written(_walk(event, replace_text))


def _written(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def _walk(value: Any, replace_text: Callable[[str], str]) -> Any:
    if isinstance(value, str):
        return replace_text(value)
    if isinstance(value, list):
        return [_walk(one, replace_text) for one in value]
    if isinstance(value, Mapping):
        return {replace_text(key): one if key in _PLACES else _walk(one, replace_text) for key, one in value.items()}
    return value


def _trouble(lines: Sequence[str]) -> str:
    state = State()
    try:
        for line in lines:
            step = apply_event(state, read_tournament_event(json.loads(line)))
            if isinstance(step, Refused):
                return step.text
            state = step.state
    except CarromError as error:
        return str(error)
    return ""
